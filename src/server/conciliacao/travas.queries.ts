import { sql } from 'kysely'
import type { Causa } from '#domain/causa.ts'
import type { Centavos } from '#domain/dinheiro.ts'
import { NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import { indeciso, type SituacaoDoMovimento } from '#domain/movimento.ts'
import type { Linha, Trx } from '#server/db/schema.ts'

export type Movimento = Linha<'movimento'>

/** Matching acts on customers on the bank's word, not as their operator. */
export type CausaDaConciliacao = Causa & { origem: 'conciliacao' }

/** A movement under its lock: two people who decide at once take turns, and the second finds it decided. */
export async function travarMovimento(trx: Trx, id: number): Promise<Movimento> {
  const movimento = await trx.selectFrom('movimento').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!movimento) throw naoHaMovimento()
  return movimento
}

export const naoHaMovimento = () =>
  new NaoEncontrado('Este movimento não existe. A importação que o trouxe pode ter sido desfeita.')

const COMO_ESTA: Record<SituacaoDoMovimento, string> = {
  novo: 'ainda não foi decidido',
  sugerido: 'ainda não foi decidido',
  credito: 'já é crédito de um cliente',
  aplicado: 'já foi aplicado',
  ignorado: 'foi ignorado',
  devolvido: 'já foi devolvido',
}

export const jaConciliado = ({ situacao }: Pick<Movimento, 'situacao'>, remedio: string) =>
  new RegraViolada('ja_conciliado', `Este movimento ${COMO_ESTA[situacao]}. ${remedio}`)

const VEJA = 'Veja o que foi feito com ele; para mudar, desfaça antes.'

/** Only a credit that nobody decided about; 409 `ja_conciliado` else. */
export function exigirIndeciso(movimento: Movimento): void {
  if (!indeciso(movimento)) throw jaConciliado(movimento, VEJA)
  if (movimento.tipo !== 'credito')
    throw new RegraViolada('movimento_nao_e_credito', 'Só um crédito é conciliado: isto é dinheiro que saiu.')
}

/** How much of a credit may be applied: the undecided part, or what is left for its customer. */
export function disponivel(movimento: Movimento): Centavos {
  if (movimento.credito_centavos > 0) return movimento.credito_centavos
  exigirIndeciso(movimento)
  return movimento.sem_dono_centavos
}

/**
 * Holds accounts from now on for money that may be theirs; not again one that is held, or that was held and not billed
 * since.
 */
export const porACaminho = (trx: Trx, contas: readonly number[], agora: Date) =>
  sql`
    insert into conta_a_caminho (conta_id, desde)
    select id, ${agora} from conta where id = any(${[...contas]}::bigint[]) order by id
    on conflict (conta_id) do update set desde = excluded.desde
    where conta_a_caminho.desde is null or exists (
      select from cobranca_passo p join mensagem m on m.id = p.mensagem_id
      where p.conta_id = excluded.conta_id and m.created_at > conta_a_caminho.desde and not m.liberada)`.execute(trx)

/** All the open accounts of a customer whose credit came. */
export async function clienteACaminho(trx: Trx, clienteId: number, agora: Date): Promise<void> {
  const abertas = await trx
    .selectFrom('conta')
    .select('id')
    .where('cliente_id', '=', clienteId)
    .where('situacao', '=', 'aberta')
    .execute()
  await porACaminho(
    trx,
    abertas.map(({ id }) => id),
    agora,
  )
}
