import { Acaso } from './acaso.ts'
import { type Agendador, agendadorReal } from './agendador.ts'
import {
  type AssinaturaDaConta,
  type Caos,
  CONTA_PADRAO,
  type ContaEmulada,
  type Nivel,
  PADRAO,
  type Qualidade,
  SEM_CAOS,
  type SituacaoConta,
  type Token,
} from './conta.ts'
import { Empresa } from './empresa.ts'
import type { Formato } from './eventos.ts'
import { Midias } from './midias.ts'
import type { MotivoDeRecusa } from './modelos.revisao.ts'
import { Modelos } from './modelos.ts'
import { type Ajustes, Mundo } from './mundo.ts'
import { Entregador } from './webhooks.ts'

/** How long, in milliseconds, from a status to the next one: between these two. */
export interface Atrasos {
  enviada: readonly [number, number]
  entregue: readonly [number, number]
  lida: readonly [number, number]
}

export interface OpcoesEmulador {
  /** Business time: windows and timestamps. */
  relogio: { agora(): Date }
  /** What waits; by default the process's own timers. */
  agendador?: Agendador
  semente?: number
  conta?: Partial<ContaEmulada>
  /** Where webhooks go. Nothing is delivered until it answered the handshake (`conectar`). */
  webhookUrl?: string
  /** Address of this emulator as others reach it, prefix included, for links to media. */
  urlBase?: string
  /** The register's names for these telephones (E.164). */
  nomes?: (telefones: string[]) => Promise<ReadonlyMap<string, string>>
  /** People of the register for the page's list, whether they have messages or not. */
  procurar?: (texto: string, limite: number) => Promise<{ telefone: string; nome: string }[]>
  /** A JSON file that keeps phones, conversations and templates over a restart. */
  arquivo?: string
  /** Messages a second, in and out together: 80 is Meta's standard, 1,000 its highest. */
  vazaoPorSegundo?: number
  atrasos?: Partial<Atrasos>
  /** How long a review takes; between these two when they are two. */
  aprovacaoMs?: number | readonly [number, number]
  /** TIER_10K unless said otherwise. */
  nivel?: Nivel
  /** Customers read by themselves what they get. */
  leSozinho?: boolean
  /** Customers answer by themselves now and then. */
  personagens?: boolean
  /** Free text outside the window: Meta usually takes it and fails it later. */
  janelaFechada?: 'depois' | 'na_hora'
  /** Off: webhooks as before user ids existed. */
  bsuid?: boolean
  /** Status webhooks of v23.0 and before. */
  comConversa?: boolean
  /** `gestaoPorHora`: calls about the account and its templates; Meta takes 5,000 of an account in use. */
  limites?: { mensagensPorAparelho?: number; aparelhos?: number; envios?: number; gestaoPorHora?: number }
}

/** What it plays: how the account stands at Meta, and how Meta, the network and the customers behave. It may change while it runs. */
export interface Cenario {
  situacao: SituacaoConta
  token: Token
  assinatura: AssinaturaDaConta
  caos: Caos
  personagens: boolean
  leSozinho: boolean
  vazaoPorSegundo: number
  qualidade: Qualidade
  /** How many people may be written to first in 24 hours. */
  nivel: Nivel
  /** A business that Meta verified may have 6,000 templates, another 250. */
  verificada: boolean
  /** How long the review of a template takes; null: as given at start. */
  revisaoMs: number | null
  /** Templates that may be created in an hour. */
  criacoesPorHora: number
  /** What the review of templates refuses them for, whatever they say; null: it reads them. */
  recusa: MotivoDeRecusa | null
  /** Payments in messages: the terms were accepted in WhatsApp Manager. */
  pagamentos: boolean
  /** The payment button of ordinary templates, which Meta gives to one account after another. */
  pedidosDePagamento: boolean
}

/** Everything the parts share. */
export interface Nucleo {
  conta: ContaEmulada
  opcoes: OpcoesEmulador
  agendador: Agendador
  acaso: Acaso
  cenario: Cenario
  formato: Formato
  atrasos: Atrasos
  mundo: Mundo
  modelos: Modelos
  midias: Midias
  empresa: Empresa
  entregador: Entregador
  agora: () => Date
  /** Called when something of this phone, or of all (null), changed. */
  mudou: (aparelho: string | null) => void
}

const ATRASOS: Atrasos = { enviada: [150, 700], entregue: [300, 1800], lida: [2000, 15_000] }

export function montarNucleo(opcoes: OpcoesEmulador, mudou: (aparelho: string | null) => void): Nucleo {
  const conta = { ...CONTA_PADRAO, ...opcoes.conta }
  const agendador = opcoes.agendador ?? agendadorReal()
  const acaso = new Acaso(opcoes.semente ?? Math.floor(Math.random() * 2 ** 32))
  const agora = () => opcoes.relogio.agora()
  const cenario: Cenario = {
    situacao: 'normal',
    token: 'permanente',
    assinatura: 'nossa',
    caos: { ...SEM_CAOS },
    personagens: opcoes.personagens ?? false,
    leSozinho: opcoes.leSozinho ?? true,
    vazaoPorSegundo: opcoes.vazaoPorSegundo ?? PADRAO,
    qualidade: 'GREEN',
    nivel: opcoes.nivel ?? 'TIER_10K',
    verificada: true,
    revisaoMs: null,
    criacoesPorHora: 100,
    recusa: null,
    pagamentos: true,
    pedidosDePagamento: true,
  }
  const entregador = new Entregador({
    conta,
    agendador,
    acaso,
    agora,
    mudou,
    caos: () => cenario.caos,
    inscrito: () => cenario.assinatura === 'nossa',
  })
  const { aprovacaoMs = 1500 } = opcoes
  const { mensagensPorAparelho = 100, aparelhos = 20_000 } = opcoes.limites ?? {}
  return {
    conta,
    opcoes,
    agendador,
    acaso,
    agora,
    mudou,
    cenario,
    entregador,
    formato: { conta, bsuid: opcoes.bsuid ?? true, comConversa: opcoes.comConversa ?? false },
    atrasos: { ...ATRASOS, ...opcoes.atrasos },
    mundo: new Mundo({ mensagensPorAparelho, aparelhos }, () => ajustesNovos(cenario)),
    modelos: new Modelos({
      agendador,
      agora,
      demoraMs: () => cenario.revisaoMs ?? (typeof aprovacaoMs === 'number' ? aprovacaoMs : acaso.entre(aprovacaoMs)),
      recusa: () => cenario.recusa,
      verificada: () => cenario.verificada,
      criacoesPorHora: () => cenario.criacoesPorHora,
      pagamentos: () => cenario,
      emitir: (evento) => entregador.emitir(evento),
      mudou: () => mudou(null),
    }),
    midias: new Midias(agendador, () => conta.phoneNumberId),
    empresa: new Empresa(),
  }
}

const ajustesNovos = (cenario: Cenario): Ajustes => ({
  entrega: true,
  leAoAbrir: true,
  leSozinho: cenario.leSozinho,
  respondeSozinho: true,
  bloqueou: false,
  semNono: null,
  escondeTelefone: false,
  resposta: null,
  atrasoWebhookMs: 0,
})
