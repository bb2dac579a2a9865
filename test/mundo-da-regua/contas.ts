import { instanteDe } from '#domain/calendario.ts'
import { somarDias } from '#domain/data.ts'
import type { Momento } from '#domain/decisao.ts'
import type { Trx } from '#server/db/schema.ts'
import { comPromessa, comProposta, contestar, esperar, mensagem, movimento, prometer, retencaoDe } from './esperas.ts'
import type { Mundo } from './mundo.ts'

type ContaDoMundo = Mundo['clientes'][number]['contas'][number] & { vencimentoUtil: string }

/** Writes a customer's accounts with their holds, and returns them as the rule's input. */
export async function criarContas(
  trx: Trx,
  { id: clienteId, creditoHaDias, proposta }: { id: number; creditoHaDias: number | null; proposta: number | null },
  contas: ContaDoMundo[],
  momento: Momento,
  agora: Date,
) {
  const credito = creditoHaDias === null ? null : somarDias(momento.dia, -creditoHaDias)
  if (credito) await movimento(trx, { situacao: 'credito', clienteId, desde: instanteDe(credito, '12:00'), agora })
  const { acordoId, propostaAte } = await negociar(trx, clienteId, contas, proposta, momento.dia, agora)
  const prontas = []
  for (const [n, conta] of contas.entries()) {
    const { vencimento, vencimentoUtil, parcelaDeAcordo, coberto, espera, promessa, contestada } = conta
    const { id } = await trx
      .insertInto('conta')
      .values({
        cliente_id: clienteId,
        numero: `${n}`,
        valor_centavos: 10_000,
        emissao: vencimento,
        vencimento,
        vencimento_util: vencimentoUtil,
        origem: parcelaDeAcordo ? 'negociacao' : 'manual',
        acordo_id: parcelaDeAcordo ? acordoId : null,
        parcela_numero: parcelaDeAcordo ? n : null,
        created_at: agora,
        updated_at: agora,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (coberto !== null) await cobrir(trx, { id, clienteId, vencimento, coberto }, agora)
    if (contestada) await contestar(trx, id, clienteId, momento.dia, agora)
    if (promessa !== null) await prometer(trx, id, clienteId, somarDias(momento.dia, promessa), agora)
    if (espera) await esperar(trx, { contaId: id, clienteId, ...espera }, momento, agora)
    const outra = contestada
      ? { motivo: 'contestacao' as const, ate: null }
      : comPromessa(promessa, retencaoDe(espera, credito, momento), momento.dia)
    const retencao = comProposta(propostaAte, outra, momento.dia)
    prontas.push({ id, vencimento, vencimentoUtil, parcelaDeAcordo, coberto, retencao })
  }
  return prontas
}

/** One agreement at a time: an accepted one may still be paid for some days, or should already have been. */
async function negociar(
  trx: Trx,
  cliente_id: number,
  contas: ContaDoMundo[],
  proposta: number | null,
  dia: string,
  criada_em: Date,
) {
  const gravar = (status: { status: 'ativa' } | { status: 'proposta'; vence_em: string; parcelas_previstas: string }) =>
    trx
      .insertInto('negociacao')
      .values({ ...NEGOCIACAO, cliente_id, criada_em, ...status })
      .returning('id')
      .executeTakeFirstOrThrow()
  if (contas.some((conta) => conta.parcelaDeAcordo))
    return { acordoId: (await gravar({ status: 'ativa' })).id, propostaAte: null }
  const propostaAte = proposta === null ? null : somarDias(dia, proposta)
  if (propostaAte) await gravar({ status: 'proposta', vence_em: propostaAte, parcelas_previstas: '[]' })
  return { acordoId: null, propostaAte }
}

/** An earlier step of the same due day, and a step of a due day no longer in force, change nothing. */
async function cobrir(
  trx: Trx,
  { id, clienteId, vencimento, coberto }: { id: number; clienteId: number; vencimento: string; coberto: number },
  agora: Date,
) {
  const enviada = { id: clienteId, contatoId: null, finalidade: 'atendimento', envio: 'aceita', dia: null } as const
  const mensagem_id = await mensagem(trx, { ...enviada, agora })
  const passos = [
    { dias: coberto, vencimento },
    { dias: coberto - 20, vencimento },
    { dias: 60, vencimento: somarDias(vencimento, 1) },
  ]
  await trx
    .insertInto('cobranca_passo')
    .values(passos.map((passo) => ({ ...passo, conta_id: id, mensagem_id, cliente_id: clienteId })))
    .execute()
}

const NEGOCIACAO = {
  valor_original_centavos: 1,
  encargos_centavos: 0,
  desconto_centavos: 0,
  valor_negociado_centavos: 1,
} as const
