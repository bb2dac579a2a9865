import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { CLIENTE_PADRAO, criarPsp } from '#emulator/pix/psp.ts'
import { criarSaidaSegura } from '#server/rede/saida-segura.ts'
import { comOpenssl } from '#test/bancos.ts'
import { semPressa } from '#test/espera.ts'
import { criarPixApi } from './pix-api.ts'

const RECEBEDOR = { chave: '11222333000181', nome: 'Modelo Embalagens Ltda', cidade: 'São Paulo' }
const antes = getCACertificates('default')
const pasta = mkdtempSync(join(tmpdir(), 'mtls-'))

/** A certificate authority for this test, and what it signs. */
function criarCertificados() {
  const openssl = (...partes: string[]) => execFileSync('openssl', partes, { cwd: pasta, stdio: 'pipe' })
  const chave = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl(
    'req',
    '-x509',
    ...chave,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '1',
    '-subj',
    '/CN=Autoridade de teste',
  )
  writeFileSync(join(pasta, 'servidor.ext'), 'subjectAltName=IP:127.0.0.1')
  for (const nome of ['servidor', 'cliente']) {
    openssl('req', ...chave, '-keyout', `${nome}.key`, '-out', `${nome}.csr`, '-subj', `/CN=${nome}`)
    const extensao = nome === 'servidor' ? ['-extfile', 'servidor.ext'] : []
    const assinado = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '1', '-out', `${nome}.pem`]
    openssl('x509', '-req', '-in', `${nome}.csr`, ...assinado, ...extensao)
  }
  setDefaultCACertificates([...antes, pem('ca.pem')])
}
afterAll(() => {
  setDefaultCACertificates(antes)
  rmSync(pasta, { recursive: true, force: true })
})
const pem = (nome: string) => readFileSync(join(pasta, nome), 'utf8')

test.skipIf(!comOpenssl())(
  'a PSP that requires a certificate gets ours, at the token and at each call; without one nobody is accepted',
  async () => {
    criarCertificados()
    const psp = criarPsp({ relogio: { agora: () => new Date() }, chaves: [RECEBEDOR.chave], exigirCertificado: true })
    const https = {
      key: pem('servidor.key'),
      cert: pem('servidor.pem'),
      ca: pem('ca.pem'),
      requestCert: true,
      rejectUnauthorized: false,
    }
    const app = Fastify({ https })
    await app.register(psp.plugin, { prefix: '/v2' })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const destino = `127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const abrir = (identidade: { certificado: string | null; chavePrivada: string | null }) =>
      criarPixApi(
        {
          baseUrl: `https://${destino}/v2`,
          tokenUrl: `https://${destino}/v2/oauth/token`,
          clientId: CLIENTE_PADRAO.id,
          clientSecret: CLIENTE_PADRAO.segredo,
          cabecalhos: {},
          ...identidade,
        },
        RECEBEDOR,
        { saida: criarSaidaSegura({ nomeados: () => [destino] }), prazos: semPressa() },
      )
    const cob = { txid: 'A'.repeat(32), valorCentavos: 100, descricao: 'NF 1', expiraEmSegundos: 60 }
    const [com, sem] = [
      abrir({ certificado: pem('cliente.pem'), chavePrivada: pem('cliente.key') }),
      abrir({ certificado: null, chavePrivada: null }),
    ]
    expect(await com.criarCob(cob)).toMatchObject({ tipo: 'ok', valor: { status: 'ATIVA' } })
    expect(await sem.criarCob(cob)).toMatchObject({ tipo: 'recusada', http: 403, codigo: 'AcessoNegado' })
    await Promise.all([com.fechar(), sem.fechar(), psp.fechar(), app.close()])
  },
)
