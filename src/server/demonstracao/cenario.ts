import type { MODELO_DA_PERGUNTA } from '#domain/pessoa.ts'
import type { Trx } from '#server/db/schema.ts'
import type { ContaContada, Envio, Historia } from './historia.ts'
import type { Ficha } from './pessoas.ts'
import type { Sorteio } from './sorteio.ts'

export interface Cenario {
  trx: Trx
  sorteio: Sorteio
  agora: Date
  operadores: number[]
  /** The text a template gives for this customer and these accounts. */
  redigir(envio: Escrito, ficha: Pick<Ficha, 'nome' | 'documento'>): string
  hashDe(canonico: string): { hash: Buffer; hash_chave: number }
  canonico(telefone: string): string
}

type Escrito = Pick<Envio, 'contas' | 'dia'> & { tipo: Envio['tipo'] | typeof MODELO_DA_PERGUNTA }

export const MINUTO = 60_000
/** Keeps an instant of the history from being later today. */
export const ateAgora = (em: string, agora: Date) => new Date(Math.min(Date.parse(em), agora.getTime()))
export const menos = (agora: Date, minutos: number) => new Date(agora.getTime() - minutos * MINUTO)

export function situacaoDa(conta: ContaContada, historia: Historia) {
  if (conta.pagaEm) return 'paga' as const
  if (conta.papel === 'substituida') return 'negociada' as const
  if (conta.papel === 'parcela' && historia.acordo?.situacao === 'quebrada') return 'cancelada' as const
  return 'aberta' as const
}

export function concluidoEm(historia: Historia, agora: Date): Date | null {
  const ultimo = historia.contas
    .flatMap((conta) => conta.pagaEm ?? [])
    .sort()
    .at(-1)
  return ultimo ? ateAgora(`${ultimo}T18:00:00Z`, agora) : null
}
