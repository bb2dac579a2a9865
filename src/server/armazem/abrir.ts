import { join } from 'node:path'
import { type Armazem, armazemEmPasta, comReserva } from './armazem.ts'
import { type AcessoS3, armazemEmS3 } from './s3.ts'

/** Where this installation keeps files: the folder, or the bucket, before which the folder served. */
export function abrirArmazem(pastaDados: string, s3: AcessoS3 | null): Armazem {
  const pasta = armazemEmPasta(join(pastaDados, 'midias'))
  return s3 ? comReserva(armazemEmS3(s3), pasta) : pasta
}
