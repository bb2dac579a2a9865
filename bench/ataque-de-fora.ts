import { connect } from 'node:net'
import { setTimeout as esperar } from 'node:timers/promises'

/*
 * One address, or as many as it pleases (`espalhadas`), that attack the public calls, in a separate process started by
 * `ataque.ts`: `<kind> <port> <requests a second> <seconds>`. It reports to its parent how many requests it sent and their answers.
 */
const [como = '', porta = '0', porSegundo = '0', segundos = '0'] = process.argv.slice(2)
const DE = '127.0.0.2'
const FIM = performance.now() + Number(segundos) * 1000
const NENHUM = 'A'.repeat(22)

const pedido = (metodo: string, url: string, corpo = '', tipo = 'application/json') =>
  `${metodo} ${url} HTTP/1.1\r\nhost: 127.0.0.1:${porta}\r\n` +
  (metodo === 'POST' ? `content-type: ${tipo}\r\ncontent-length: ${Buffer.byteLength(corpo)}\r\n` : '') +
  `\r\n${corpo}`

const DA_PAGINA = [
  pedido('GET', `/c/${NENHUM}`),
  pedido('GET', `/api/publico/c/${NENHUM}`),
  pedido('POST', `/api/publico/c/${NENHUM}/entrar`, '{"digitos":"123"}'),
  pedido('POST', `/c/${NENHUM}/entrar`, 'digitos=123', 'application/x-www-form-urlencoded'),
  pedido('POST', `/api/publico/c/${NENHUM}/nao-sou-eu`, '{"confirmo":true}'),
  pedido('GET', '/verificar'),
]
const DA_ENTRADA = [
  pedido('POST', '/api/senha/esqueci', '{"email":"alguem@exemplo.com.br"}'),
  pedido('POST', '/api/login', '{"email":"alguem@exemplo.com.br","password":"nao-e-esta-1"}'),
]
const GRANDES = [
  pedido('POST', `/api/publico/c/${NENHUM}/promessas`, JSON.stringify({ contas: [1], ate: 'x'.repeat(1_000_000) })),
  pedido('POST', `/c/${NENHUM}/falar`, `texto=${'x'.repeat(1_000_000)}`, 'application/x-www-form-urlencoded'),
]

let mandados = 0
const respondidos: Record<string, number> = {}
const acabou = () => performance.now() > FIM
const conectar = (localAddress = DE) => connect({ host: '127.0.0.1', port: Number(porta), localAddress }).setNoDelay()
/** An address of 65,536, as many as the networks of an IPv6 /48. */
const deUmDeMuitos = (i: number) => `127.9.${(i >> 8) & 255}.${i & 255}`
const contar = (dado: Buffer) => {
  for (const [, status] of dado.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3}) /g))
    respondidos[status!] = (respondidos[status!] ?? 0) + 1
}

/** A new connection per request, at a fixed rate, whether or not earlier ones were answered. */
async function novas(quais: readonly string[], de = (_: number) => DE) {
  const inicio = performance.now()
  while (!acabou()) {
    const devidos = ((performance.now() - inicio) / 1000) * Number(porSegundo)
    for (; mandados < devidos; mandados += 1) {
      const ligacao = conectar(de(mandados))
      ligacao.on('data', contar).on('error', () => ligacao.destroy())
      ligacao.write(quais[mandados % quais.length]!)
      setTimeout(() => ligacao.destroy(), 15_000).unref()
    }
    await esperar(5)
  }
}

/** Connections that send the next request as soon as the last was answered; with `deUmaVez`, this many pipelined requests at once. */
async function insistir(ligacoes: number, deUmaVez: number, quais: readonly string[]) {
  const uma = async () => {
    while (!acabou()) {
      const ligacao = conectar()
      const mandar = () => {
        mandados += deUmaVez
        ligacao.write(Array.from({ length: deUmaVez }, (_, i) => quais[(mandados + i) % quais.length]).join(''))
      }
      const fechada = new Promise<void>((fim) => ligacao.on('close', () => fim()))
      ligacao.on('error', () => ligacao.destroy()).on('end', () => ligacao.destroy())
      ligacao.on('data', (dado) => {
        contar(dado)
        if (acabou()) ligacao.destroy()
        else if (deUmaVez === 1) mandar()
      })
      mandar()
      setTimeout(() => ligacao.destroy(), FIM - performance.now()).unref()
      await fechada
    }
  }
  await Promise.all(Array.from({ length: ligacoes }, uma))
}

const ATAQUES: Record<string, () => Promise<void>> = {
  novas: () => novas(DA_PAGINA),
  espalhadas: () => novas(DA_PAGINA, deUmDeMuitos),
  entrada: () => novas(DA_ENTRADA),
  presas: () => insistir(64, 1, DA_PAGINA),
  enfileiradas: () => insistir(16, 100, DA_PAGINA),
  grandes: () => insistir(32, 1, GRANDES),
}
await ATAQUES[como]!()
process.send?.({ mandados, respondidos })
process.exit(0)
