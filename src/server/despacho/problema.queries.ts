import { sql } from 'kysely'
import { localDe } from '#domain/data.ts'
import type { Db, Linha } from '#server/db/schema.ts'

/** What is wrong with the sending itself, as the tries of any node show it. */
export interface ProblemaDoEnvio {
  codigo: 'envio_retido' | 'sem_resposta' | 'sem_conexao' | 'recusa' | 'fila_parada'
  titulo: string
  desde: string
  /** What happens, and what becomes of the messages. */
  mensagem: string
}

/** A momentary refusal by Meta, such as a rate limit, is no problem yet. */
const RECUSA_MS = 60_000

const UMA_DE_CADA_VEZ = 'Uma mensagem de cada vez é tentada, e as outras saem quando uma for respondida.'

/** Null while messages go out, or are known to be held for another reason. */
export async function acharProblemaDoEnvio(db: Db, agora: Date): Promise<ProblemaDoEnvio | null> {
  const { rows } = await sql<Linha<'despacho'>>`select * from despacho`.execute(db)
  const { retida_em, falha_tipo, falha_desde, falha_detalhe, fila_parada_em } = rows[0]!
  const detalhe = falha_detalhe ? `${falha_detalhe} ` : ''
  if (retida_em !== null)
    return {
      codigo: 'envio_retido',
      titulo: 'Envio retido: banco de dados restaurado',
      desde: retida_em,
      mensagem:
        'O banco de dados voltou para antes de envios já feitos, e mensagens poderiam sair outra vez. Nada sai até um administrador conferir a fila em Config. WhatsApp e decidir.',
    }
  if (falha_tipo === 'sem_resposta')
    return {
      codigo: falha_tipo,
      titulo: 'WhatsApp sem resposta',
      desde: falha_desde!,
      mensagem: `A API do WhatsApp recebe os envios e não responde. ${detalhe}${UMA_DE_CADA_VEZ}`,
    }
  if (falha_tipo === 'sem_conexao')
    return {
      codigo: falha_tipo,
      titulo: 'WhatsApp desconectado',
      desde: falha_desde!,
      mensagem: `Não se consegue conexão com a API do WhatsApp para enviar. ${detalhe}${UMA_DE_CADA_VEZ}`,
    }
  if (falha_tipo === 'recusa' && agora.getTime() - Date.parse(falha_desde!) >= RECUSA_MS)
    return {
      codigo: falha_tipo,
      titulo: 'A Meta recusa os envios',
      desde: falha_desde!,
      mensagem: `${detalhe}Os envios são tentados de novo sozinhos, em intervalos crescentes.`,
    }
  if (fila_parada_em !== null)
    return {
      codigo: 'fila_parada',
      titulo: 'A fila de envio não anda',
      desde: fila_parada_em,
      mensagem: `A fila não anda desde ${localDe(fila_parada_em).hora}: há mensagens prontas e nada sai. Confira se os servidores do sistema estão de pé e se alcançam o banco de dados.`,
    }
  return null
}
