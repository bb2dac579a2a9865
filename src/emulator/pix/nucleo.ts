import type { Calendario } from '#domain/calendario.ts'
import type { Acaso } from '../acaso.ts'
import type { Agendador } from '../agendador.ts'
import type { Estado } from './estado.ts'

/** Whose account it is, as the PSP knows them. */
export interface Recebedor {
  cnpj: string
  nome: string
  logradouro: string
  cidade: string
  uf: string
  cep: string
}

export interface ClientePsp {
  id: string
  segredo: string
  escopos: readonly string[]
}

export const ESCOPOS = [
  'cob.read',
  'cob.write',
  'cobv.read',
  'cobv.write',
  'pix.read',
  'pix.write',
  'webhook.read',
  'webhook.write',
  'payloadlocation.read',
  'payloadlocation.write',
]

/** What the parts of the emulator share. */
export interface NucleoPix {
  estado: Estado
  recebedor: Recebedor
  /** The Pix keys of the account; null: whatever key is asked for is its own. */
  chaves: readonly string[] | null
  clientes: readonly ClientePsp[]
  /** Where locations are, without `https://`. */
  enderecoDosQr: string
  calendario: Calendario
  acaso: Acaso
  agendador: Agendador
  agora(): Date
  /** Called after each change, so that it is kept. */
  mudou(): void
}

export const temChave = ({ chaves }: Pick<NucleoPix, 'chaves'>, chave: string): boolean =>
  chaves === null || chaves.includes(chave)

const ALFABETO = 'abcdefghijklmnopqrstuvwxyz0123456789'
export const letras = (acaso: Acaso, quantas: number): string =>
  Array.from({ length: quantas }, () => acaso.um([...ALFABETO])).join('')
