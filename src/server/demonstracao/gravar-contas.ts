import { digitoDaChave } from '#domain/chave-acesso.ts'
import { ateAgora, type Cenario, concluidoEm, situacaoDa } from './cenario.ts'
import type { ContaContada, Historia } from './historia.ts'

export async function gravarAcordo(
  cena: Cenario,
  clienteId: number,
  historia: Historia,
  operadorId: number | null,
  /** Since when the customer waits: one whose agreement broke waits since then. */
  desde: string | null,
): Promise<number> {
  const acordo = historia.acordo!
  const total = historia.contas
    .filter((conta) => conta.papel === 'parcela')
    .reduce((soma, conta) => soma + conta.valorCentavos, 0)
  const { id } = await cena.trx
    .insertInto('negociacao')
    .values({
      cliente_id: clienteId,
      status: acordo.situacao,
      valor_original_centavos: total,
      encargos_centavos: 0,
      desconto_centavos: 0,
      valor_negociado_centavos: total,
      observacao: 'Combinado por telefone',
      usuario_id: operadorId ?? cena.operadores[0] ?? null,
      motivo: acordo.situacao === 'quebrada' ? 'Parcela com mais de 5 dias de atraso' : null,
      criada_em: new Date(`${acordo.feitoEm}T15:00:00Z`),
      encerrada_em: encerradoEm(historia, cena.agora, desde),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const encerradoEm = (historia: Historia, agora: Date, desde: string | null) =>
  ({ ativa: null, cumprida: concluidoEm(historia, agora), quebrada: desde })[historia.acordo!.situacao]

const EMITENTE = '14206377000106'

/** The note an account came from: the key of the company's own NF-e, series 1. */
function daNota({ numero, parcela, emissao }: ContaContada) {
  const semDigito = `35${emissao.slice(2, 4)}${emissao.slice(5, 7)}${EMITENTE}55001${numero.padStart(9, '0')}1${String(
    Number(numero) * 7_919,
  )
    .padStart(8, '0')
    .slice(-8)}`
  return { origem: 'nfe' as const, chave_nfe: `${semDigito}${digitoDaChave(semDigito)}`, ordem: Number(parcela) }
}

export async function gravarContas(cena: Cenario, clienteId: number, historia: Historia, negociacaoId: number | null) {
  const { trx, agora } = cena
  const linhas = historia.contas.map((conta) => {
    const situacao = situacaoDa(conta, historia)
    const parcela = conta.papel === 'parcela'
    return {
      cliente_id: clienteId,
      numero: conta.numero,
      parcela: conta.parcela,
      valor_centavos: conta.valorCentavos,
      pago_centavos: situacao === 'paga' ? conta.valorCentavos : 0,
      emissao: conta.emissao,
      vencimento: conta.vencimento,
      vencimento_util: conta.vencimentoUtil,
      situacao,
      ...(parcela ? { origem: 'negociacao' as const } : daNota(conta)),
      acordo_id: parcela ? negociacaoId : null,
      parcela_numero: parcela ? conta.parcelaNumero : null,
      substituida_por: situacao === 'negociada' ? negociacaoId : null,
      pago_em: situacao === 'paga' ? conta.pagaEm : null,
      created_at: agora,
      updated_at: agora,
    }
  })
  const gravadas = await trx.insertInto('conta').values(linhas).returning('id').execute()
  const ids = new Map(historia.contas.map((conta, i) => [conta, gravadas[i]!.id]))
  const originais = historia.contas.filter((conta) => conta.papel !== 'parcela' && !conta.pagaEm)
  if (negociacaoId && originais.length > 0) {
    await trx
      .insertInto('negociacao_conta')
      .values(
        originais.map((conta) => ({
          negociacao_id: negociacaoId,
          conta_id: ids.get(conta)!,
          aberto_centavos: conta.valorCentavos,
        })),
      )
      .execute()
  }
  return ids
}

export async function gravarPagamentos(
  { trx, sorteio, agora }: Cenario,
  clienteId: number,
  historia: Historia,
  ids: Map<ContaContada, number>,
  operadorId: number | null,
) {
  for (const conta of historia.contas) {
    if (!conta.pagaEm) continue
    const { id } = await trx
      .insertInto('pagamento')
      .values({
        cliente_id: clienteId,
        valor_centavos: conta.valorCentavos,
        pago_em: conta.pagaEm,
        forma: sorteio.escolher(['pix', 'pix', 'boleto', 'transferencia'] as const),
        usuario_id: operadorId,
        operador_id: operadorId,
        criado_em: ateAgora(`${conta.pagaEm}T17:00:00Z`, agora),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('pagamento_alocacao')
      .values({
        pagamento_id: id,
        conta_id: ids.get(conta)!,
        principal_centavos: conta.valorCentavos,
        encargos_centavos: 0,
      })
      .execute()
  }
}
