import { createHash, randomBytes } from 'node:crypto'
import { canonico, ehCelular } from '#domain/telefone.ts'
import type { Comportamento } from './especiais.ts'

export type StatusEnvio = 'aceita' | 'sent' | 'delivered' | 'read' | 'played' | 'failed'

export interface MidiaEmulada {
  id: string
  mime: string
  nome: string | null
}

/** One bubble on a phone. */
export interface MensagemEmulada {
  wamid: string
  direcao: 'empresa' | 'cliente'
  tipo: string
  texto: string
  /** ISO, by the business clock. */
  quando: string
  /** Of the company's messages; the customer's are simply there. */
  status: StatusEnvio
  /** The code it failed with. */
  erro: number | null
  /** `biz_opaque_callback_data`. */
  referencia: string | null
  /** Id of the company's number it was written to; what is older: the one in use. */
  numero?: string
  /** The wamid quoted. */
  cita: string | null
  /** A button; with `linha`, a row of a list, with its description. */
  botoes: { texto: string; id: string | null; linha?: string }[]
  /** Of a template: the line above its text, and the buttons that open an address or copy a code. */
  cabecalho?: string | null
  acoes?: { tipo: 'link' | 'copiar'; texto: string; valor: string }[]
  /** What the customer is asked to send. */
  pede?: 'lugar' | 'contato'
  midia: MidiaEmulada | null
  /** Sent while the customer had the company blocked: never delivered. */
  perdida?: boolean
  /** What the customer did to a message of their own. */
  mudada?: 'editada' | 'apagada'
  /** The customer's reaction to it. */
  reacao: string | null
  modelo: string | null
  categoria: string
}

/** The switches of one phone. */
export interface Ajustes {
  /** Off: a phone without network, where messages stay at `sent`. */
  entrega: boolean
  /** The customer blocked the company: its messages stay at `sent` for ever, and nothing tells it. */
  bloqueou: boolean
  leAoAbrir: boolean
  leSozinho: boolean
  respondeSozinho: boolean
  /** null: by area code, as WhatsApp tends to. */
  semNono: boolean | null
  /** A user with a username: neither `from` nor `wa_id` in webhooks. */
  escondeTelefone: boolean
  /** null: by the number itself (see `especiais.ts`). */
  resposta: Comportamento | { tipo: 'aceita' } | null
  atrasoWebhookMs: number
}

export interface Aparelho {
  /** The canonical phone: 55, area, eight digits. */
  id: string
  /** E.164, the fullest spelling seen. */
  telefone: string
  nome: string | null
  bsuid: string
  ajustes: Ajustes
  mensagens: MensagemEmulada[]
  /** Until when the company may write freely; business clock, milliseconds. */
  janelaAte: number
  ultimaEm: string | null
  naoLidas: number
  querMarketing: boolean
  /** When the pair's burst will be whole again; scheduler's clock. */
  parLivreEm: number
}

export interface Limites {
  mensagensPorAparelho: number
  aparelhos: number
}

/** Phones and what is on their screens: bounded in number, each found by a key. */
export class Mundo {
  readonly #aparelhos = new Map<string, Aparelho>()
  readonly #porBsuid = new Map<string, string>()
  readonly #mensagens = new Map<string, { mensagem: MensagemEmulada; aparelho: Aparelho }>()
  readonly #limites: Limites
  readonly #ajustes: () => Ajustes

  constructor(limites: Limites, ajustes: () => Ajustes) {
    this.#limites = limites
    this.#ajustes = ajustes
  }

  /** Least recently active first. */
  get aparelhos(): Iterable<Aparelho> {
    return this.#aparelhos.values()
  }

  get quantos(): number {
    return this.#aparelhos.size
  }

  procurar(telefone: string): Aparelho | undefined {
    return this.#aparelhos.get(canonico(telefone))
  }

  porBsuid(bsuid: string): Aparelho | undefined {
    const id = this.#porBsuid.get(bsuid)
    return id === undefined ? undefined : this.#aparelhos.get(id)
  }

  /** The phone, or a new one that is not kept. */
  ver(telefone: string): Aparelho {
    return this.procurar(telefone) ?? this.#novo(telefone)
  }

