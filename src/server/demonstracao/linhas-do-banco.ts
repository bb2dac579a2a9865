import { criarCalendario, diaUtil } from '#domain/calendario.ts'
import { type Dia, diaDaSemana } from '#domain/data.ts'
import type { Centavos } from '#domain/dinheiro.ts'
import type { Movimento } from '#domain/movimento.ts'
import { normalizar } from '#domain/texto.ts'
import type { Sorteio } from './sorteio.ts'

/** The company's account at the bank of the demonstration. */
export const CONTA_NO_BANCO = { banco: '341', agencia: '1234', conta: '56789-0' }
export const CONTA_BANCARIA = `${CONTA_NO_BANCO.agencia}/${CONTA_NO_BANCO.conta}`
export const CALENDARIO = criarCalendario([])

interface Credito {
  dia: Dia
  valorCentavos: Centavos
  como: string
  nome: string | null
  documento: string | null
}

/** A line of credit as banks write it: capitals without accents, a CPF with its ends hidden. */
export function credito({ dia, valorCentavos, como, nome, documento }: Credito): Movimento {
  const escrito = nome === null ? null : normalizar(nome).toUpperCase().slice(0, 40)
  const visto = documento?.length === 11 ? `***${documento.slice(3, 9)}**` : documento
  return {
    ...LINHA,
    tipo: 'credito',
    dia,
    diaCredito: dia,
    valorCentavos,
    saiu: false,
    descricao: [como, escrito, visto, diaMes(dia)].filter(Boolean).join(' '),
    pagador: escrito === null && visto === null ? null : { nome: escrito, documento: visto },
  }
}

/** What a credit was, given back. */
export const devolvido = (veio: Movimento): Movimento => ({
  ...veio,
  tipo: 'devolucao',
  saiu: true,
  descricao: `DEVOLUCAO ${veio.descricao}`,
})

const diaMes = (dia: Dia) => `${dia.slice(8)}/${dia.slice(5, 7)}`

const LINHA = {
  origem: 'ofx',
  banco: CONTA_NO_BANCO.banco,
  contaBancaria: CONTA_BANCARIA,
  tarifaCentavos: 0,
  txid: null,
  endToEndId: null,
  nossoNumero: null,
  ocorrencia: null,
  lote: false,
  pagador: null,
} as const

/** What the account pays by itself on business days: fees, taxes, suppliers. */
export const proprias = (sorteio: Sorteio, dias: readonly Dia[]): Movimento[] =>
  dias
    .filter((dia) => diaUtil(dia, CALENDARIO))
    .flatMap((dia) => [
      ...(diaDaSemana(dia) === 1 ? [saida(dia, 'tarifa', 'TAR PACOTE ITAU', 8_990)] : []),
      ...(sorteio.chance(0.6)
        ? [saida(dia, 'outro', sorteio.escolher(DESPESAS), sorteio.inteiro(12_000, 980_000))]
        : []),
    ])
const DESPESAS = ['SISPAG FORNECEDORES', 'PAG TIT INT ENERGIA', 'SISPAG SALARIOS', 'DARF PREVIDENCIA']

/** Money that left the account. */
const saida = (dia: Dia, tipo: 'tarifa' | 'outro', descricao: string, valorCentavos: Centavos): Movimento => ({
  ...LINHA,
  tipo,
  dia,
  diaCredito: dia,
  valorCentavos,
  saiu: true,
  descricao: `${descricao} ${diaMes(dia)}`,
})

type Pagando = (quem: { dia: Dia; nome: string; documento: string; um: Centavos; outro: Centavos }) => Movimento
/** How people pay so that somebody has to find out whose it is. */
export const COMO_PAGAM: Pagando[] = [
  // One note, to the cent.
  ({ dia, nome, documento, um }) => credito({ dia, valorCentavos: um, como: 'PIX TRANSF', nome, documento }),
  // Two at once.
  ({ dia, nome, documento, um, outro }) =>
    credito({ dia, valorCentavos: um + outro, como: 'PIX TRANSF', nome, documento }),
  // Only the name, which the bank cut.
  ({ dia, nome, um }) =>
    credito({
      dia,
      valorCentavos: um,
      como: 'TED RECEBIDA',
      nome: nome.split(' ').slice(0, 2).join(' '),
      documento: null,
    }),
  // Somebody else's account, and the amount alone says whose it may be.
  ({ dia, outro }) => credito({ dia, valorCentavos: outro, como: 'DEP DINHEIRO', nome: null, documento: null }),
]
export const ESTRANHOS: [string, Centavos][] = [
  ['MARIA DAS DORES LIMA', 35_000],
  ['RESTAURANTE SABOR DA SERRA LTDA', 128_450],
  ['J A TRANSPORTES ME', 76_000],
]
