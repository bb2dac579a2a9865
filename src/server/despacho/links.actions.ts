import { LINK_GUARDADO } from '#domain/link.ts'
import type { Trx } from '#server/db/schema.ts'
import { fazerLinks, type LinkFeito } from '#server/links/links.actions.ts'
import type { Escrito, Mensagem, Veredito } from './julgamento.ts'

/**
 * Creates, with the claim, the links that these messages need: their addresses go into what is sent, and are stored
 * nowhere.
 */
export async function linksDaVez(
  trx: Trx,
  mensagens: readonly Mensagem[],
  vereditos: Map<number, Veredito>,
  origem: string,
  agora: Date,
): Promise<void> {
  const pedem = mensagens.flatMap(({ id, cliente_id, contato_id }) => {
    const veredito = vereditos.get(id)!
    if ('cancelar' in veredito || !veredito.comLink) return []
    return [{ veredito, comLink: veredito.comLink, mensagemId: id, clienteId: cliente_id, contatoId: contato_id }]
  })
  const pedidos = pedem.flatMap(({ mensagemId, clienteId, contatoId }) =>
    clienteId === null || contatoId === null ? [] : [{ mensagemId, clienteId, contatoId }],
  )
  const feitos = await fazerLinks(trx, pedidos, { origem, agora })
  for (const { mensagemId, veredito, comLink } of pedem)
    vereditos.set(mensagemId, { ...veredito, ...comLink(feitos.get(mensagemId) ?? null) })
}

/** What is kept of a message once it has its address: words in its place. */
export function guardando({ enviar, conteudo }: Omit<Escrito, 'guardar'>, link: LinkFeito | null): Escrito {
  if (link === null) return { enviar, conteudo }
  const sem = (texto: string) => texto.replaceAll(link.endereco, LINK_GUARDADO).replaceAll(link.token, 'novo')
  return { enviar, conteudo: sem(conteudo), guardar: JSON.parse(sem(JSON.stringify(enviar))) }
}
