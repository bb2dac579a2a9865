import { createTransport } from 'nodemailer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import SMTPTransport from 'nodemailer/lib/smtp-transport'

/** What leads to the company's mail server, from the environment. */
export interface AcessoAoCorreio {
  /** `smtps://…:465`, or `smtp://…:587`, with user and password; what follows a `?` are nodemailer's own options. */
  url: string
  /** `cobranca@empresa.com.br`, or `Empresa <cobranca@empresa.com.br>`. */
  de: string
}

export interface Email {
  para: string
  assunto: string
  texto: string
  html: string
}

/** How a try ended. `recusado`: it would be refused again as it is; `falhou`: it may go the next time. */
export type ComoSaiu = { situacao: 'enviado' } | { situacao: 'recusado' | 'falhou'; erro: string }

/** The company's mail. Nothing that a person asks for waits for it: it is called by jobs. */
export interface Correio {
  enviar(email: Email, sinal?: AbortSignal): Promise<ComoSaiu>
  /** Whether the server answers and lets us in: a sentence for whoever looks after it, or null when all is well. */
  conferir(): Promise<string | null>
  /** Where what is sent may be read, in a demonstration. */
  lidoEm: string | null
}

/** However slowly the server goes on answering, until it has the whole mail. */
const PRAZO_INTEIRO_MS = 90_000
/** From then on: servers that look a mail through confirm it within this (RFC 5321, 4.5.3.2.6); given up earlier, it would arrive twice. */
const CONFIRMACAO_MS = 10 * 60_000
const PRAZOS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: CONFIRMACAO_MS, dnsTimeout: 5_000 }

/** Calls when so much time is over, unless what it gives is called before. */
export type Contar = (ms: number, acabou: () => void) => () => void

const contarNoRelogio: Contar = (ms, acabou) => {
  const relogio = setTimeout(acabou, ms)
  return () => clearTimeout(relogio)
}

interface Opcoes {
  lidoEm?: string | null
  contar?: Contar
}

/**
 * Mail by SMTP. To another machine the connection must be encrypted (unless the URL itself says `ignoreTLS=true`),
 * because links that set a password go over it.
 */
export function criarCorreio(
  { url, de }: AcessoAoCorreio,
  { lidoEm = null, contar = contarNoRelogio }: Opcoes = {},
): Correio {
  const tls = ehDestaMaquina(url) ? { ignoreTLS: true } : { requireTLS: !/[?&]ignoreTLS=true\b/i.test(url) }
  const opcoes = { url, ...PRAZOS, ...tls, disableFileAccess: true, disableUrlAccess: true }
  return {
    lidoEm,
    async enviar({ para, assunto, texto, html }, parar) {
      const prazo = criarPrazo(contar, PRAZO_INTEIRO_MS)
      const transporte = createTransport(opcoes).use('stream', ({ message }, seguir) => {
        // The last processing stage of the message: any earlier stage would end in a buffer, before the server accepted sender and recipient.
        message?.processFunc((inteira) => inteira.once('end', () => prazo.mudar(CONFIRMACAO_MS)))
        seguir()
      })
      const signal = parar ? AbortSignal.any([parar, prazo.sinal]) : prazo.sinal
      const carta = { from: de, to: para, subject: assunto, text: texto, html, signal }
      return tentar(transporte.sendMail(carta), signal).finally(prazo.acabar)
    },
    async conferir() {
      const prazo = criarPrazo(contar, PRAZO_INTEIRO_MS)
      const como = await tentar(entrar(new SMTPTransport(opcoes), prazo.sinal), prazo.sinal).finally(prazo.acabar)
      return como.situacao === 'enviado' ? null : como.erro
    },
  }
}

/** Aborts when its time is over, which may be given anew. */
function criarPrazo(contar: Contar, ms: number) {
  const fim = new AbortController()
  const comecar = (quanto: number) => contar(quanto, () => fim.abort())
  let parar = comecar(ms)
  return {
    sinal: fim.signal,
    mudar(outro: number) {
      parar()
      parar = comecar(outro)
    },
    acabar: () => parar(),
  }
}

