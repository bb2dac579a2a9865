import { describe, expect, test } from 'vitest'
import { lerConfig } from './config.ts'

const CHAVE = Buffer.alloc(32, 7).toString('base64')

describe('lerConfig', () => {
  test('has defaults for everything', () => {
    expect(lerConfig({})).toMatchObject({
      porta: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      databaseOwnerUrl: null,
      chaveAnterior: null,
      conexoesComOBanco: 20,
      pastaDados: './data',
      demo: false,
      motorLigado: true,
    })
  })

  test.each([
    [{ INICIADO_POR_NPM_START: '1' }, null],
    [{ INICIADO_POR_NPM_START: '1', DEMO: '0' }, false],
    [{ INICIADO_POR_NPM_START: '1', DATABASE_URL: 'postgres://x/y', SECRET_KEY: CHAVE }, false],
    [{ DEMO: '1' }, true],
  ])('DEMO of %o is %s', (ambiente, demo) => {
    expect(lerConfig(ambiente).demo).toBe(demo)
  })

  test('mail needs both a server and an address to send from, one address alone and on one line', () => {
    const servidor = { SMTP_URL: 'smtps://eu:segredo@smtp.empresa.com.br:465' }
    const de = 'Empresa <cobranca@empresa.com.br>'
    expect(lerConfig({ ...servidor, MAIL_FROM: de }).correio).toEqual({ url: servidor.SMTP_URL, de })
    expect(lerConfig({ MAIL_FROM: de }).correio).toBeNull()
    expect(() => lerConfig(servidor)).toThrow('MAIL_FROM')
    expect(() => lerConfig({ SMTP_URL: 'https://smtp.empresa.com.br', MAIL_FROM: de })).toThrow('SMTP_URL deve ser')
    for (const errado of ['empresa', 'a@b, c@d', 'A <a@b>\nBcc: c@d', '<a@b> <c@d>'])
      expect(() => lerConfig({ ...servidor, MAIL_FROM: errado })).toThrow('MAIL_FROM deve ser')
  })

  test.each([
    [{}, false],
    [{ HOST: 'localhost' }, false],
    [{ HOST: '::1', PUBLIC_URL: 'http://127.0.0.1:8080' }, false],
    [{ HOST: '0.0.0.0' }, true],
    [{ HOST: '192.168.0.7' }, true],
    [{ PUBLIC_URL: 'https://cobranca.empresa.com.br' }, true],
    [{ PUBLIC_URL: 'https://localhost.empresa.com.br' }, true],
  ])('%o is within reach of other machines: %s', (ambiente, exposto) => {
    expect(lerConfig(ambiente).exposto).toBe(exposto)
  })

  test('PRIVATE_HOSTS names places as addresses of the web are written', () => {
    const { hostsPrivados } = lerConfig({ PRIVATE_HOSTS: 'API.interna:443, 10.0.0.5:8080,[fd00::5]:80' })
    expect(hostsPrivados).toEqual(['api.interna:443', '10.0.0.5:8080', 'fd00::5:80'])
  })

  test.each([
    [{ PORT: 'abc' }, /PORT/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL/],
    [{ DATABASE_URL: 'postgres://um,,dois/c', SECRET_KEY: CHAVE }, /DATABASE_URL/],
    [{ DATABASE_POOL_SIZE: '3' }, /DATABASE_POOL_SIZE deve ser um número de 10 a 100/],
    [{ TRUSTED_PROXIES: '10.0.0.5, qualquer' }, /TRUSTED_PROXIES/],
    [{ PRIVATE_HOSTS: 'api.interna' }, /PRIVATE_HOSTS deve ser uma lista de host:porta/],
    [{ PRIVATE_HOSTS: 'https://api.interna:443' }, /PRIVATE_HOSTS/],
    [{ PRIVATE_HOSTS: '10.0.0.5:99999' }, /PRIVATE_HOSTS/],
    [{ WHATSAPP_EMULATOR: 'sim' }, /WHATSAPP_EMULATOR deve ser 0 ou 1/],
    [{ DATABASE_URL: 'postgres://x/y' }, /SECRET_KEY/],
    [{ SECRET_KEY: 'curta' }, /SECRET_KEY/],
    [{ ADMIN_EMAIL: 'a@b.com.br' }, /ADMIN_PASSWORD/],
    [{ COLLECTION_ENGINE: 'talvez' }, /COLLECTION_ENGINE/],
    [{ COMPANY_NAME: 'x'.repeat(121) }, /^A variável COMPANY_NAME deve ter até 120 caracteres\.$/],
    [{ CLOCK_START: 'ontem' }, /CLOCK_START/],
    [{ WHATSAPP_TOKEN: 'colado com espaço' }, /WHATSAPP_TOKEN/],
    [{ WHATSAPP_API_URL: 'graph.facebook.com' }, /WHATSAPP_API_URL deve ser/],
    [{ WHATSAPP_API_URL: 'https://graph.facebook.com' }, /WHATSAPP_API_URL deve ser o endereço da API, com a versão/],
    [{ WHATSAPP_API_URL: 'http://graph.facebook.com/v23.0' }, /WHATSAPP_API_URL/],
    [{ PUBLIC_URL: 'https://empresa.com.br/?a=1' }, /PUBLIC_URL deve ser o endereço público/],
    [{ PUBLIC_URL: 'https://empresa.com.br/#/' }, /PUBLIC_URL/],
    [{ WHATSAPP_MAX_MPS: '0' }, /de 1 a 10000/],
    [{ LOG_LEVEL: 'alto' }, /LOG_LEVEL deve ser/],
    [{ S3_ENDPOINT: 'https://s3.example.com', S3_BUCKET: 'x' }, /S3_ACCESS_KEY_ID/],
    [{ CLOCK_START: '2026-11-24T09:00:00-03:00', WHATSAPP_API_URL: 'https://graph.facebook.com/v23.0' }, /CLOCK_START/],
  ])('refuses %o with a sentence that names the variable', (ambiente, frase) => {
    expect(() => lerConfig(ambiente)).toThrow(frase)
  })
})
