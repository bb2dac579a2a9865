import { criarCalendario, diaUtil, instanteDe, proximoDiaUtil } from '#domain/calendario.ts'
import { type Dia, diasEntre, type Instante, somarDias } from '#domain/data.ts'
import type { MODELOS_DA_REGUA } from '#domain/decisao.ts'
import type { Centavos } from '#domain/dinheiro.ts'
import { gerarParcelas } from '#domain/parcelas.ts'
import { diaDoPasso, PASSOS_PADRAO, REGUA_PADRAO } from '#domain/regua.ts'
import type { Sorteio } from './sorteio.ts'

/** What became of a customer; the weights are of a company that collects well. */
const ENREDOS = [
  ['em_dia', 22],
  ['atraso_leve', 22],
  ['atraso_longo', 5],
  ['quitado', 24],
  ['acordo', 8],
  ['acordo_cumprido', 4],
  ['acordo_quebrado', 2],
  ['respondeu', 6],
  ['em_atendimento', 4],
  ['pausado', 3],
] as const
export type Enredo = (typeof ENREDOS)[number][0]

export interface ContaContada {
  numero: string
  parcela: string
  valorCentavos: Centavos
  emissao: Dia
  vencimento: Dia
  vencimentoUtil: Dia
  pagaEm: Dia | null
  /** Replaced by the agreement, or an instalment of it. */
  papel: 'comum' | 'substituida' | 'parcela'
  parcelaNumero: number | null
}

export interface Envio {
  em: Instante
  dia: Dia
  passo: number
  tipo: (typeof MODELOS_DA_REGUA)[number]
  contas: ContaContada[]
}

export interface Historia {
  enredo: Enredo
  contas: ContaContada[]
  acordo: { situacao: 'ativa' | 'cumprida' | 'quebrada'; feitoEm: Dia } | null
  envios: Envio[]
}

const CALENDARIO = criarCalendario()

/** Who has no telephone talks to nobody: they only owe. */
export function sortearEnredo(sorteio: Sorteio, temTelefone: boolean): Enredo {
  const total = ENREDOS.reduce((soma, [, peso]) => soma + peso, 0)
  let ponto = sorteio.numero() * total
  for (const [enredo, peso] of ENREDOS) {
    ponto -= peso
    if (ponto < 0)
      return !temTelefone && (enredo === 'respondeu' || enredo === 'em_atendimento') ? 'atraso_leve' : enredo
  }
  return 'em_dia'
}

/** The accounts, payments, agreement and engine messages of one customer, up to yesterday. */
export function contarHistoria(sorteio: Sorteio, enredo: Enredo, hoje: Dia, nota: number): Historia {
  const passadas = notasPassadas(sorteio, hoje, nota)
  const abertas = enredo === 'quitado' ? [] : contasAbertas(sorteio, enredo, hoje, nota + passadas.length)
  const { contas, acordo } = negociar(sorteio, enredo, abertas, hoje)
  const todas = [...passadas, ...contas]
  return { enredo, contas: todas, acordo, envios: contarEnvios(todas, acordo?.feitoEm ?? null, enredo, hoje) }
}

/** Months of notes bought and paid: mostly on time, some with a delay. */
function notasPassadas(sorteio: Sorteio, hoje: Dia, nota: number): ContaContada[] {
  return Array.from({ length: sorteio.inteiro(1, 4) }, (_, i) => {
    const vencimento = somarDias(hoje, -sorteio.inteiro(2, 330))
    const atraso = sorteio.chance(0.6) ? -sorteio.inteiro(0, 2) : sorteio.inteiro(1, 25)
    const pagaEm = [somarDias(vencimento, atraso), hoje].sort()[0] ?? hoje
    return conta(sorteio, nota + i, vencimento, { pagaEm })
  })
}

const ATRASO: Partial<Record<Enredo, [number, number]>> = {
  em_dia: [-35, -1],
  atraso_leve: [1, 28],
  atraso_longo: [35, 120],
  acordo: [40, 90],
  acordo_cumprido: [130, 200],
  acordo_quebrado: [60, 110],
  respondeu: [2, 40],
  em_atendimento: [8, 60],
  pausado: [5, 30],
}

function contasAbertas(sorteio: Sorteio, enredo: Enredo, hoje: Dia, nota: number): ContaContada[] {
  const [de, ate] = ATRASO[enredo] ?? [1, 30]
  const quantas = sorteio.inteiro(1, 3)
  const primeiro = somarDias(hoje, -sorteio.inteiro(de, ate))
  const emissao = somarDias(primeiro, -28)
  return Array.from({ length: quantas }, (_, i) => ({
    ...conta(sorteio, nota, somarDias(primeiro, i * 30), { emissao }),
    parcela: String(i + 1).padStart(3, '0'),
  }))
}

