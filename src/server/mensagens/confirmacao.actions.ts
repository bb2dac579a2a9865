import { janelaAberta } from '#domain/conversa.ts'
import { DIA_MS } from '#domain/data.ts'
import { exigirVisivel } from '#server/clientes/destinatario.queries.ts'
import type { Servicos } from '#server/servicos.ts'

type Meios = Pick<Servicos, 'db' | 'relogio' | 'whatsapp' | 'log'>

/** Meta accepts read receipts for messages up to 30 days old. */
const ACEITA_MS = 30 * DIA_MS

/**
 * Tells WhatsApp that what this customer wrote was read (the two blue ticks on their side), and with `digitando` that
 * somebody is writing. A courtesy: nothing here waits for it, and when it fails nothing is lost.
 */
export async function confirmarLeitura(meios: Meios, clienteId: number, digitando = false): Promise<void> {
  const { db, relogio, whatsapp, log } = meios
  const agora = relogio.agora()
  const ultima = await db
    .selectFrom('mensagem')
    .select('wamid')
    .where('cliente_id', '=', clienteId)
    .where('direcao', '=', 'recebida')
    .where('meta_em', '>', new Date(agora.getTime() - ACEITA_MS).toISOString())
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const api = await whatsapp.api()
  if (!ultima?.wamid || !api) return
  const { numerosAnteriores } = await whatsapp.conta()
  let resultado = await api.marcarLida(ultima.wamid, { digitando })
  // Messages to a former number of ours are marked as read at that number.
  for (const numeroId of [...numerosAnteriores].reverse()) {
    if (resultado.tipo !== 'recusada') break
    resultado = await api.marcarLida(ultima.wamid, { digitando, numeroId })
  }
  if (resultado.tipo !== 'ok') log.info({ resultado, cliente: clienteId }, 'o WhatsApp não soube da leitura')
}

/** "digitando…" on the customer's side, while the window lets somebody answer at all. */
export async function mostrarDigitando(meios: Meios, clienteId: number, operadorId: number): Promise<void> {
  await exigirVisivel(meios.db, clienteId, operadorId)
  const contato = await meios.db
    .selectFrom('contato')
    .innerJoin('cliente', 'cliente.contato_id', 'contato.id')
    .select(['janela_ate', 'aceita_mensagens'])
    .where('cliente.id', '=', clienteId)
    .executeTakeFirst()
  if (!contato?.aceita_mensagens || !janelaAberta(contato.janela_ate, meios.relogio.agora())) return
  await confirmarLeitura(meios, clienteId, true)
}
