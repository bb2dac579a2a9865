import type { ContaEmulada } from './conta.ts'
import { erroDeStatus } from './erros.ts'
import { type Aparelho, type MensagemEmulada, type MidiaEmulada, novoWamid, waId } from './mundo.ts'
import type { Evento } from './webhooks.ts'

export interface Formato {
  conta: ContaEmulada
  /** Off: webhooks as they were before user ids existed. */
  bsuid: boolean
  /** Up to v23.0 a status brings its conversation; the version of webhooks is chosen apart from that of calls. */
  comConversa: boolean
}

const segundos = (instante: Date | string) => String(Math.floor(new Date(instante).getTime() / 1000))
const COBRANCA_DO_SERVICO = Date.parse('2026-10-01T00:00:00Z')

/** One of `sent`, `delivered`, `read`, `failed` about a message of the company's. */
export function eventoDeStatus(formato: Formato, aparelho: Aparelho, mensagem: MensagemEmulada, agora: Date): Evento {
  const { status } = mensagem
  const falhou = status === 'failed'
  const cobrado = status === 'sent' || status === 'delivered'
  const valor = {
    ...cabecalho(formato),
    // Meta leaves the contact out of failures.
    ...(falhou ? {} : { contacts: [contato(formato, aparelho)] }),
    statuses: [
      {
        id: mensagem.wamid,
        status,
        timestamp: segundos(agora),
        ...(aparelho.ajustes.escondeTelefone ? {} : { recipient_id: waId(aparelho) }),
        ...(formato.bsuid && !falhou ? { recipient_user_id: aparelho.bsuid } : {}),
        ...(mensagem.referencia === null ? {} : { biz_opaque_callback_data: mensagem.referencia }),
        ...(formato.comConversa && cobrado ? { conversation: conversa(mensagem, agora) } : {}),
        ...(cobrado ? { pricing: preco(mensagem, agora) } : {}),
        ...(falhou ? { errors: [erroDeStatus(mensagem.erro ?? 131000)] } : {}),
      },
    ],
  }
  return {
    campo: 'messages',
    valor,
    aparelho: aparelho.id,
    titulo: `statuses · ${status}`,
    resumo: falhou ? `erro ${mensagem.erro}` : resumir(mensagem.texto),
  }
}

/** What the customer wrote, tapped, sent or felt. `conteudo` is the part that depends on the kind. */
export function eventoDeMensagem(
  formato: Formato,
  aparelho: Aparelho,
  mensagem: Pick<MensagemEmulada, 'wamid' | 'tipo' | 'texto' | 'cita' | 'quando'>,
  conteudo: object,
): Evento {
  const valor = {
    ...cabecalho(formato),
    contacts: [contato(formato, aparelho)],
    messages: [
      {
        ...(mensagem.cita ? { context: { from: formato.conta.numero, id: mensagem.cita } } : {}),
        ...(aparelho.ajustes.escondeTelefone ? {} : { from: waId(aparelho) }),
        ...(formato.bsuid || aparelho.ajustes.escondeTelefone ? { from_user_id: aparelho.bsuid } : {}),
        id: mensagem.wamid,
        timestamp: segundos(mensagem.quando),
        type: mensagem.tipo,
        [mensagem.tipo]: conteudo,
      },
    ],
  }
  return {
    campo: 'messages',
    valor,
    aparelho: aparelho.id,
    titulo: `messages · ${mensagem.tipo}`,
    resumo: resumir(mensagem.texto),
  }
}

/** Stop or resume of marketing, set in WhatsApp itself and not written to the company. */
export function eventoDePreferencia(formato: Formato, aparelho: Aparelho, agora: Date): Evento {
  const value = aparelho.querMarketing ? 'resume' : 'stop'
  const preferencia = {
    wa_id: waId(aparelho),
    ...(formato.bsuid ? { user_id: aparelho.bsuid } : {}),
    detail: `User requested to ${value} marketing messages`,
    category: 'marketing_messages',
    value,
    timestamp: Number(segundos(agora)),
  }
  return {
    campo: 'user_preferences',
    valor: { ...cabecalho(formato), contacts: [contato(formato, aparelho)], user_preferences: [preferencia] },
    aparelho: aparelho.id,
    titulo: `user_preferences · ${value}`,
    resumo: '',
  }
}

/** A customer with another number: a system message from the old one, and the change of the user id that follows. */
export function eventosDeTroca(formato: Formato, antes: Aparelho, depois: Aparelho, agora: Date): Evento[] {
  const [de, para] = [waId(antes), waId(depois)]
  const nome = depois.nome ?? 'Cliente'
  const sistema = {
    from: de,
    id: novoWamid(de, 'cliente'),
    timestamp: segundos(agora),
    type: 'system',
    system: { body: `User ${nome} changed from ${de} to ${para}`, wa_id: para, type: 'user_changed_number' },
  }
  const base = { aparelho: depois.id, resumo: `${antes.telefone} → ${depois.telefone}` }
  const eventos: Evento[] = [
    {
      ...base,
      campo: 'messages',
      valor: { ...cabecalho(formato), messages: [sistema] },
      titulo: 'messages · system',
    },
  ]
  if (!formato.bsuid) return eventos
  const troca = {
    wa_id: para,
    detail: `User id for ${nome} has been updated.`,
    user_id: { previous: antes.bsuid, current: depois.bsuid },
    timestamp: segundos(agora),
  }
  const contacts = [{ profile: { name: nome }, wa_id: para }]
  const valor = { ...cabecalho(formato), contacts, user_id_update: [troca] }
  return [...eventos, { ...base, campo: 'user_id_update', valor, titulo: 'user_id_update' }]
}

/** The wire form of a file in a webhook; its address needs the token and lives five minutes. */
export const midiaEmJson = (midia: MidiaEmulada, sha256: string, url: string | null, legenda: string) => ({
  ...(legenda ? { caption: legenda } : {}),
  ...(midia.nome ? { filename: midia.nome } : {}),
  mime_type: midia.mime,
  sha256,
  id: midia.id,
  ...(url ? { url } : {}),
})

const cabecalho = ({ conta }: Formato) => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: conta.numero, phone_number_id: conta.phoneNumberId },
})

function contato({ bsuid }: Formato, aparelho: Aparelho) {
  const { escondeTelefone } = aparelho.ajustes
  return {
    profile: {
      name: aparelho.nome ?? 'Cliente',
      ...(escondeTelefone ? { username: `cliente.${aparelho.id.slice(-6)}` } : {}),
    },
    ...(escondeTelefone ? {} : { wa_id: waId(aparelho) }),
    ...(bsuid || escondeTelefone ? { user_id: aparelho.bsuid } : {}),
  }
}

const conversa = (mensagem: MensagemEmulada, agora: Date) => ({
  id: mensagem.wamid.slice(-32).toLowerCase(),
  ...(mensagem.status === 'sent' ? { expiration_timestamp: segundos(new Date(agora.getTime() + 86_400_000)) } : {}),
  origin: { type: mensagem.categoria },
})

/** Messages inside the window were free until October 2026; everything else is charged when delivered. */
function preco({ categoria }: MensagemEmulada, agora: Date) {
  const gratis = categoria === 'service' && agora.getTime() < COBRANCA_DO_SERVICO
  return {
    billable: !gratis,
    pricing_model: 'PMP',
    type: gratis ? 'free_customer_service' : 'regular',
    category: categoria,
  }
}

const resumir = (texto: string) => (texto.length > 60 ? `“${texto.slice(0, 57)}…”` : texto && `“${texto}”`)
