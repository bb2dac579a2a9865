import { HORA_MS } from '#domain/data.ts'
import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { esquecerEventos } from './entrada.actions.ts'
import { canalDaEntrada, type Meios, type Origem } from './origem.ts'
import { processarEntrada } from './processar.actions.ts'

const ENTRADA_MS = 1_000
const LIMPEZA_MS = HORA_MS

/** What one system told, as soon as it is stored: a loop of its own, so that none waits for another's. */
export const trabalhoDaEntrada = <P>(meios: Meios, origem: Origem<P>): Trabalho => ({
  nome: `entrada ${origem.deQuem}`,
  cadaMs: ENTRADA_MS,
  canal: canalDaEntrada(origem.nome),
  executar: (sinal) => processarEntrada(meios, origem, sinal),
})

export const limpezaDaEntrada = ({ db, relogio }: Meios): Trabalho => ({
  nome: 'limpeza da entrada',
  cadaMs: LIMPEZA_MS,
  async executar() {
    await esquecerEventos(db, relogio.agora())
    return undefined
  },
})
