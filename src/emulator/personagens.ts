import { diaDe } from '#domain/data.ts'
import { respostaDoToque } from '#domain/pessoa.ts'
import { Acaso, fnv1a } from './acaso.ts'
import type { Aparelho, MensagemEmulada } from './mundo.ts'
import type { Nucleo } from './nucleo.ts'
import type { Acao, Recebidas } from './recebidas.ts'

/** How a customer is: how likely to read and to answer, and with what. */
interface Personagem {
  /** How many of a hundred are like this. */
  peso: number
  le: number
  responde: number
  falas: readonly string[]
  /** Replies to what a person of the company writes. */
  conversa: readonly string[]
  /** The answer to a message that asks whose the phone is. */
  perguntado?: 'sim' | 'nao' | 'estranha'
}

const PERSONAGENS: readonly Personagem[] = [
  {
    peso: 24,
    le: 0.95,
    responde: 0.3,
    falas: ['Bom dia! Pago na sexta, pode ser?', 'Oi, recebo sexta-feira e já acerto', 'Sexta eu pago sem falta'],
    conversa: ['Pode ser sim', 'Combinado, obrigado', 'Isso, na sexta'],
  },
  {
    peso: 16,
    le: 0.9,
    responde: 0.3,
    falas: ['Já paguei ontem', 'Esse eu já paguei, vou procurar o comprovante', 'Paguei pelo Pix na segunda'],
    conversa: ['Foi por Pix', 'Vou mandar o comprovante', 'Pode conferir aí por favor'],
  },
  {
    peso: 18,
    le: 0.9,
    responde: 0.3,
    falas: ['Consigo parcelar?', 'Dá pra dividir em 3 vezes?', 'Esse mês apertou, tem como fazer um acordo?'],
    conversa: ['Em 3 vezes fica bom', 'E a primeira parcela pra quando?', 'Fechado'],
  },
  {
    peso: 12,
    le: 0.85,
    responde: 0.25,
    falas: ['Me manda a chave Pix por favor', 'Pode enviar o boleto de novo?', 'Qual o valor atualizado?'],
    conversa: ['Obrigada!', 'Recebi, vou pagar', 'Ok'],
    perguntado: 'estranha',
  },
  {
    peso: 6,
    le: 0.9,
    responde: 0.4,
    falas: ['Não conheço essa pessoa', 'Número errado', 'Acho que é engano, não sou eu'],
    conversa: ['Não, esse número é meu faz anos', 'Ok, obrigado'],
    perguntado: 'nao',
  },
  { peso: 3, le: 0.9, responde: 0.3, falas: ['PARAR', 'Sair', 'parar'], conversa: [] },
  { peso: 13, le: 0.7, responde: 0, falas: [], conversa: [], perguntado: 'sim' },
  { peso: 8, le: 0, responde: 0, falas: [], conversa: [] },
]

/** How likely a message that only asks whose the phone is gets an answer: more than a bill does. */
const RESPONDE_A_PERGUNTA = 0.8
const ESTRANHEZAS = ['Quem é?', 'Quem fala?', 'É da onde?'] as const

/** At most this many answers a day from one phone, so that nobody's queue drowns. */
const RESPOSTAS_POR_DIA = 5
/** Some answer at once and most much later, so that a whole run does not come back in the same minute. */
const DEMORA_MS = [20_000, 90 * 60_000] as const
/** Who is being talked to answers soon. */
const DEMORA_NA_CONVERSA_MS = [10_000, 60_000] as const

/** Customers who read and answer by themselves now and then. The same phone is always the same person. */
export class Personagens {
  readonly #n: Nucleo
  readonly #recebidas: Recebidas
  /** Answers of the day by phone; begun anew each day. */
  #respostas = new Map<string, number>()
  #dia = ''

  constructor(nucleo: Nucleo, recebidas: Recebidas) {
    this.#n = nucleo
    this.#recebidas = recebidas
  }

