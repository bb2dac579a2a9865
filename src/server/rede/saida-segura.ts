import type { LookupAddress, LookupOptions } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector } from 'undici'
import { criarResolver, type Resolver } from './nomes.ts'
import { ehPublico } from './publico.ts'

/**
 * Calls to addresses that a user typed (WhatsApp's API, webhooks): only https, only to the public internet, connecting
 * to exactly the address that was checked. Addresses named in the environment were chosen by the administrator, and may
 * be anything.
 */
export interface SaidaSegura {
  /** Is the URL's host named in the environment? */
  nomeado(url: string): boolean
  /** Why this may not be called, as a sentence for whoever typed it; null when it may. Looks the name up. */
  problema(url: string): Promise<string | null>
  /**
   * An agent whose connections to other addresses fail (`EnderecoProibido`) before the first byte. undici follows no
   * redirect.
   */
  abrir(opcoes: Omit<Agent.Options, 'connect'>, esperaMs: number, identidade?: Identidade): Agent
}

/** The certificate with which this machine says who it is, in PEM. */
export interface Identidade {
  cert: string
  key: string
}

export const NAO_CHAMADO = 'O endereço não é público, e não foi chamado.'

export class EnderecoProibido extends Error {
  readonly code = 'ENDERECO_PROIBIDO'
  constructor() {
    super(NAO_CHAMADO)
    this.name = 'EnderecoProibido'
  }
}

interface Opcoes {
  /** `host:port` of each place that the environment names; asked at each call. */
  nomeados: () => readonly string[]
  /** The machine's name servers unless a test says otherwise. */
  resolver?: Resolver
}

const SO_HTTPS =
  'O endereço precisa começar com https://, e não leva usuário nem senha. Só o que PRIVATE_HOSTS nomeia, no servidor, pode ser http.'
/** The same sentence for an unknown name and a private address, so that it reveals nothing of the internal network. */
const NAO_E_PUBLICO =
  'Este endereço não foi encontrado na internet pública. Confira-o; se ele fica dentro da rede da empresa, quem cuida do servidor precisa nomeá-lo em PRIVATE_HOSTS.'

export function criarSaidaSegura({ nomeados, resolver = criarResolver() }: Opcoes): SaidaSegura {
  const ehNomeado = (destino: string | null) => destino !== null && nomeados().includes(destino)

  /** One question at a time for each name: calls to it while it is asked for share the answer. */
  const perguntas = new Map<string, Promise<LookupAddress[]>>()
  function perguntar(nome: string, opcoes: LookupOptions): Promise<LookupAddress[]> {
    const chave = `${nome} ${opcoes.family} ${opcoes.hints}`
    const nova = () => resolver(nome, { ...opcoes, all: true }).finally(() => perguntas.delete(chave))
    const pergunta = perguntas.get(chave) ?? nova()
    perguntas.set(chave, pergunta)
    return pergunta
  }

  async function resolverPublico(nome: string, opcoes: LookupOptions = {}): Promise<LookupAddress[]> {
    const achados = await perguntar(nome, opcoes)
    if (achados.length === 0 || !achados.every(({ address }) => ehPublico(address))) throw new EnderecoProibido()
    return achados
  }

  /** Resolves once, both to check and to connect, so that the address cannot change in between. */
  const procurar: LookupFunction = (nome, opcoes, pronto) => {
    resolverPublico(nome, opcoes).then(
      (achados) => {
        if (opcoes.all) pronto(null, achados)
        else pronto(null, achados[0]!.address, achados[0]!.family)
      },
      (erro: NodeJS.ErrnoException) => pronto(erro, '', 0),
    )
  }

  return {
    nomeado: (url) => ehNomeado(destinoDe(url)),

    async problema(url) {
      const alvo = URL.parse(url)
      if (alvo?.username || alvo?.password) return SO_HTTPS
      if (ehNomeado(destinoDe(url))) return null
      if (alvo?.protocol !== 'https:') return SO_HTTPS
      const host = semColchetes(alvo.hostname)
      if (isIP(host)) return ehPublico(host) ? null : NAO_E_PUBLICO
      return resolverPublico(host).then(
        () => null,
        () => NAO_E_PUBLICO, // unknown, or not public: the same to whoever asks
      )
    },

    abrir(opcoes, esperaMs, identidade) {
      const comum = { ...identidade, ...SO_HTTP_1, timeout: esperaMs }
      const livre = buildConnector(comum)
      const guardada = buildConnector({ ...comum, lookup: procurar })
      return new Agent({
        ...opcoes,
        ...SO_HTTP_1,
        connect(alvo, pronto) {
          const { hostname, protocol, port } = alvo
          if (ehNomeado(`${hostname}:${port || PORTAS[protocol]}`)) return livre(alvo, pronto)
          // A bare address is connected to without asking for its name.
          const proibido = protocol !== 'https:' || (isIP(hostname) && !ehPublico(hostname))
          if (proibido) return queueMicrotask(() => pronto(new EnderecoProibido(), null))
          guardada(alvo, pronto)
        },
      })
    },
  }
}

/**
 * While undici does not know whether an https server speaks HTTP/2, all requests to it wait for its first connection, past their own
 * time; and over HTTP/2 one broken connection leaves everything under way without an answer.
 */
export const SO_HTTP_1 = { allowH2: false }

const PORTAS: Record<string, string> = { 'https:': '443', 'http:': '80' }
const semColchetes = (host: string) => host.replace(/^\[|\]$/g, '')

/** `host:port` of an address, as the environment names places; null when it is no address of the web. */
export function destinoDe(url: string): string | null {
  const alvo = URL.parse(url)
  const daWeb = alvo && PORTAS[alvo.protocol]
  return daWeb ? `${semColchetes(alvo.hostname)}:${alvo.port || daWeb}` : null
}
