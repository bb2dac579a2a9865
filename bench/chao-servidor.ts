import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { abrirAplicacao } from './aplicacao.ts'
import { COMO_O_PROGRAMA } from './banco.ts'
import { AGORA } from './povoar.ts'

/*
 * Serves either the product or the floor on a free port, which it reports to its parent:
 *   chao-servidor.ts produto|chao <database's URL>
 * The floor is bare `node:http` and `pg`: it runs the given statement, and pads the answer with spaces to the size of the
 * product's.
 */
const [papel, url = ''] = process.argv.slice(2)
const CONEXOES = 16

if (papel === 'produto') {
  const { app } = await abrirAplicacao(url, AGORA)
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.send?.((app.server.address() as AddressInfo).port)
} else {
  let linha = { nome: '', sql: 'select 1', valores: [[]] as unknown[][], bytes: 0 }
  process.on('message', (outra: typeof linha) => {
    linha = outra
    process.send?.('pronto')
  })
  const pool = new pg.Pool({ connectionString: url, max: CONEXOES, options: COMO_O_PROGRAMA })
  const servidor = createServer((pedido, resposta) => {
    const { nome, sql, valores, bytes } = linha
    const values = valores[Number(pedido.url!.slice(1)) % valores.length]!
    void pool.query({ name: nome, text: sql, values }).then(
      ({ rows }) => {
        const corpo = JSON.stringify({ data: rows }).slice(0, bytes).padEnd(bytes)
        resposta
          .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(corpo) })
          .end(corpo)
      },
      (erro: unknown) => resposta.writeHead(500).end(String(erro)),
    )
  })
  servidor.listen(0, '127.0.0.1', () => process.send?.((servidor.address() as AddressInfo).port))
}
