import { join } from 'node:path'
import { type Armazem, armazemEmPasta, comReserva } from './armazem.ts'
import { type AcessoS3, armazemEmS3 } from './s3.ts'

/** This installation's file store: the folder, or the bucket with the folder as fallback for older files. */
export function abrirArmazem(pastaDados: string, s3: AcessoS3 | null): Armazem {
  const pasta = armazemEmPasta(join(pastaDados, 'midias'))
  return s3 ? comReserva(armazemEmS3(s3), pasta) : pasta
}
