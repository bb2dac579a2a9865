import { criarCalendario } from '#domain/calendario.ts'
import { somarDias } from '#domain/data.ts'
import { calcularEncargos } from '#domain/encargos.ts'
import type { ContaNegociavel, FaixaDaPolitica, Politica } from '#domain/politica.ts'

/** A Tuesday. */
export const HOJE = '2026-11-24'
export const CALENDARIO = criarCalendario([])
const TAXAS = { multaCentesimos: 200, jurosMesCentesimos: 100 }
export const FAIXA: FaixaDaPolitica = {
  deDias: 1,
  ateDias: 30,
  descontoEncargosCentesimos: 10_000,
  descontoPrincipalCentesimos: 1_000,
  entradaMinimaCentesimos: 2_000,
  parcelasMax: 6,
  parcelaMinimaCentavos: 5_000,
}
export const faixa = (muda: Partial<FaixaDaPolitica> = {}): FaixaDaPolitica => ({ ...FAIXA, ...muda })
export const politica = (...faixas: FaixaDaPolitica[]): Politica => ({
  ativa: true,
  faixas,
  segundoAcordoEntradaCentesimos: 5_000,
})
export const conta = (id: number, abertoCentavos: number, diasAtraso: number): ContaNegociavel => ({
  id,
  abertoCentavos,
  diasAtraso,
  encargosCentavos: calcularEncargos(abertoCentavos, somarDias(HOJE, -diasAtraso), HOJE, TAXAS).totalCentavos,
})
