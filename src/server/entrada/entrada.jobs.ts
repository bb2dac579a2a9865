import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { canalDaEntrada, type Meios, type Origem } from './origem.ts'
import { processarEntrada } from './processar.actions.ts'

const ENTRADA_MS = 1_000

/** Processes one system's events as soon as they are stored, in its own loop, so that none waits for another's. */
export const trabalhoDaEntrada = <P>(meios: Meios, origem: Origem<P>): Trabalho => ({
  nome: `entrada ${origem.deQuem}`,
  cadaMs: ENTRADA_MS,
  canal: canalDaEntrada(origem.nome),
  executar: (sinal) => processarEntrada(meios, origem, sinal),
})
