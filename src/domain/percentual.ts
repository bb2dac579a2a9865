import { dividirArredondando } from './dinheiro.ts'

/** `parte ÷ todo` from 0 to 100 with one decimal, half up; of nothing, 0. */
export const percentual = (parte: number, todo: number): number =>
  todo === 0 ? 0 : dividirArredondando(BigInt(parte) * 1000n, BigInt(todo)) / 10
