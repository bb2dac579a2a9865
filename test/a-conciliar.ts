import type { AConciliar, Candidatos, ClienteCandidato, ContaCandidata } from '#domain/candidatos.ts'

/** Input of the conciliação rule as its tests write it: an account, a customer, a credit of R$ 500,00. */
export const conta = (id: number, clienteId: number, outro: Partial<ContaCandidata> = {}): ContaCandidata => {
  const abertoCentavos = outro.abertoCentavos ?? 50_000
  const base = {
    nome: `${id}/1`,
    nossoNumero: null,
    vencimento: '2026-11-10',
    aberta: true,
    devidoCentavos: abertoCentavos,
  }
  return { id, clienteId, ...base, ...outro, abertoCentavos }
}
export const cliente = (
  id: number,
  nome: string,
  documento: string | null,
  ...contas: ContaCandidata[]
): ClienteCandidato => ({
  id,
  nome,
  documento,
  contas,
})
export const SEM_NADA: Candidatos = { codigos: [], clientes: [], pagamentos: [], lotes: [] }
const credito = (outro: Partial<AConciliar['movimento']> = {}): AConciliar['movimento'] => ({
  origem: 'ofx',
  banco: '341',
  tipo: 'credito',
  dia: '2026-11-10',
  diaCredito: '2026-11-10',
  valorCentavos: 50_000,
  pagador: null,
  txid: null,
  nossoNumero: null,
  lote: false,
  ...outro,
})
export const aConciliar = (outro: Partial<AConciliar['movimento']> = {}): AConciliar => ({
  movimento: credito(outro),
  componentes: null,
  desfeito: false,
})
