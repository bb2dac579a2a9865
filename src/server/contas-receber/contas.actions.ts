import type { z } from 'zod'
import type { criarConta as contratoCriar, mudarConta as contratoMudar } from '#contract/contas-receber.ts'
import { linhaDaConta } from '#domain/boleto.ts'
import { type Calendario, proximoDiaUtil } from '#domain/calendario.ts'
import type { Autor, Causa } from '#domain/causa.ts'
import { type Dia, diaDe, formatarDia } from '#domain/data.ts'
import { formatarReais } from '#domain/dinheiro.ts'
import { CamposInvalidos } from '#domain/erros.ts'
import { aConta, comMaiuscula, type Frase, frase, oCliente } from '#domain/frase-do-log.ts'
import type { VerboDe } from '#domain/log.ts'
import { limparTexto } from '#domain/texto.ts'
import { reconciliar } from '#server/clientes/automaticas.actions.ts'
import { travarParaCausa } from '#server/clientes/clientes.actions.ts'
import { fixarCalendario } from '#server/configuracao/configuracao.queries.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { notificar } from '#server/eventos/notificar.ts'
import { type Registro, registrar } from '#server/logs/logs.actions.ts'
import {
  type LinhaConta,
  recusarDeAcordo,
  recusarEncerrada,
  recusarEncerradaOuPaga,
  travarConta,
} from './travas.queries.ts'

type NovaConta = z.output<typeof contratoCriar.schema.body>
type Mudanca = z.output<typeof contratoMudar.schema.body>

