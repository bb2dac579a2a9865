import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { criarToken as contratoCriar, TokenDeAcesso } from '#contract/integracoes.ts'
import { instanteDe } from '#domain/calendario.ts'
import type { Autor } from '#domain/causa.ts'
import { somarDias } from '#domain/data.ts'
import { CamposInvalidos, NaoEncontrado } from '#domain/erros.ts'
import { frase, oUsuario } from '#domain/frase-do-log.ts'
import type { Db } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { criarTokenDeAcesso } from '#server/sessao/exigir-token.ts'
import { exigirUsuarioAtivo } from '#server/sessao/usuario-ativo.actions.ts'
import { lerTokens } from './tokens.queries.ts'

type Novo = z.output<typeof contratoCriar.schema.body>

/** Stored as the password hash: it is no valid hash, so no password matches. */
const SEM_SENHA = 'programa'

/** A program's token, with a user of its own to act as. The token is in this answer and nowhere else. */
export const criarToken = (db: Db, novo: Novo, autor: Autor): Promise<TokenDeAcesso & { token: string }> =>
  emTransacao(db, async (trx) => {
    await exigirUsuarioAtivo(trx, autor.usuarioId)
    const expira = validade(novo.expira_em ?? null, autor.agora)
    const em = { created_at: autor.agora, updated_at: autor.agora }
    const programa = await trx
      .insertInto('usuario')
      .values({
        name: novo.nome,
        email: `${randomUUID()}@programa.invalid`,
        senha_hash: SEM_SENHA,
        role: 'integracao',
        ...em,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { token, hash } = criarTokenDeAcesso()
    const { id } = await trx
      .insertInto('token_de_acesso')
      .values({
        usuario_id: programa.id,
        token_hash: hash,
        escopos: novo.escopos,
        criado_por: autor.usuarioId,
        created_at: autor.agora,
        expira_em: expira,
        minuto_desde: autor.agora,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await registrar(trx, {
      ...autor,
      acao: 'integracao.criar_token',
      descricao: frase`Token de ${oUsuario(programa.id)} criado, com ${novo.escopos.join(', ')}.`,
    })
    return { ...(await lerTokens(trx, id))[0]!, token }
  })

/** A day is good until it is over, in São Paulo. */
function validade(expira: string | null, agora: Date): Date | null {
  if (expira === null) return null
  const instante = new Date(expira.length === 10 ? instanteDe(somarDias(expira, 1)) : expira)
  if (instante > agora) return instante
  throw new CamposInvalidos({ expira_em: ['O token já nasceria vencido: escolha um momento no futuro.'] })
}

/** Dead at once, on every node; its name stays in the log. */
export const revogarToken = (db: Db, id: number, autor: Autor): Promise<void> =>
  emTransacao(db, async (trx) => {
    await exigirUsuarioAtivo(trx, autor.usuarioId)
    const revogado = await trx
      .updateTable('token_de_acesso')
      .set({ revogado_em: autor.agora })
      .where('id', '=', id)
      .where('revogado_em', 'is', null)
      .returning('usuario_id')
      .executeTakeFirst()
    if (!revogado) throw new NaoEncontrado('Este token não existe ou já foi revogado.')
    await trx
      .updateTable('usuario')
      .set({ status: 'Bloqueado', updated_at: autor.agora })
      .where('id', '=', revogado.usuario_id)
      .execute()
    await registrar(trx, {
      ...autor,
      acao: 'integracao.revogar_token',
      descricao: frase`Token de ${oUsuario(revogado.usuario_id)} revogado.`,
    })
  })