async function tentar(feito: Promise<unknown>, sinal: AbortSignal): Promise<ComoSaiu> {
  try {
    await ateParar(feito, sinal)
    return { situacao: 'enviado' }
  } catch (erro) {
    return sinal.aborted ? { situacao: 'falhou', erro: NAO_RESPONDEU } : porque(erro)
  }
}

/** As nodemailer's `verify`, which would leave its connection open when nobody waits for it any more. */
async function entrar(smtp: SMTPTransport, sinal: AbortSignal): Promise<void> {
  const conexao = new SMTPConnection(smtp.options)
  const fim = Promise.withResolvers<void>()
  const terminou = (erro?: Error | null) => (erro ? fim.reject(erro) : fim.resolve())
  sinal.addEventListener('abort', () => terminou(new Error('nobody waits any more')))
  conexao.on('error', terminou).once('end', () => terminou(new Error('the server ended the connection')))
  conexao.connect((erro) => {
    const auth = !erro && smtp.getAuth({})
    if (auth && (conexao.allowsAuth || smtp.options.forceAuth)) conexao.login(auth, terminou)
    else terminou(erro)
  })
  try {
    await fim.promise
    conexao.quit()
  } finally {
    conexao.close() // its answer to that nobody needs
  }
}

/** Nothing leaves it on the way. */
const ehDestaMaquina = (url: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(URL.parse(url)?.hostname ?? '')

/** Stops waiting, and a mail's connection ends with it; the server may deliver what it had whole. */
async function ateParar(feito: Promise<unknown>, sinal: AbortSignal): Promise<void> {
  const desistiu = new Promise<never>((_, falhar) => {
    sinal.addEventListener('abort', falhar, { once: true })
    if (sinal.aborted) falhar()
  })
  await Promise.race([feito, desistiu])
}

const NAO_RESPONDEU = 'O servidor de e-mail não respondeu a tempo.'
const NAO_CONECTOU = 'Não foi possível conectar ao servidor de e-mail. Confira SMTP_URL e a rede.'
const NAO_PROTEGIDA =
  'A conexão com o servidor de e-mail não pôde ser protegida (TLS). Confira o endereço, a porta e o certificado dele.'
/** What the socket itself says of a certificate, or of a server that speaks no TLS there. */
const DO_CERTIFICADO = /CERT|SELF_SIGNED|^UNABLE_TO_|^ERR_(TLS|SSL)_/
const FRASES: Record<string, string> = {
  ETIMEDOUT: NAO_RESPONDEU,
  EAUTH: 'O servidor de e-mail recusou o usuário ou a senha de SMTP_URL.',
  ENOAUTH: 'O servidor de e-mail pede usuário e senha, e SMTP_URL não os traz.',
  ETLS: NAO_PROTEGIDA,
}
/** A refusal of the message, not of the connection: sent again as it is, it would be refused again. */
const DA_MENSAGEM = ['EENVELOPE', 'EMESSAGE']

interface CausaDoCorreio {
  code?: string
  originalCode?: string
  responseCode?: number
}

/** In our own words: what the server says may hold the address, or more. */
function porque(erro: unknown): ComoSaiu {
  const { code = '', originalCode = '', responseCode: http } = erro as CausaDoCorreio
  if (DA_MENSAGEM.includes(code)) {
    const definitiva = (http ?? 0) >= 500
    const dito = http ? ` (resposta ${http})` : ''
    return { situacao: definitiva ? 'recusado' : 'falhou', erro: `O servidor de e-mail recusou a mensagem${dito}.` }
  }
  if (DO_CERTIFICADO.test(originalCode)) return { situacao: 'falhou', erro: NAO_PROTEGIDA }
  const recusou = http ? `O servidor de e-mail recusou a conexão (resposta ${http}).` : NAO_CONECTOU
  return { situacao: 'falhou', erro: FRASES[code] ?? recusou }
}
