import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { peloUsuario } from '#domain/causa.ts'
import { diaDe, somarDias } from '#domain/data.ts'
import type { FaixaDaPolitica } from '#domain/politica.ts'
import { lerEmpresa } from '#server/configuracao/configuracao.queries.ts'
import { negociar } from '#server/negociacoes/negociacoes.actions.ts'
import { iniciarAceite } from '#server/ofertas/aceite.actions.ts'
import { ofertasDe } from '#server/ofertas/ofertas.queries.ts'
import { type Cenario, MINUTO, menos } from './cenario.ts'

type Cena = Pick<Cenario, 'trx' | 'agora' | 'operadores'>

const FAIXAS: FaixaDaPolitica[] = [
  {
    deDias: 1,
    ateDias: 30,
    descontoEncargosCentesimos: 5_000,
    descontoPrincipalCentesimos: 0,
    entradaMinimaCentesimos: 0,
    parcelasMax: 4,
    parcelaMinimaCentavos: 5_000,
  },
  {
    deDias: 31,
    ateDias: 90,
    descontoEncargosCentesimos: 10_000,
    descontoPrincipalCentesimos: 500,
    entradaMinimaCentesimos: 0,
    parcelasMax: 6,
    parcelaMinimaCentavos: 5_000,
  },
  {
    deDias: 91,
    ateDias: null,
    descontoEncargosCentesimos: 10_000,
    descontoPrincipalCentesimos: 1_500,
    entradaMinimaCentesimos: 2_000,
    parcelasMax: 12,
    parcelaMinimaCentavos: 5_000,
  },
]

/** A policy, a customer who took one of its offers and may still pay, and an agreement beyond it that waits, by the real actions. */
export async function combinar(cena: Cena, administrador: number): Promise<void> {
  const { trx, agora } = cena
  await trx
    .insertInto('politica_negociacao')
    .values({
      ativa: true,
      faixas: JSON.stringify(FAIXAS),
      segundo_acordo_entrada_centesimos: 4_000,
      usuario_id: administrador,
      desde: menos(agora, 30 * 24 * 60),
    })
    .execute()
  const [quemAceita, quemPede] = await buscarDevedores(cena)
  if (quemAceita) await aceitar(cena, quemAceita.id)
  if (quemPede) await pedirAlem(cena, quemPede)
}

interface Devedor {
  id: number
  operador: number | null
  contas: number[]
  valor: number
}

/** Who owes something late and is being billed, with nothing promised, disputed or agreed on. */
async function buscarDevedores({ trx, agora }: Cena): Promise<Devedor[]> {
  const hoje = diaDe(agora)
  const { rows } = await sql<Devedor>`
    select c.id, c.operador_id as operador, jsonb_agg(t.id order by t.id) as contas,
      sum(t.valor_centavos - t.pago_centavos)::bigint as valor
    from cliente c join conta t on t.cliente_id = c.id and t.situacao = 'aberta' and t.vencimento_util < ${hoje}::date
    where c.status = 'ativo' and c.contato_id is not null
      and not exists (select from promessa p where p.cliente_id = c.id)
      and not exists (select from contestacao d where d.cliente_id = c.id)
      and not exists (select from negociacao n where n.cliente_id = c.id)
    group by c.id having sum(t.valor_centavos - t.pago_centavos) > 60000 order by c.id desc limit 2`.execute(trx)
  return rows
}

async function aceitar({ trx, agora }: Cena, clienteId: number) {
  const em = menos(agora, 40)
  const { recebedor } = await lerEmpresa(trx)
  const { ofertas } = await ofertasDe(trx, clienteId, em)
  const oferta = ofertas.at(-1)
  if (!recebedor || !oferta) return
  await iniciarAceite(trx, {
    clienteId,
    ofertaId: oferta.id,
    meios: { recebedor, comPsp: false },
    causa: { origem: 'pagina', agora: em },
    prova: { endereco: null, tokenHash: createHash('sha256').update(`demonstração ${clienteId}`).digest() },
  })
}

/** As in a demonstration an operator would: a fifth off, in many instalments. */
async function pedirAlem({ trx, agora, operadores }: Cena, { id, operador, contas, valor }: Devedor) {
  const autor = peloUsuario(operador ?? operadores[0]!, null, new Date(agora.getTime() - 25 * MINUTO))
  const pedido = {
    contas,
    incluir_encargos: false,
    desconto: Math.round(valor / 5),
    parcelas: 8,
    primeiro_vencimento: somarDias(diaDe(agora), 20),
    observacao: 'Perdeu o emprego em outubro; começou no novo e só recebe em dezembro.',
    enviar_mensagem: false,
  }
  await negociar(trx, id, pedido, autor)
}