  /** The phone, created on first use; above the limit the longest idle one is removed. */
  obter(telefone: string): Aparelho {
    const aparelho = this.procurar(telefone)
    if (aparelho) {
      if (telefone.startsWith('+') && telefone.length > aparelho.telefone.length) aparelho.telefone = telefone
      return aparelho
    }
    return this.repor(this.#novo(telefone))
  }

  repor(aparelho: Aparelho): Aparelho {
    this.#aparelhos.set(aparelho.id, aparelho)
    this.#porBsuid.set(aparelho.bsuid, aparelho.id)
    for (const mensagem of aparelho.mensagens) this.#mensagens.set(mensagem.wamid, { mensagem, aparelho })
    if (this.#aparelhos.size > this.#limites.aparelhos) this.#esquecerMaisParado()
    return aparelho
  }

  /** The same person with the same screen has another number, and by it another user id. */
  mudarDeNumero(aparelho: Aparelho, telefone: string): void {
    this.#aparelhos.delete(aparelho.id)
    this.#porBsuid.delete(aparelho.bsuid)
    const { id, telefone: novo, bsuid } = this.#novo(telefone)
    this.repor(Object.assign(aparelho, { id, telefone: novo, bsuid }))
  }

  mensagem(wamid: string) {
    return this.#mensagens.get(wamid)
  }

  escrever(aparelho: Aparelho, mensagem: MensagemEmulada): void {
    aparelho.mensagens.push(mensagem)
    aparelho.ultimaEm = mensagem.quando
    this.#mensagens.set(mensagem.wamid, { mensagem, aparelho })
    if (aparelho.mensagens.length > this.#limites.mensagensPorAparelho) {
      const antiga = aparelho.mensagens.shift()!
      this.#mensagens.delete(antiga.wamid)
    }
    // A Map keeps the order of insertion: in again means most recently active.
    this.#aparelhos.delete(aparelho.id)
    this.#aparelhos.set(aparelho.id, aparelho)
  }

  #esquecerMaisParado(): void {
    const [parado] = this.#aparelhos.values()
    if (!parado) return
    this.#aparelhos.delete(parado.id)
    this.#porBsuid.delete(parado.bsuid)
    for (const { wamid } of parado.mensagens) this.#mensagens.delete(wamid)
  }

  #novo(telefone: string): Aparelho {
    const id = canonico(telefone)
    return {
      id,
      telefone: comNono(telefone),
      nome: null,
      bsuid: bsuidDe(id),
      ajustes: this.#ajustes(),
      mensagens: [],
      janelaAte: 0,
      ultimaEm: null,
      naoLidas: 0,
      querMarketing: true,
      parLivreEm: 0,
    }
  }
}

/** E.164 for the screen: a Brazilian mobile written without its ninth digit gains it. */
function comNono(telefone: string): string {
  const digitos = telefone.replace(/\D/g, '')
  return `+${digitos.replace(/^(55\d{2})([6-9]\d{7})$/, '$19$2')}`
}

/** WhatsApp's id of an account: in most areas from 31 on it lacks the ninth digit. */
export function waId({ telefone, ajustes }: Aparelho): string {
  const digitos = telefone.slice(1)
  const semNono = ajustes.semNono ?? Number(digitos.slice(2, 4)) >= 31
  return semNono && ehCelular(telefone) ? digitos.slice(0, 4) + digitos.slice(5) : digitos
}

/** The same phone has the same user id in every run, as it has for one business portfolio. */
const bsuidDe = (id: string) =>
  `BR.${BigInt(`0x${createHash('sha256').update(id).digest('hex').slice(0, 16)}`)
    .toString()
    .padStart(20, '1')}`

/** Opaque to everyone, built as Meta's are; unique over restarts, and so never from the seed. */
export function novoWamid(digitos: string, direcao: 'empresa' | 'cliente'): string {
  const sufixo = direcao === 'empresa' ? [0x11, 0x18, 0x12] : [0x12, 0x18, 0x14]
  const hex = randomBytes(direcao === 'empresa' ? 9 : 10)
    .toString('hex')
    .toUpperCase()
  const bytes = Buffer.concat([
    Buffer.from([0x1c, 0x18, digitos.length]),
    Buffer.from(digitos),
    Buffer.from([0x15, 0x02, 0x00, ...sufixo]),
    Buffer.from(hex),
    Buffer.from([0]),
  ])
  return `wamid.${bytes.toString('base64')}`
}

let serie = 0
/** A numeric id of Meta's kind, unique over restarts, and small enough for a JSON number. */
export function novoId(prefixo: number): string {
  serie = (serie + 1) % 1000
  const meio = randomBytes(4).readUInt32BE() % 100_000_000
  return `${prefixo}${String(meio).padStart(8, '0')}${String(serie).padStart(3, '0')}`.padEnd(15, '0')
}
