import { randomBytes } from 'node:crypto'
import { inicializar } from '#server/db/cluster.ts'
import { lugarDoBanco } from '#server/db/lugar.ts'
import { segredoDaPasta } from '#server/db/segredo-da-pasta.ts'

/**
 * Creates an empty embedded database in the folder of a company whose database is elsewhere. Not as a first start does:
 * if a move is interrupted, the empty database is refused by every start (`exigirMesmaEmpresa`), and never filled with
 * another company.
 */
export async function inicializarEmbutido(pasta: string): Promise<void> {
  const senha = await segredoDaPasta(pasta, 'senha-do-banco', () => randomBytes(24).toString('hex'))
  await inicializar(await lugarDoBanco(pasta), senha)
}
