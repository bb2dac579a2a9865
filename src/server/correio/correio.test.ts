import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createServer as comTls } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { abrirCaixa } from '#emulator/correio/caixa.ts'
import { comOpenssl } from '#test/bancos.ts'
import { esperarAte } from '#test/espera.ts'
import { pastaDoTeste } from '#test/pasta.ts'
import { type Contar, criarCorreio } from './correio.ts'

const DE = 'Modelo <cobranca@exemplo.com.br>'
const CARTA = { para: 'ana@exemplo.com.br', assunto: 'Senha nova', texto: 'link', html: '<p>link' }

/** A mail server that answers each command as configured; other commands like a normal server. */
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
  const dela = { aberta: false, falou: 0 }
  const falar = (canal: Socket) => {
    dela.aberta = true
    const sempre = setInterval(() => canal.write('250-ainda\r\n', () => (dela.falou += 1)), 5)
    canal.on('close', () => {
      dela.aberta = false
      clearInterval(sempre)
    })
  }
  return { dela, falar }
}

/** Time that passes when it is told to. */
function criarTempo() {
  let agora = 0
  const contados = new Set<{ ate: number; acabou: () => void }>()
  const contar: Contar = (ms, acabou) => {
    const um = { ate: agora + ms, acabou }
    contados.add(um)
    return () => contados.delete(um)
  }
  const passar = (ms: number) => {
    agora += ms
    for (const { ate, acabou } of contados) if (ate <= agora) acabou()
  }
  return { contar, passar }
}

const PRAZO_INTEIRO_MS = 90_000
const CONFIRMACAO_MS = 600_000

test.for([
  ['EHLO', PRAZO_INTEIRO_MS],
  ['MAIL', PRAZO_INTEIRO_MS],
  ['.', CONFIRMACAO_MS],
] as const)(
  'a server that goes on answering %s without an end is let go after %i ms, not before',
  async ([onde, ms]) => {
    const { dela, falar } = gotejar()
    const { contar, passar } = criarTempo()
    const url = `smtp://${await abrir(servidor({ [onde]: falar }))}`
    const como = criarCorreio({ url, de: DE }, { contar }).enviar(CARTA)
    await esperarAte('it speaks', () => dela.falou > 0)
    passar(ms - 1)
    const ditas = dela.falou
    await esperarAte('it speaks on', () => dela.falou > ditas + 1)
    expect(dela.aberta).toBe(true)
    passar(1)
    expect(await como).toEqual({ situacao: 'falhou', erro: expect.stringContaining('a tempo') })
    await esperarAte('the connection has ended', () => !dela.aberta)
  },
)

test('so is one that is only asked whether it answers', async () => {
  const { dela, falar } = gotejar()
  const { contar, passar } = criarTempo()
  const url = `smtp://${await abrir(servidor({ EHLO: falar }))}`
  const como = criarCorreio({ url, de: DE }, { contar }).conferir()
  await esperarAte('it speaks', () => dela.falou > 0)
  passar(PRAZO_INTEIRO_MS)
  expect(await como).toContain('a tempo')
  await esperarAte('the connection has ended', () => !dela.aberta)
})

test('what the server has whole is waited for: it looks it through before it confirms it', async () => {
  const { contar, passar } = criarTempo()
  const devagar = (canal: Socket) => {
    passar(CONFIRMACAO_MS - 1)
    canal.write('250 na fila\r\n')
  }
  const url = `smtp://${await abrir(servidor({ '.': devagar }))}`
  expect(await criarCorreio({ url, de: DE }, { contar }).enviar(CARTA)).toEqual({ situacao: 'enviado' })
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
  const correio = criarCorreio({ url: `smtp://${await abrir(servidor(falas))}`, de: DE })
  const como = await correio.enviar(CARTA)
  expect(como).toEqual({ situacao, erro: expect.stringContaining(erro) })
  expect(JSON.stringify(como)).not.toContain('ana@')
})

test.skipIf(!comOpenssl())('a false certificate is told as one, not as a network that is away', async () => {
  const pasta = pastaDoTeste()
  const pedido = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout c.key -out c.pem -days 1'
  execFileSync('openssl', [...pedido.split(' '), '-subj', '/CN=outra.example'], { cwd: pasta, stdio: 'pipe' })
  const [key, cert] = ['c.key', 'c.pem'].map((nome) => readFileSync(join(pasta, nome)))
  const falso = comTls({ key, cert }).on('tlsClientError', () => undefined)
  for (const onde of [await abrir(falso), await abrir(servidor({}))])
    expect(await criarCorreio({ url: `smtps://${onde}`, de: DE }).conferir()).toContain('certificado')
})

test('a mail server elsewhere is spoken to in the clear only when its address says so', async () => {
  const caixa = await abrirCaixa()
  onTestFinished(caixa.fechar)
  const porta = new URL(caixa.url).port
  const conferir = (url: string) => criarCorreio({ url, de: DE }).conferir()
  expect(await conferir(caixa.url)).toBeNull()
  expect(await conferir(`smtp://0.0.0.0:${porta}`)).toContain('TLS')
  expect(await conferir(`smtp://0.0.0.0:${porta}?ignoreTLS=true`)).toBeNull()
  expect(await conferir(`smtps://127.0.0.1:${porta}`)).not.toBeNull()
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
