import { sql } from 'kysely'
import type { Trx } from '#server/db/schema.ts'
import { type Cenario, MINUTO } from './cenario.ts'
import { FRASES_DA_EMPRESA, FRASES_DE_CADA, NOTAS } from './falas.ts'
import { LOGINS_DA_DEMONSTRACAO } from './logins.actions.ts'
import type { Sorteio } from './sorteio.ts'

const NOMES = LOGINS_DA_DEMONSTRACAO.filter(({ papel }) => papel === 'operador').map(({ nome }) => nome)

/** What the company's people keep at hand, and wrote to each other about some of those they talk to. */
export async function anotarHistoria(cena: Pick<Cenario, 'trx' | 'agora' | 'operadores'>, sorteio: Sorteio) {
  await guardarFrases(cena)
  for (const { id, motivo, operador, desde } of await comQuemSeFala(cena.trx)) {
    if (!sorteio.chance(0.6)) continue
    const autor = operador === null ? sorteio.inteiro(0, cena.operadores.length - 1) : cena.operadores.indexOf(operador)
    const colega = (autor + 1) % cena.operadores.length
    // Only nobody's customers get notes with a mention, so that whoever is named may open them.
    const cabem = NOTAS[motivo].filter((nota) => nota.includes('@') === (operador === null))
    if (cabem.length === 0) continue
    const texto = sorteio.escolher<string>(cabem)
    const escrita = new Date(desde).getTime() + sorteio.inteiro(3, 40) * MINUTO
    const nota = await cena.trx
      .insertInto('anotacao')
      .values({
        cliente_id: id,
        autor_id: cena.operadores[autor]!,
        texto: texto.replace('{colega}', NOMES[colega]!),
        fixada: motivo === 'em_atendimento' || motivo === 'acordo_quebrado',
        created_at: new Date(Math.min(escrita, cena.agora.getTime())),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (texto.includes('@'))
      await cena.trx
        .insertInto('mencao')
        .values({ anotacao_id: nota.id, usuario_id: cena.operadores[colega]! })
        .execute()
  }
}

async function guardarFrases({ trx, agora, operadores }: Pick<Cenario, 'trx' | 'agora' | 'operadores'>) {
  const todas = [
    ...FRASES_DA_EMPRESA.map((frase) => ({ ...frase, usuario_id: null })),
    ...FRASES_DE_CADA.flatMap((dela, i) => dela.map((frase) => ({ ...frase, usuario_id: operadores[i]! }))),
  ]
  await trx
    .insertInto('frase')
    .values(todas.map((frase) => ({ ...frase, updated_at: agora })))
    .execute()
}

/** Customers about whom there is something to say, and since when. */
async function comQuemSeFala(trx: Trx) {
  const { rows } = await sql<{ id: number; motivo: keyof typeof NOTAS; operador: number | null; desde: string }>`
    select id, coalesce(aguardando_motivo, status) as motivo, operador_id as operador,
      coalesce(aguardando_desde, ultimo_contato_em, created_at) as desde
    from cliente where coalesce(aguardando_motivo, status) = any(${Object.keys(NOTAS)}) order by id`.execute(trx)
  return rows
}