  le(aparelho: Aparelho): boolean {
    return this.#n.acaso.acontece(quemE(aparelho).le)
  }

  /** May write back after a while, as long as nobody wrote on this phone meanwhile. */
  talvezResponda(aparelho: Aparelho, mensagem: MensagemEmulada): void {
    const { acaso, agendador } = this.#n
    const personagem = quemE(aparelho)
    if (perguntaQuemE(mensagem)) {
      this.#responderQuemE(aparelho, mensagem, personagem)
      return
    }
    const conversando = mensagem.modelo === null
    const falas = conversando ? personagem.conversa : personagem.falas
    const chance = conversando ? Math.min(1, personagem.responde * 2.5) : personagem.responde
    if (falas.length === 0 || !acaso.acontece(chance)) return
    const texto = acaso.um(falas)
    agendador.agendar(conversando ? acaso.entre(DEMORA_NA_CONVERSA_MS) : demora(acaso), () => {
      const ultima = aparelho.mensagens.at(-1)
      if (ultima?.wamid === mensagem.wamid && this.#aindaPode(aparelho))
        this.#responder(aparelho, { tipo: 'texto', texto })
    })
  }

  /** Taps one of the question's buttons, or asks who writes; a customer who never answers does nothing. */
  #responderQuemE(aparelho: Aparelho, mensagem: MensagemEmulada, { le, perguntado = 'sim' }: Personagem): void {
    const { acaso, agendador } = this.#n
    if (!acaso.acontece(le === 0 ? 0 : RESPONDE_A_PERGUNTA)) return
    const [sim, nao] = mensagem.botoes
    const botao = perguntado === 'nao' ? nao! : sim!
    const acao: Acao =
      perguntado === 'estranha'
        ? { tipo: 'texto', texto: acaso.um(ESTRANHEZAS) }
        : { tipo: 'botao', wamid: mensagem.wamid, botao: botao.texto }
    agendador.agendar(demora(acaso), () => {
      if (aparelho.mensagens.at(-1)?.wamid === mensagem.wamid && this.#aindaPode(aparelho))
        this.#responder(aparelho, acao)
    })
  }

  #aindaPode({ id, ajustes }: Aparelho): boolean {
    const hoje = diaDe(this.#n.agora())
    if (hoje !== this.#dia) this.#respostas = new Map()
    this.#dia = hoje
    const respostas = this.#respostas.get(id) ?? 0
    if (!this.#n.cenario.personagens || !ajustes.respondeSozinho || respostas >= RESPOSTAS_POR_DIA) return false
    this.#respostas.set(id, respostas + 1)
    return true
  }

  #responder(aparelho: Aparelho, acao: Acao): void {
    // The host's register may be unreachable for a moment: then this customer simply did not answer.
    this.#recebidas.receber(aparelho.telefone, acao).catch(() => this.#respostas.delete(aparelho.id))
  }
}

/** As likely between 20 and 40 s as between 40 and 80 min. */
function demora(acaso: Acaso): number {
  const [de, ate] = DEMORA_MS
  return de * (ate / de) ** acaso.proximo()
}

/** By its buttons: the first says yes, the second says that it is somebody else. */
const perguntaQuemE = ({ modelo, botoes }: MensagemEmulada) =>
  modelo !== null &&
  botoes.length === 2 &&
  respostaDoToque(botoes[0]!.texto) === 'sim' &&
  respostaDoToque(botoes[1]!.texto) === 'nao'

const TOTAL = PERSONAGENS.reduce((soma, { peso }) => soma + peso, 0)

function quemE({ id }: Aparelho): Personagem {
  let sorte = new Acaso(fnv1a(id)).proximo() * TOTAL
  for (const personagem of PERSONAGENS) {
    sorte -= personagem.peso
    if (sorte < 0) return personagem
  }
  return PERSONAGENS[0]!
}
