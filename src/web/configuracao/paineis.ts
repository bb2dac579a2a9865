/** The code of each tab of the messages' screen, by its word in the address; the first is what opens without one. */
export const PAINEIS = {
  modelos: () => import('#web/modelos/ModelosPainel.tsx'),
  regua: () => import('#web/cobranca/ReguaPainel.tsx'),
  legal: () => import('#web/contato-legal/ContatoLegalPainel.tsx'),
  bloqueios: () => import('#web/contato-legal/BloqueiosPainel.tsx'),
  execucoes: () => import('#web/cobranca/ExecucoesPainel.tsx'),
  desempenho: () => import('#web/modelos/DesempenhoPainel.tsx'),
  frases: () => import('#web/frases/FrasesDaEmpresaPainel.tsx'),
  guarda: () => import('./GuardaPainel.tsx'),
  empresa: () => import('./EmpresaPainel.tsx'),
}
export type Aba = keyof typeof PAINEIS

export const abaDe = (texto: string | undefined): Aba =>
  texto !== undefined && Object.hasOwn(PAINEIS, texto) ? (texto as Aba) : 'modelos'
