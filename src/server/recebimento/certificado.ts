import { createPrivateKey, X509Certificate } from 'node:crypto'
import { CamposInvalidos } from '#domain/erros.ts'

/** The expiry of a certificate, checked against its key (both PEM); throws CamposInvalidos for whichever is wrong. */
export function conferirPar(certificado: string, chavePrivada: string, agora: Date): Date {
  const cert = ler('psp.certificado', () => new X509Certificate(certificado), CERTIFICADO)
  const chave = ler('psp.chave_privada', () => createPrivateKey(chavePrivada), CHAVE)
  if (!cert.checkPrivateKey(chave)) throw new CamposInvalidos({ 'psp.chave_privada': [OUTRA] })
  const ate = cert.validToDate
  if (ate <= agora) throw new CamposInvalidos({ 'psp.certificado': [VENCIDO] })
  return ate
}

function ler<T>(campo: string, leitura: () => T, frase: string): T {
  try {
    return leitura()
  } catch {
    throw new CamposInvalidos({ [campo]: [frase] })
  }
}

const CERTIFICADO =
  'Isto não é um certificado em PEM. Cole o texto inteiro, de “-----BEGIN CERTIFICATE-----” até o fim; de um arquivo .p12, tire-o antes com openssl.'
const CHAVE =
  'Isto não é uma chave privada em PEM sem senha. Cole o texto inteiro, de “-----BEGIN PRIVATE KEY-----” até o fim.'
const OUTRA = 'Esta chave privada não é a deste certificado.'
const VENCIDO = 'Este certificado já venceu. Peça outro ao PSP.'
