import type { z } from 'zod'
import type { modelosDoCliente } from '#contract/modelos.ts'
import type { Dia } from '#domain/data.ts'
import type { TipoModelo } from '#domain/modelo.ts'
import { dadosParaMensagem, exigirVisivel } from '#server/clientes/destinatario.queries.ts'
import { lerEmpresa } from '#server/configuracao/configuracao.queries.ts'
import { modelosAprovados } from '#server/configuracao/modelos-em-uso.queries.ts'
import type { Db } from '#server/db/schema.ts'
import { contasAbertasDe } from '#server/saldo/abertas.queries.ts'
import { verModelos } from './modelos.queries.ts'
import { contasDoTipo, preencherModelo, type QuemRecebe } from './preencher.queries.ts'

type Oferta = z.infer<(typeof modelosDoCliente.schema.response)[200]>

/** In the order in which they are offered: what opens a conversation first. */
const OFERECIDOS: TipoModelo[] = [
  'reengajar',
  'atraso',
  'atraso_grave',
  'vencimento',
  'lembrete',
  'parcela',
  'negociacao',
]

/**
 * The templates an operator may send to a customer, filled with its data of today; only those that would say the truth
 * (no overdue notice to whoever has nothing overdue). One without an approved version has no text: it explains an absence.
 */
export async function modelosParaCliente(
  db: Db,
  clienteId: number,
  operador: { id: number; name: string },
  dia: Dia,
): Promise<Oferta> {
  await exigirVisivel(db, clienteId, operador.id)
  const cliente = (await dadosParaMensagem(db, clienteId))!
  const { pix, taxas } = await lerEmpresa(db)
  const contas = await contasAbertasDe(db, clienteId, dia, taxas)
  const [todos, aprovados] = [await verModelos(db), await modelosAprovados(db)]
  const ofertas: Oferta['data'] = []
  for (const tipo of OFERECIDOS) {
    if (tipo !== 'reengajar' && !contasDoTipo(tipo, contas, dia, 'so-do-tipo').length) continue
    const { titulo, situacao } = todos[tipo]
    const texto = aprovados.get(tipo)?.texto
    const preenchido = texto && (await preencherModelo(db, { tipo, texto, cliente, operador: operador.name, dia }))
    ofertas.push({ tipo, titulo, situacao, conteudo: preenchido ? preenchido.conteudo : '' })
  }
  const confirmacao = aprovados.get('negociacao')?.texto
  return {
    data: ofertas,
    pix,
    confirmacao: confirmacao ? await preencherConfirmacao(db, confirmacao, cliente, dia) : null,
  }
}

/** What only the agreement knows stays in braces, for the screen to fill while the agreement is typed. */
async function preencherConfirmacao(db: Db, texto: string, cliente: QuemRecebe, dia: Dia): Promise<string> {
  const emAberto = Object.fromEntries(DO_ACORDO.map((nome) => [nome, `{{${nome}}}`]))
  return (await preencherModelo(db, { tipo: 'negociacao', texto, cliente, operador: null, dia, valores: emAberto }))
    .conteudo
}
const DO_ACORDO = ['valor', 'valor_atualizado', 'vencimento', 'quantidade_contas'] as const
