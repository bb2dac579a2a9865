import type { Trx } from '#server/db/schema.ts'

/** Writes a user and gives its id; e-mails are unique whatever their case. */
export async function inserirUsuario(
  trx: Trx,
  { name, email, senhaHash, role }: { name: string; email: string; senhaHash: string; role: 'admin' | 'operador' },
  agora: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto('usuario')
    .values({ name, email, senha_hash: senhaHash, role, created_at: agora, updated_at: agora })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
