import type { z } from 'zod'
import type { criarMinhaFrase, Frase } from '#contract/frases.ts'
import type { Autor } from '#domain/causa.ts'
import { CamposInvalidos, NaoEncontrado } from '#domain/erros.ts'
import type { VerboDe } from '#domain/log.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { exigirUsuarioAtivo } from '#server/sessao/usuario-ativo.actions.ts'
import { type Dono, paraApi } from './frases.queries.ts'

type Corpo = z.output<typeof criarMinhaFrase.schema.body>

const MAXIMO_DE_CADA = 300

/** Keeps a new phrase of an operator, or of the company. One shortcut stands for one of them. */
export const criarFrase = (db: Db, dono: Dono, corpo: Corpo, autor: Autor): Promise<Frase> =>
  emTransacao(db, async (trx) => {
    await exigirUsuarioAtivo(trx, autor.usuarioId)
    const { total } = await trx
      .selectFrom('frase')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('usuario_id', 'is not distinct from', dono)
      .executeTakeFirstOrThrow()
    if (total >= MAXIMO_DE_CADA)
      throw new CamposInvalidos({ atalho: [`São no máximo ${MAXIMO_DE_CADA} frases. Apague uma que não usa mais.`] })
    const feita = await trx
      .insertInto('frase')
      .values({ ...corpo, usuario_id: dono, updated_at: autor.agora })
      .onConflict((conflito) => conflito.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!feita) throw emUso(corpo.atalho)
    await contar(trx, dono, 'criar', corpo.atalho, autor)
    return paraApi(feita)
  })

/** Writes a phrase anew; another's is as if it were not there. */
export const mudarFrase = (db: Db, dono: Dono, id: number, corpo: Corpo, autor: Autor): Promise<Frase> =>
  emTransacao(db, async (trx) => {
    await exigirUsuarioAtivo(trx, autor.usuarioId)
    await travar(trx, dono, id)
    const mudada = await trx
      .updateTable('frase')
      .set({ ...corpo, updated_at: autor.agora })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch((erro) => {
        throw erro.constraint === 'frase_atalho' ? emUso(corpo.atalho) : erro
      })
    await contar(trx, dono, 'mudar', corpo.atalho, autor)
    return paraApi(mudada)
  })

export const apagarFrase = (db: Db, dono: Dono, id: number, autor: Autor): Promise<void> =>
  emTransacao(db, async (trx) => {
    await exigirUsuarioAtivo(trx, autor.usuarioId)
    const { atalho } = await travar(trx, dono, id)
    await trx.deleteFrom('frase').where('id', '=', id).execute()
    await contar(trx, dono, 'apagar', atalho, autor)
  })

async function travar(trx: Trx, dono: Dono, id: number) {
  const frase = await trx
    .selectFrom('frase')
    .selectAll()
    .where('id', '=', id)
    .where('usuario_id', 'is not distinct from', dono)
    .forUpdate()
    .executeTakeFirst()
  if (!frase) throw new NaoEncontrado('Esta frase não existe mais. Atualize a tela para ver as que há.')
  return frase
}

const emUso = (atalho: string) =>
  new CamposInvalidos({ atalho: [`Já há uma frase com o atalho /${atalho}. Escolha outro, ou mude aquela.`] })

/** Personal phrases concern nobody else; changes of the company's are logged. */
async function contar(trx: Trx, dono: Dono, verbo: VerboDe<'frase'>, atalho: string, autor: Autor) {
  if (dono !== null) return
  await registrar(trx, {
    ...autor,
    acao: `frase.${verbo}`,
    descricao: `Frase da empresa /${atalho} ${FEITO[verbo]}.`,
  })
}
const FEITO: Record<VerboDe<'frase'>, string> = { criar: 'criada', mudar: 'mudada', apagar: 'apagada' }
