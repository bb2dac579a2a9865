import type { SituacaoDoSegundoFator } from '#contract/segundo-fator.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/** Whether it is in force, since when, and how many recovery codes are left. */
export async function verSegundoFator(db: Db, usuarioId: number): Promise<SituacaoDoSegundoFator> {
  const { segundo_fator_em: em } = await db
    .selectFrom('usuario')
    .select('segundo_fator_em')
    .where('id', '=', usuarioId)
    .executeTakeFirstOrThrow()
  const { n } = await db
    .selectFrom('codigo_de_recuperacao')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('usuario_id', '=', usuarioId)
    .where('usado_em', 'is', null)
    .executeTakeFirstOrThrow()
  return { ativo: em !== null, ativado_em: em, codigos_restantes: Number(n) }
}

/** A secret that no code has proved yet. */
export const gravarSegredo = (trx: Trx, usuarioId: number, cifrado: Buffer) =>
  trx
    .updateTable('usuario')
    .set({ segundo_fator_cifrado: cifrado, segundo_fator_em: null, segundo_fator_passo: null })
    .where('id', '=', usuarioId)
    .execute()

/** In force from now on, with these recovery codes and no others. */
export async function ativar(
  trx: Trx,
  usuarioId: number,
  { passo, codigos, agora }: { passo: number; codigos: { marca: string; hash: string }[]; agora: Date },
): Promise<void> {
  await trx
    .updateTable('usuario')
    .set({ segundo_fator_em: agora, segundo_fator_passo: passo })
    .where('id', '=', usuarioId)
    .execute()
  await trx.deleteFrom('codigo_de_recuperacao').where('usuario_id', '=', usuarioId).execute()
  const linhas = codigos.map((codigo) => ({ ...codigo, usuario_id: usuarioId }))
  await trx.insertInto('codigo_de_recuperacao').values(linhas).execute()
}

/** Codes of this step and of earlier ones are no longer accepted. */
export const anotarPasso = (trx: Trx, usuarioId: number, passo: number) =>
  trx.updateTable('usuario').set({ segundo_fator_passo: passo }).where('id', '=', usuarioId).execute()

/** The hash of a recovery code that is left, by its mark. */
export const buscarCodigo = (trx: Trx, usuarioId: number, marca: string) =>
  trx
    .selectFrom('codigo_de_recuperacao')
    .select('hash')
    .where('usuario_id', '=', usuarioId)
    .where('marca', '=', marca)
    .where('usado_em', 'is', null)
    .executeTakeFirst()

export const anotarCodigoUsado = (trx: Trx, usuarioId: number, marca: string, agora: Date) =>
  trx
    .updateTable('codigo_de_recuperacao')
    .set({ usado_em: agora })
    .where('usuario_id', '=', usuarioId)
    .where('marca', '=', marca)
    .execute()

/** Without a second factor, as before; false where there was none. */
export async function apagarSegundoFator(trx: Trx, usuarioId: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('usuario')
    .set({ segundo_fator_cifrado: null, segundo_fator_em: null, segundo_fator_passo: null })
    .where('id', '=', usuarioId)
    .where('segundo_fator_em', 'is not', null)
    .executeTakeFirst()
  await trx.deleteFrom('codigo_de_recuperacao').where('usuario_id', '=', usuarioId).execute()
  return numUpdatedRows > 0n
}