function conta(sorteio: Sorteio, nota: number, vencimento: Dia, campos: Partial<ContaContada>): ContaContada {
  const reais = sorteio.chance(0.8) ? sorteio.inteiro(120, 2_900) : sorteio.inteiro(3_000, 14_000)
  return {
    numero: String(nota),
    parcela: '001',
    valorCentavos: reais * 100 + sorteio.inteiro(0, 99),
    emissao: somarDias(vencimento, -28),
    vencimento,
    vencimentoUtil: proximoDiaUtil(vencimento, CALENDARIO),
    pagaEm: null,
    papel: 'comum',
    parcelaNumero: null,
    ...campos,
  }
}

type Acordo = NonNullable<Historia['acordo']>

/** What became of the agreement, and when its first instalment was due; one that broke did so five days after that. */
function planoDoAcordo(enredo: Enredo, hoje: Dia): [Acordo['situacao'], Dia] | null {
  if (enredo === 'acordo') return ['ativa', somarDias(hoje, -28)]
  if (enredo === 'acordo_cumprido') return ['cumprida', somarDias(hoje, -105)]
  if (enredo !== 'acordo_quebrado') return null
  let primeiro = somarDias(hoje, -5)
  while (!diaUtil(primeiro, CALENDARIO)) primeiro = somarDias(primeiro, -1)
  return ['quebrada', primeiro]
}

function negociar(
  sorteio: Sorteio,
  enredo: Enredo,
  abertas: ContaContada[],
  hoje: Dia,
): Pick<Historia, 'contas' | 'acordo'> {
  const plano = planoDoAcordo(enredo, hoje)
  if (!plano) return { contas: abertas, acordo: null }
  const [situacao, primeiroVencimento] = plano
  const feitoEm = somarDias(primeiroVencimento, -10)
  const valorCentavos = abertas.reduce((soma, aberta) => soma + aberta.valorCentavos, 0)
  const parcelas = gerarParcelas({
    valorCentavos,
    entradaCentavos: 0,
    parcelas: situacao === 'cumprida' ? 3 : sorteio.inteiro(3, 6),
    primeiroVencimento,
    hoje: feitoEm,
  })
  const instalments = parcelas.map((parcela) => ({
    ...conta(sorteio, 0, parcela.vencimento, { emissao: feitoEm }),
    numero: abertas[0]?.numero ?? '1',
    parcela: String(parcela.numero),
    valorCentavos: parcela.valorCentavos,
    papel: 'parcela' as const,
    parcelaNumero: parcela.numero,
    pagaEm: situacao !== 'quebrada' && parcela.vencimento < hoje ? somarDias(parcela.vencimento, -1) : null,
  }))
  const originais = abertas.map((aberta) =>
    situacao === 'quebrada' ? aberta : { ...aberta, papel: 'substituida' as const },
  )
  return { contas: [...originais, ...instalments], acordo: { situacao, feitoEm } }
}

/** One message a customer a day, by the default cadence, about every account with a step that day. */
function contarEnvios(contas: ContaContada[], acordoEm: Dia | null, enredo: Enredo, hoje: Dia): Envio[] {
  const porDia = new Map<Dia, { passo: number; tipo: Envio['tipo']; contas: ContaContada[] }>()
  const calado =
    enredo === 'respondeu' || enredo === 'em_atendimento' || enredo === 'pausado' ? somarDias(hoje, -1) : hoje
  for (const cada of contas) {
    const fim =
      [cada.pagaEm, cada.papel !== 'parcela' ? acordoEm : null, calado]
        .filter((dia): dia is Dia => dia !== null)
        .sort()[0] ?? hoje
    const passos =
      cada.papel === 'parcela'
        ? [
            { dias: -3, tipo: 'parcela' as const },
            { dias: 0, tipo: 'parcela' as const },
          ]
        : PASSOS_PADRAO
    for (const passo of passos) {
      const dia = diaDoPasso(cada, passo.dias, REGUA_PADRAO, CALENDARIO)
      if (dia >= fim || diasEntre(dia, hoje) > 330) continue
      const doDia = porDia.get(dia) ?? { passo: passo.dias, tipo: passo.tipo, contas: [] }
      doDia.contas.push(cada)
      if (passo.dias > doDia.passo) Object.assign(doDia, { passo: passo.dias, tipo: passo.tipo })
      porDia.set(dia, doDia)
    }
  }
  return [...porDia]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([dia, envio], i) => ({ ...envio, dia, em: instanteDe(dia, `09:${String(i % 60).padStart(2, '0')}`) }))
}
