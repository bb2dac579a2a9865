import { diaDe, somarDias } from '#domain/data.ts'
import { type Cenario, concluidoEm, menos, situacaoDa } from './cenario.ts'
import { MOTIVOS_PAUSA } from './falas.ts'
import { gravarAcordo, gravarContas, gravarPagamentos } from './gravar-contas.ts'
import { gravarConversa, gravarEnvios } from './gravar-mensagens.ts'
import type { ContaContada, Historia } from './historia.ts'
import type { Ficha } from './pessoas.ts'

/** Writes one customer with all that happened to it; the database's own constraints check that it adds up. */
export async function gravarHistoria(cena: Cenario, ficha: Ficha, historia: Historia, indice: number): Promise<void> {
  const contatoId = await gravarContato(cena, ficha.telefone)
  const abertas = historia.contas.filter((conta) => situacaoDa(conta, historia) === 'aberta')
  const operadorId = indice % 5 === 0 ? null : (cena.operadores[indice % cena.operadores.length] ?? null)
  const { id: clienteId, aguardando_desde: desde } = await gravarCliente(
    cena,
    ficha,
    historia,
    abertas,
    contatoId,
    operadorId,
    indice,
  )
  const negociacaoId = historia.acordo ? await gravarAcordo(cena, clienteId, historia, operadorId, desde) : null
  const ids = await gravarContas(cena, clienteId, historia, negociacaoId)
  await gravarPagamentos(cena, clienteId, historia, ids, operadorId)
  if (contatoId) {
    await gravarEnvios(cena, clienteId, contatoId, ficha, historia, ids)
    await gravarConversa(cena, clienteId, contatoId, historia, operadorId, desde)
  }
}

async function gravarContato(cena: Cenario, telefone: string | null): Promise<number | null> {
  if (!telefone) return null
  const canonico = cena.canonico(telefone)
  const { id } = await cena.trx
    .insertInto('contato')
    .values({ canonico, ...cena.hashDe(canonico), consentimento_origem: 'cadastro', consentimento_em: cena.agora })
    .onConflict((c) => c.column('canonico').doUpdateSet({ canonico }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function statusDe(historia: Historia, abertas: ContaContada[], operadorId: number | null) {
  if (abertas.length === 0) return 'concluido' as const
  if (historia.enredo === 'acordo') return 'negociado' as const
  if (historia.enredo === 'acordo_quebrado' || historia.enredo === 'respondeu') return 'aguardando_atendimento' as const
  if (historia.enredo === 'em_atendimento')
    return operadorId ? ('em_atendimento' as const) : ('aguardando_atendimento' as const)
  if (historia.enredo === 'pausado') return 'pausado' as const
  return 'ativo' as const
}

async function gravarCliente(
  cena: Cenario,
  ficha: Ficha,
  historia: Historia,
  abertas: ContaContada[],
  contatoId: number | null,
  operadorId: number | null,
  indice: number,
): Promise<{ id: number; aguardando_desde: string | null }> {
  const { trx, sorteio, agora } = cena
  const status = statusDe(historia, abertas, operadorId)
  const hoje = diaDe(agora)
  const criadoEm = new Date(`${historia.contas.map((conta) => conta.emissao).sort()[0] ?? hoje}T13:00:00Z`)
  return trx
    .insertInto('cliente')
    .values({
      ...ficha,
      contato_id: contatoId,
      codigo_externo: `SA-${String(1000 + indice)}`,
      status,
      operador_id: operadorId,
      numero_chamadas: status === 'ativo' ? Math.min(5, tentativasSemResposta(historia, abertas)) : 0,
      motivo_pausa: status === 'pausado' ? sorteio.escolher(MOTIVOS_PAUSA) : null,
      pausado_ate: status === 'pausado' ? somarDias(hoje, sorteio.inteiro(3, 15)) : null,
      aguardando_desde: status === 'aguardando_atendimento' ? menos(agora, sorteio.inteiro(4, 170)) : null,
      aguardando_motivo:
        status !== 'aguardando_atendimento'
          ? null
          : historia.enredo === 'acordo_quebrado'
            ? 'acordo_quebrado'
            : 'respondeu',
      aberto_centavos: abertas.reduce((soma, conta) => soma + conta.valorCentavos, 0),
      contas_abertas: abertas.length,
      vencimento_mais_antigo: abertas.map((conta) => conta.vencimentoUtil).sort()[0] ?? null,
      concluido_em: status === 'concluido' ? concluidoEm(historia, agora) : null,
      created_at: criadoEm,
      updated_at: agora,
    })
    .returning(['id', 'aguardando_desde'])
    .executeTakeFirstOrThrow()
}

const tentativasSemResposta = (historia: Historia, abertas: ContaContada[]) =>
  historia.envios.filter((envio) => envio.tipo !== 'parcela' && envio.contas.some((conta) => abertas.includes(conta)))
    .length
