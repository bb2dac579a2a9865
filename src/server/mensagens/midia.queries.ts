import type { FastifyReply } from 'fastify'
import { NaoEncontrado } from '#domain/erros.ts'
import { exigirVisivel } from '#server/clientes/destinatario.queries.ts'
import type { Db } from '#server/db/schema.ts'
import { estaInteiro, type Midia } from '#server/saida/midia.ts'
import type { Servicos } from '#server/servicos.ts'

/** Types that no browser runs as a page: they may be shown where they stand. Anything else is only ever saved. */
const MOSTRAVEIS = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'audio/ogg',
  'audio/mpeg',
  'audio/mp4',
  'audio/aac',
  'audio/amr',
  'video/mp4',
  'video/3gpp',
])

/**
 * Serves a conversation's file as untrusted content: its type from a short list, no sniffing, no scripts. `operadorId`:
 * the operator asking, who must see the customer; null: an administrator, for files of no customer.
 */
export async function abrirMidia(
  { db, armazem }: Pick<Servicos, 'db' | 'armazem'>,
  reply: FastifyReply,
  mensagemId: number,
  operadorId: number | null,
) {
  return servirArquivo(armazem, reply, await acharMidia(db, mensagemId, operadorId), mensagemId)
}

/** The same of any file of a stranger's; `id` names one that came without a name. */
export async function servirArquivo(
  armazem: Servicos['armazem'],
  reply: FastifyReply,
  midia: Midia & { arquivo: string },
  id: number,
) {
  const guardado = await armazem.abrir(midia.arquivo)
  if (!guardado) throw new NaoEncontrado('O arquivo não está mais neste servidor.')
  if (!estaInteiro(midia, guardado.tamanho)) {
    guardado.corpo.on('error', () => undefined).destroy()
    throw new NaoEncontrado('O arquivo não está inteiro neste servidor. Peça que seja enviado de novo.')
  }
  const mime = midia.mime.split(';')[0]?.trim().toLowerCase() ?? ''
  const mostravel = MOSTRAVEIS.has(mime)
  return (
    reply
      .header('content-type', mostravel ? mime : 'application/octet-stream')
      .header('content-length', guardado.tamanho)
      .header('content-disposition', `${mostravel ? 'inline' : 'attachment'}; ${nomeDoArquivo(midia, id)}`)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      // The browser must not keep it: the next person at this computer could read it.
      .header('cache-control', 'no-store')
      .send(guardado.corpo)
  )
}

async function acharMidia(db: Db, id: number, operadorId: number | null): Promise<Midia & { arquivo: string }> {
  const mensagem = await db
    .selectFrom('mensagem')
    .select(['cliente_id', 'midia'])
    .where('id', '=', id)
    .executeTakeFirst()
  const midia = mensagem?.midia as Midia | null | undefined
  const deQuem = mensagem?.cliente_id ?? null
  if (!midia?.arquivo || (operadorId === null) !== (deQuem === null)) {
    throw new NaoEncontrado('Esta mensagem não tem um arquivo para abrir.')
  }
  if (operadorId !== null && deQuem !== null) await exigirVisivel(db, deQuem, operadorId)
  return { ...midia, arquivo: midia.arquivo }
}

/** Quotes, line breaks and letters beyond ASCII cannot break the header. */
function nomeDoArquivo({ nome, mime }: Midia, id: number): string {
  const dado =
    nome ??
    `arquivo-${id}.${
      mime
        .split(';')[0]
        ?.split('/')[1]
        ?.replace(/[^a-z0-9]/gi, '') || 'bin'
    }`
  const simples = dado.replace(/[^\x20-\x7e]|["\\]/g, '_')
  return `filename="${simples}"; filename*=UTF-8''${encodeURIComponent(dado).replace(/['()*]/g, (l) => `%${l.charCodeAt(0).toString(16)}`)}`
}
