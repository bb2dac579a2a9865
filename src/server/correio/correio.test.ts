import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as comTls } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { abrirCaixa } from '#emulator/correio/caixa.ts'
import { comOpenssl } from '#test/bancos.ts'
import { esperarAte } from '#test/espera.ts'
import { criarCorreio } from './correio.ts'

const DE = 'Modelo <cobranca@exemplo.com.br>'
const CARTA = { para: 'ana@exemplo.com.br', assunto: 'Senha nova', texto: 'link', html: '<p>link' }

/** A mail server that answers each command as told; what is not told, as a good one. */
function servidor(falas: Record<string, string | ((canal: Socket) => void)>) {
  const boas = {
    SAUDACAO: '220 x',
    EHLO: '250 x',
    MAIL: '250 ok',
    RCPT: '250 ok',
    DATA: '354 diga',
    '.': '250 na fila',
  }
  const todas: Record<string, string | ((canal: Socket) => void)> = { ...boas, ...falas }
  return createServer((canal) => {
    const dizer = (comando: string) => {
      const fala = todas[comando]
      if (typeof fala === 'function') fala(canal)
      else if (fala) canal.write(`${fala}\r\n`)
    }
    canal.on('error', () => undefined)
    dizer('SAUDACAO')
    canal.on('data', (bytes) => {
      for (const linha of bytes.toString('latin1').split('\r\n')) dizer(linha.split(' ')[0]!)
    })
  })
}

async function abrir(qual: Server): Promise<string> {
  await once(qual.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void qual.close())
  return `127.0.0.1:${(qual.address() as AddressInfo).port}`
}

/** Goes on answering without an end, until its connection is ended. */
function gotejar() {
  const dela = { aberta: false, falou: false }
  const falar = (canal: Socket) => {
    dela.aberta = true
    dela.falou = true
    const sempre = setInterval(() => canal.write('250-ainda\r\n'), 10)
    canal.on('close', () => {
      dela.aberta = false
      clearInterval(sempre)
    })
  }
  return { dela, falar }
}

test.for(['EHLO', 'MAIL', '.'])(
  'a server that goes on answering %s without an end is let go when its time is over',
  async (onde) => {
    const { dela, falar } = gotejar()
    const url = `smtp://${await abrir(servidor({ [onde]: falar }))}`
    const correio = criarCorreio({ url, de: DE }, { prazoMs: 1_000, confirmacaoMs: 1_000 })
    expect(await correio.enviar(CARTA)).toEqual({ situacao: 'falhou', erro: expect.stringContaining('a tempo') })
    await esperarAte('the connection has ended', async () => dela.falou && !dela.aberta)
  },
)

test('so is one that is only asked whether it answers', async () => {
  const { dela, falar } = gotejar()
  const url = `smtp://${await abrir(servidor({ EHLO: falar }))}`
  expect(await criarCorreio({ url, de: DE }, { prazoMs: 1_000 }).conferir()).toContain('a tempo')
  await esperarAte('the connection has ended', async () => dela.falou && !dela.aberta)
})

test('what the server has whole is waited for: it looks it through before it confirms it', async () => {
  const devagar = (canal: Socket) => void setTimeout(() => canal.write('250 na fila\r\n'), 2_500)
  const url = `smtp://${await abrir(servidor({ '.': devagar }))}`
  const correio = criarCorreio({ url, de: DE }, { prazoMs: 2_000, confirmacaoMs: 20_000 })
  expect(await correio.enviar(CARTA)).toEqual({ situacao: 'enviado' })
})

test.for([
  [{ SAUDACAO: '554 x ana@exemplo.com.br' }, 'falhou', 'recusou a conexão (resposta 554)'],
  [{ SAUDACAO: '421 x' }, 'falhou', 'recusou a conexão (resposta 421)'],
  [{ EHLO: '554 x', HELO: '554 x' }, 'falhou', 'recusou a conexão (resposta 554)'],
  [{ MAIL: '451 x' }, 'falhou', '(resposta 451)'],
  [{ MAIL: '554 x' }, 'recusado', '(resposta 554)'],
  [{ RCPT: '421 x' }, 'falhou', '(resposta 421)'],
  [{ RCPT: '550 ana@exemplo.com.br' }, 'recusado', '(resposta 550)'],
  [{ DATA: '451 x' }, 'falhou', '(resposta 451)'],
  [{ '.': '554 x' }, 'recusado', '(resposta 554)'],
  [{ '.': (canal: Socket) => canal.destroy() }, 'falhou', 'Não foi possível conectar'],
  [{ EHLO: (canal: Socket) => canal.write('a'.repeat(5_000_000)) }, 'falhou', 'Não foi possível conectar'],
] as const)('a server that says %o: %s, in our own words', async ([falas, situacao, erro]) => {
  const correio = criarCorreio({ url: `smtp://${await abrir(servidor(falas))}`, de: DE }, { prazoMs: 5_000 })
  const como = await correio.enviar(CARTA)
  expect(como).toEqual({ situacao, erro: expect.stringContaining(erro) })
  expect(JSON.stringify(como)).not.toContain('ana@')
})

test.skipIf(!comOpenssl())('a false certificate is told as one, not as a network that is away', async () => {
  const pasta = mkdtempSync(join(tmpdir(), 'correio-'))
  onTestFinished(() => rmSync(pasta, { recursive: true, force: true }))
  const pedido = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout c.key -out c.pem -days 1'
  execFileSync('openssl', [...pedido.split(' '), '-subj', '/CN=outra.example'], { cwd: pasta, stdio: 'pipe' })
  const [key, cert] = ['c.key', 'c.pem'].map((nome) => readFileSync(join(pasta, nome)))
  const falso = comTls({ key, cert }).on('tlsClientError', () => undefined)
  for (const onde of [await abrir(falso), await abrir(servidor({}))])
    expect(await criarCorreio({ url: `smtps://${onde}`, de: DE }).conferir()).toContain('certificado')
})

test('what people typed makes no header and no recipient', async () => {
  const caixa = await abrirCaixa()
  onTestFinished(caixa.fechar)
  const injetado = 'x\r\nBcc: outra@exemplo.com.br\r\n\r\n.\r\nRCPT TO:<outra@exemplo.com.br>'
  const carta = { ...CARTA, assunto: injetado, texto: `Olá, ${injetado}.\r\n.\r\nQUIT`, html: `<p>${injetado}` }
  expect(await criarCorreio({ url: caixa.url, de: DE }).enviar(carta)).toEqual({ situacao: 'enviado' })
  expect(caixa.recebidos()).toHaveLength(1)
  expect(caixa.recebidos()[0]).toMatchObject({ para: [CARTA.para], assunto: expect.stringContaining('Bcc: outra') })
  expect(caixa.recebidos()[0]?.texto).toContain('QUIT')
})
