import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { FalhaAoIniciar } from './falha-ao-iniciar.ts'

/** One server of DATABASE_URL, as `pg` takes it. */
export interface Caminho {
  url: string
  /** Its name or address, without the port; a path for a Unix socket. */
  servidor: string
  /** Nothing is said of TLS, neither yes nor no. */
  semTls: boolean
}

export interface Enderecos {
  caminhos: Caminho[]
  /** Only a session that may write serves: always so with several servers, as with `target_session_attrs=read-write`. */
  exigeEscrita: boolean
}

const DE_LIBPQ = new Set(['require', 'verify-ca', 'verify-full'])
const DE_ESCRITA = new Set(['any', 'read-write', 'primary'])

/**
 * Reads DATABASE_URL: `postgres://user:password@one:5432,two:5432/database?…`, with libpq's meaning of `sslmode`, `sslrootcert`
 * and `target_session_attrs`. Throws `FalhaAoIniciar` with what is wrong in it; never repeats the address, which holds a password.
 */
export function lerEnderecos(url: string): Enderecos {
  const partes = /^(postgres(?:ql)?:\/\/)([^/?#]*)([^?#]*)(?:\?([^#]*))?/.exec(url)
  if (!partes) throw recusa('deve ser um endereço postgres://')
  const [, protocolo, autoridade = '', banco, consulta = ''] = partes
  const arroba = autoridade.lastIndexOf('@') + 1
  const servidores = autoridade.slice(arroba).split(',')
  const parametros = new URLSearchParams(consulta)
  const exigeEscrita = lerAtributos(parametros) || servidores.length > 1
  const semTls = lerTls(parametros)
  if (parametros.get('host')?.includes(','))
    throw recusa('recebe vários servidores assim: postgres://usuario:senha@um:5432,outro:5432/banco')
  const resto = `${banco}${parametros.size > 0 ? `?${parametros}` : ''}`
  const caminhos = servidores.map((um) => {
    const unico = `${protocolo}${autoridade.slice(0, arroba)}${um}${resto}`
    if (servidores.length > 1 && !um) throw recusa('tem um servidor sem nome entre as vírgulas')
    if (um && !URL.canParse(unico)) throw recusa('deve ser um endereço postgres://usuario:senha@servidor:5432/banco')
    return { url: unico, servidor: nomeDoServidor(um, parametros), semTls }
  })
  return { caminhos, exigeEscrita }
}

/** Warnings for whoever started the program about servers reached without TLS from elsewhere; no name is resolved. */
export function avisosDeTls(url: string): string[] {
  const abertos = lerEnderecos(url).caminhos.filter(({ semTls, servidor }) => semTls && !daMaquina(servidor))
  if (abertos.length === 0) return []
  const quais = abertos.map(({ servidor }) => servidor).join(', ')
  return [
    `ATENÇÃO: a conexão com o PostgreSQL em ${quais} não é cifrada: senhas e dados de clientes passam abertos pela rede. Acrescente sslmode=verify-full ao endereço em DATABASE_URL (ou sslmode=disable, se a rede é só sua).`,
  ]
}

const recusa = (oQue: string) => new FalhaAoIniciar(`A variável DATABASE_URL ${oQue}.`)

function nomeDoServidor(um: string, parametros: URLSearchParams): string {
  const nome = um.replace(/:\d*$/, '').replace(/^\[(.+)\]$/, '$1')
  return decodeURIComponent(nome) || parametros.get('host') || 'localhost'
}

/** By its name or address alone: nothing is resolved. */
const daMaquina = (servidor: string) =>
  servidor.startsWith('/') ||
  servidor === 'localhost' ||
  servidor === '::1' ||
  (isIP(servidor) === 4 && servidor.startsWith('127.'))

/** Takes out what `pg` does not know; true when a session that cannot write is of no use. */
function lerAtributos(parametros: URLSearchParams): boolean {
  const quais = parametros.get('target_session_attrs') ?? 'any'
  parametros.delete('target_session_attrs')
  if (!DE_ESCRITA.has(quais))
    throw recusa('pede, em target_session_attrs, uma sessão só de leitura: use read-write, porque o sistema grava')
  return quais !== 'any'
}

/** Makes `pg` treat `sslmode` like libpq; true when the address does not mention TLS. */
function lerTls(parametros: URLSearchParams): boolean {
  const modo = parametros.get('sslmode')
  const raiz = parametros.get('sslrootcert')
  if (modo === 'prefer' || modo === 'allow')
    throw recusa(`tem sslmode=${modo}, que não promete TLS: use require, verify-ca ou verify-full, ou disable`)
  if (raiz === 'system') {
    parametros.delete('sslrootcert') // Node's own authorities
    parametros.set('sslmode', 'verify-full')
  } else if (raiz && !existsSync(raiz)) throw recusa(`aponta, em sslrootcert, um arquivo que não existe: ${raiz}`)
  if (modo === 'verify-ca' && !raiz)
    throw recusa('tem sslmode=verify-ca sem sslrootcert: diga o arquivo da autoridade certificadora')
  if (modo && DE_LIBPQ.has(modo)) parametros.set('uselibpqcompat', 'true')
  return !modo && !parametros.has('ssl') && !raiz && parametros.get('sslnegotiation') !== 'direct'
}
