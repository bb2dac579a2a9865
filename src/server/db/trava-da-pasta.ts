import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FalhaAoIniciar } from './falha-ao-iniciar.ts'

/**
 * Only one program at a time on one DATA_DIR. The lock is a local socket: the system lets it go when the process dies,
 * however it dies, so nothing stale is ever left to be removed by hand. Throws `FalhaAoIniciar` when it is held.
 */
export async function travarPasta(pastaDados: string): Promise<() => Promise<void>> {
  const nome = `cobranca-${createHash('sha256').update(pastaDados).digest('hex').slice(0, 24)}`
  // Linux has sockets without a file; elsewhere a file that nobody answers on is stale.
  const endereco = process.platform === 'linux' ? `\0${nome}` : join(tmpdir(), `${nome}.sock`)
  if (!endereco.startsWith('\0') && !(await respondem(endereco))) rmSync(endereco, { force: true })
  const servidor = createServer((conexao) => conexao.end())
  servidor.unref()
  await escutar(servidor, endereco, pastaDados)
  return () => new Promise((pronto) => servidor.close(() => pronto()))
}

const escutar = (servidor: Server, endereco: string, pastaDados: string) =>
  new Promise<void>((pronto, falhar) => {
    servidor.once('error', (erro: NodeJS.ErrnoException) =>
      falhar(
        erro.code === 'EADDRINUSE'
          ? new FalhaAoIniciar(
              `O sistema já está em execução com a pasta ${pastaDados}. Pare o outro, ou escolha outra pasta com DATA_DIR.`,
            )
          : erro,
      ),
    )
    servidor.listen(endereco, () => pronto())
  })

const respondem = (endereco: string) =>
  new Promise<boolean>((pronto) => {
    const conexao = connect(endereco)
    conexao.once('connect', () => {
      conexao.destroy()
      pronto(true)
    })
    conexao.once('error', () => pronto(false))
  })
