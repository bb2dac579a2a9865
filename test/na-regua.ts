import { criarCalendario, HORARIO_PADRAO, proximoDiaUtil } from '#domain/calendario.ts'
import { type ClienteNaRegua, MODELOS_DO_MOTOR, type Momento } from '#domain/decisao.ts'
import { PESSOA_DESCONHECIDA } from '#domain/pessoa.ts'
import { type ContaNaRegua, REGUA_PADRAO } from '#domain/regua.ts'
import type { MotivoDaRetencao } from '#domain/retencao.ts'

/** Input of the régua's rule as its tests write it: a Tuesday at ten, an account, a customer who owes it. */
const calendario = criarCalendario()
export const momento: Momento = {
  dia: '2026-11-24', // a Tuesday
  hora: '10:00',
  forcado: false,
  regua: REGUA_PADRAO,
  calendario,
  horario: HORARIO_PADRAO,
  lei: { linhas: [], feriados: [] },
  aprovados: new Set(MODELOS_DO_MOTOR),
  marketing: new Set(),
  carenciaDiasUteis: 2,
  confirmarPessoa: 'nunca',
  limite: null,
}
export const conta = (vencimento: string, campos: Partial<ContaNaRegua> = {}): ContaNaRegua => ({
  id: 1,
  vencimento,
  vencimentoUtil: proximoDiaUtil(vencimento, calendario),
  parcelaDeAcordo: false,
  coberto: null,
  retencao: null,
  ...campos,
})
export const DEVIDA = conta('2026-11-19') // five days late: step 5 is due
export const SEM_PASSO = conta('2026-12-20')
export const retida = (qual: ContaNaRegua, motivo: MotivoDaRetencao, ate: string | null = null): ContaNaRegua => ({
  ...qual,
  retencao: { motivo, ate },
})
export const ESGOTADA = conta('2026-10-01', { coberto: 30 })
export const cliente = (campos: Partial<ClienteNaRegua> = {}): ClienteNaRegua => ({
  id: 1,
  contatoId: 1,
  status: 'ativo',
  lugar: { uf: null, municipio: null },
  numeroValido: true,
  aceitaMensagens: true,
  bloqueado: false,
  aceitaMarketing: true,
  documento: null,
  pessoa: PESSOA_DESCONHECIDA,
  numeroChamadas: 0,
  tentativasVistas: 0,
  ultimoContatoEm: null,
  ultimoModeloDia: null,
  ultimaCobrancaDia: null,
  alcancado: false,
  cobradoHoje: false,
  contas: [DEVIDA],
  ...campos,
})