/** An account by hand, or by a program. Gives its id. */
export async function criarConta(trx: Trx, nova: NovaConta, causa: Causa): Promise<number> {
  const calendario = await fixarCalendario(trx)
  await travarParaCausa(trx, nova.cliente_id, causa)
  const hoje = diaDe(causa.agora)
  const emissao = nova.emissao ?? menorDia(nova.vencimento, hoje)
  conferirDias(nova.vencimento, emissao)
  const numero = limparTexto(nova.numero)
  const { id } = await trx
    .insertInto('conta')
    .values({
      cliente_id: nova.cliente_id,
      numero,
      valor_centavos: nova.valor,
      emissao,
      vencimento: nova.vencimento,
      vencimento_util: proximoDiaUtil(nova.vencimento, calendario),
      origem: 'manual',
      created_at: causa.agora,
      updated_at: causa.agora,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const descricao = frase`Conta ${aConta(id)} de ${formatarReais(nova.valor)}, vencendo em ${formatarDia(nova.vencimento)}, lançada para ${oCliente(nova.cliente_id)}.`
  await registrarDeConta(trx, { id, cliente_id: nova.cliente_id }, 'lancar', descricao, causa)
  await reconciliar(trx, [nova.cliente_id], causa)
  return id
}

/** Value and due day, while nothing is paid; the boleto, while it is open. A new due day restarts the cadence for it. */
export const mudarConta = (db: Db, id: number, mudanca: Mudanca, autor: Autor) =>
  emTransacao(db, (trx) => mudarContaEm(trx, id, mudanca, autor))

/** As `mudarConta`, in the caller's transaction and for any cause. */
export async function mudarContaEm(trx: Trx, id: number, mudanca: Mudanca, causa: Causa): Promise<void> {
  const calendario = await fixarCalendario(trx)
  const { conta, cliente } = await travarConta(trx, id, causa)
  const mudou = await mudarTravada(trx, conta, mudanca, calendario, causa)
  const outroBoleto = await mudarBoleto(trx, id, mudanca, causa)
  // The customer's totals may stay as they were, and then nothing else tells the screens that show the account.
  if (mudou || outroBoleto)
    await notificar(trx, { tipo: 'cliente', cliente_id: cliente.id, operador_id: cliente.operador_id })
}

/** Runs after the other changes, because the boleto must match the new value and day. Returns whether it changed. */
async function mudarBoleto(
  trx: Trx,
  id: number,
  { linha_digitavel, nosso_numero }: Mudanca,
  causa: Causa,
): Promise<boolean> {
  if (linha_digitavel === undefined && nosso_numero === undefined) return false
  const conta = await trx.selectFrom('conta').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const lida =
    linha_digitavel &&
    linhaDaConta(linha_digitavel, { ...conta, valorCentavos: conta.valor_centavos }, diaDe(causa.agora))
  if (lida && 'problema' in lida) throw new CamposInvalidos({ linha_digitavel: [lida.problema] })
  const depois = {
    linha_digitavel: linha_digitavel === undefined ? conta.linha_digitavel : lida ? lida.linha : null,
    nosso_numero: nosso_numero === undefined ? conta.nosso_numero : nosso_numero,
  }
  // The same said again is never refused, however it is punctuated.
  if (depois.linha_digitavel === conta.linha_digitavel && depois.nosso_numero === conta.nosso_numero) return false
  recusarEncerrada(conta)
  await trx
    .updateTable('conta')
    .set({ ...depois, updated_at: causa.agora })
    .where('id', '=', id)
    .execute()
  await registrarDeConta(
    trx,
    conta,
    'mudar',
    frase`Boleto da ${nomeDaConta(conta)} de ${oCliente(conta.cliente_id)} mudado.`,
    causa,
  )
  return true
}

/** As `mudarConta`, for a locked account whose customer is locked too. False: it says so already. */
export async function mudarTravada(
  trx: Trx,
  conta: LinhaConta,
  mudanca: Mudanca,
  calendario: Calendario,
  causa: Causa,
): Promise<boolean> {
  if (mudanca.vencimento === undefined && mudanca.valor === undefined) return false
  await recusarDeAcordo(trx, conta)
  recusarEncerradaOuPaga(conta)
  const vencimento = mudanca.vencimento ?? conta.vencimento
  const valor = mudanca.valor ?? conta.valor_centavos
  if (vencimento === conta.vencimento && valor === conta.valor_centavos) return false
  // Only a note says on which day it was issued: elsewhere that day was supposed from the due day, and follows it.
  const emissao = conta.origem === 'nfe' ? conta.emissao : menorDia(conta.emissao, vencimento)
  if (vencimento !== conta.vencimento) conferirDias(vencimento, emissao)
  await trx
    .updateTable('conta')
    .set({
      valor_centavos: valor,
      emissao,
      vencimento,
      vencimento_util: proximoDiaUtil(vencimento, calendario),
      updated_at: causa.agora,
    })
    .where('id', '=', conta.id)
    .execute()
  const antes = `${formatarReais(conta.valor_centavos)} em ${formatarDia(conta.vencimento)}`
  const depois = `${formatarReais(valor)} em ${formatarDia(vencimento)}`
  await registrarDeConta(
    trx,
    conta,
    'mudar',
    frase`${comMaiuscula(nomeDaConta(conta))} de ${oCliente(conta.cliente_id)} mudou de ${antes} para ${depois}.`,
    causa,
  )
  await reconciliar(trx, [conta.cliente_id], causa)
  return true
}

export const cancelarConta = (db: Db, id: number, motivo: string, autor: Autor) =>
  emTransacao(db, async (trx) => {
    const { conta } = await travarConta(trx, id, autor)
    await cancelarTravada(trx, conta, motivo, autor)
  })

/** Cancels a locked account, whose customer is locked too. */
export async function cancelarTravada(trx: Trx, conta: LinhaConta, motivo: string, autor: Autor): Promise<void> {
  await recusarDeAcordo(trx, conta)
  recusarEncerradaOuPaga(conta)
  await trx
    .updateTable('conta')
    .set({ situacao: 'cancelada', motivo_cancelamento: motivo, updated_at: autor.agora })
    .where('id', '=', conta.id)
    .execute()
  await registrarDeConta(
    trx,
    conta,
    'cancelar',
    frase`${comMaiuscula(nomeDaConta(conta))} de ${oCliente(conta.cliente_id)} cancelada.`,
    autor,
    motivo,
  )
  await reconciliar(trx, [conta.cliente_id], autor)
}

const menorDia = (a: Dia, b: Dia): Dia => (a < b ? a : b)

/** Years that somebody meant: outside of these a digit was mistyped. */
export const PRIMEIRO_DIA: Dia = '1990-01-01'
const ULTIMO_DIA: Dia = '2099-12-31'

function conferirDias(vencimento: Dia, emissao: Dia) {
  if (vencimento < PRIMEIRO_DIA || vencimento > ULTIMO_DIA)
    throw new CamposInvalidos({ vencimento: ['Confira o ano do vencimento: deve ser de 1990 a 2099.'] })
  if (emissao < PRIMEIRO_DIA) throw new CamposInvalidos({ emissao: ['Confira o ano da emissão.'] })
  if (emissao > vencimento)
    throw new CamposInvalidos({ vencimento: [`O vencimento não pode ser antes da emissão, ${formatarDia(emissao)}.`] })
}

/** The account's name in the log: an instalment has the number of what it replaced, so its agreement identifies it. */
export function nomeDaConta({ id, acordo_id, parcela, parcela_numero }: LinhaConta): Frase {
  if (acordo_id === null) return frase`conta ${aConta(id)}`
  return parcela_numero === 0
    ? frase`entrada do acordo ${acordo_id}`
    : frase`parcela ${parcela ?? ''} do acordo ${acordo_id}`
}

type QuemTemConta = Pick<LinhaConta, 'id' | 'cliente_id'>

/** What happens to an account stands in its customer's history. */
export const registrarDeConta = (
  trx: Parameters<typeof registrar>[0],
  ...qual: Parameters<typeof registroDeConta>
): Promise<void> => registrar(trx, registroDeConta(...qual))

export const registroDeConta = (
  conta: QuemTemConta,
  verbo: VerboDe<'conta'>,
  descricao: Frase,
  { agora, origem, usuarioId, ip }: Causa,
  motivo?: string,
  /** The bank movement of a payment made from it. */
  movimentoId?: number | null,
): Registro => ({
  agora,
  usuarioId: usuarioId ?? null,
  ip: ip ?? null,
  acao: `conta.${verbo}`,
  descricao,
  motivo,
  entidade: 'cliente',
  entidadeId: conta.cliente_id,
  dados: {
    conta: conta.id,
    ...(origem !== 'usuario' && { origem }),
    ...(movimentoId && { movimento: movimentoId }),
  },
})
