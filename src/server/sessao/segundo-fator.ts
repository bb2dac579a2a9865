import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import encodeQR from 'qr'

/** As authenticators take them (RFC 6238): SHA-1, six digits, 30 seconds. */
const PERIODO_S = 30
/** A telephone's clock may be this many periods off, either way. */
const FOLGA = 1

/** 160 random bits, in base32, as people may also type it. */
export const novoSegredo = (): string => new Secret({ size: 20 }).base32

const totp = (segredo: string, dono: { empresa: string; email: string }) =>
  new TOTP({
    issuer: dono.empresa,
    label: dono.email,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIODO_S,
    secret: Secret.fromBase32(segredo),
  })

/** What an authenticator needs: the secret, its `otpauth:` URL, and that as a QR code (a `data:` URL). */
export function paraOAplicativo(segredo: string, dono: { empresa: string; email: string }) {
  const otpauth = totp(segredo, dono).toString()
  const svg = encodeQR(otpauth, 'svg')
  return { segredo, otpauth, qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` }
}

/**
 * The 30-second step (since 1970) that the code belongs to, or null: none near now, or not after the last accepted one,
 * since each works once.
 */
export function passoDoCodigo(segredo: string, codigo: string, agora: Date, ultimo: number | null): number | null {
  const diferenca = totp(segredo, { empresa: '', email: '' }).validate({
    token: codigo,
    timestamp: agora.getTime(),
    window: FOLGA,
  })
  if (diferenca === null) return null
  const passo = Math.floor(agora.getTime() / 1000 / PERIODO_S) + diferenca
  return ultimo !== null && passo <= ultimo ? null : passo
}

/** Letters and digits that are hard to confuse: 5 bits each. */
const LETRAS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const QUANTOS = 10
const TAMANHO = 12
/** The first characters only find the code; the rest, 40 bits, is the secret part. */
const DA_MARCA = 4

export const marcaDe = (codigo: string) => codigo.slice(0, DA_MARCA)

/** Ten recovery codes, no two with the same mark. */
export function novosCodigos(): string[] {
  const porMarca = new Map<string, string>()
  while (porMarca.size < QUANTOS) {
    const codigo = Array.from({ length: TAMANHO }, () => LETRAS[randomInt(LETRAS.length)]).join('')
    porMarca.set(marcaDe(codigo), codigo)
  }
  return [...porMarca.values()]
}

/** As it is shown and printed: `ABCD-EFGH-JKLM`. */
export const escreverCodigo = (codigo: string) => codigo.match(/.{4}/g)!.join('-')

/** However it was typed: without spaces and dashes, in capitals. */
export const lerCodigo = (digitado: string) => digitado.replace(/[\s-]/g, '').toUpperCase()

export const ehDoAplicativo = (codigo: string) => /^\d{6}$/.test(codigo)
