import { abrirBanco } from '#server/db/conexao.ts'
import { firmarIdentidade } from '#server/db/identidade.ts'
import { migrar } from '#server/db/migrar.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { assumirChave } from '#server/segredos/troca.actions.ts'
import type { ChavesDaRestauracao } from './chave.ts'
import type { CopiaConferida } from './restaurar.actions.ts'

/** What a restored database needs before a node may start on it: this version's schema, this place's key, and a line in its log. */
export async function firmarRestauracao(
  url: string,
  pastaDados: string,
  { atual, anterior }: ChavesDaRestauracao & { atual: Buffer },
  { manifesto }: CopiaConferida,
  agora: Date,
): Promise<void> {
  await migrar(url)
  const banco = abrirBanco(url, { conexoes: 2 })
  try {
    await emTransacao(banco.db, (trx) => assumirChave(trx, atual, anterior, agora))
    await firmarIdentidade(banco.db, pastaDados)
    // Set when the backup was made of a database left behind by a move.
    await banco.db.updateTable('configuracao').set({ mudada_em: null }).execute()
    await registrar(banco.db, {
      agora,
      nivel: 'aviso',
      acao: 'copia.restaurar',
      descricao: `Os dados foram restaurados da cópia de segurança de ${manifesto.feita_em}. Sessões terminaram, e o envio está retido.`,
      dados: { feita_em: manifesto.feita_em },
    })
  } finally {
    await banco.fechar()
  }
}
