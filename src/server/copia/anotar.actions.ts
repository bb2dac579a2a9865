import { emBytes } from '#domain/bytes.ts'
import { plural } from '#domain/plural.ts'
import type { Db } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrar } from '#server/logs/logs.actions.ts'

/** A copy begins: gives its number. */
export async function anotarComeco(db: Db, agora: Date, noturna: boolean): Promise<number> {
  const { id } = await db
    .insertInto('copia')
    .values({ comecou_em: agora, noturna })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A complete copy: its path on the machine that made it. */
export interface CopiaFeita {
  arquivo: string
  bytes: number
}

/** Records the end: success, or the sentence of the failure. Only the first call counts. */
export async function anotarFim(db: Db, id: number, fim: CopiaFeita | { erro: string }): Promise<void> {
  await emTransacao(db, async (trx) => {
    const agora = new Date()
    const anotada = await trx
      .updateTable('copia')
      .set({ ...fim, terminou_em: agora })
      .where('id', '=', id)
      .where('terminou_em', 'is', null)
      .returning('noturna')
      .executeTakeFirst()
    if (!anotada) return
    const qual = anotada.noturna ? 'A cópia de segurança da noite' : 'A cópia de segurança'
    await registrar(
      trx,
      'erro' in fim
        ? { agora, nivel: 'erro', acao: 'copia.falhar', descricao: `${qual} falhou: ${fim.erro}` }
        : { agora, acao: 'copia.fazer', descricao: `${qual} foi feita: ${emBytes(fim.bytes)}, em ${fim.arquivo}.` },
    )
  })
}

/** A copy that was restored apart, to know that it can be. */
export interface Ensaio {
  em: Date
  arquivo: string
  /** When the copy was made; null: it could not be read. */
  copiaDe: string | null
  desfecho: { linhas: number } | { erro: string }
}

export async function anotarEnsaio(db: Db, { em, arquivo, copiaDe, desfecho }: Ensaio): Promise<void> {
  await emTransacao(db, async (trx) => {
    const ensaio = { ensaiada_em: em, arquivo, copia_de: copiaDe, ...desfecho }
    await trx.insertInto('ensaio_de_copia').values(ensaio).execute()
    await registrar(
      trx,
      'erro' in desfecho
        ? {
            agora: em,
            nivel: 'erro',
            acao: 'copia.ensaiar',
            descricao: `A restauração de ${arquivo} foi ensaiada e falhou: ${desfecho.erro}`,
          }
        : {
            agora: em,
            acao: 'copia.ensaiar',
            descricao: `A restauração de ${arquivo} foi ensaiada e deu certo: ${plural(desfecho.linhas, 'linha', 'linhas')}.`,
          },
    )
  })
}
