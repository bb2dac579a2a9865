import type { EspecieDoRetorno, ResumoDoRetorno, TituloDoRetorno } from '#domain/cnab.ts'
import { LeitorCnab240 } from '#domain/cnab240.ts'
import { LeitorCnab400 } from '#domain/cnab400.ts'
import type { Dia } from '#domain/data.ts'
import { movimentoDoRetorno } from '#domain/movimento.ts'
import { plural } from '#domain/plural.ts'
import { alargar, contaSemMovimento, type LeituraDoArquivo, type MovimentoLido } from './lido.ts'
import { linhasDe } from './texto.ts'

type FormatoCnab = 'cnab240' | 'cnab400'

/** Reads a return twice: a file with an error anywhere gives nothing. Entries dated after `hoje` have not happened. */
export function lerCnab(bytes: Buffer, formato: FormatoCnab, hoje: Dia): LeituraDoArquivo {
  const vistos = new Map<AOlhar, { quantos: number; quais: string[] }>()
  const resumo = percorrer(bytes, formato, (titulo) => {
    const especie = pagouNada(titulo) ? 'sem_valor' : titulo.especie
    const { quantos, quais } = vistos.get(especie) ?? { quantos: 0, quais: [] }
    const numero = citar(titulo)
    vistos.set(especie, { quantos: quantos + 1, quais: numero && quais.length < CITADOS ? [...quais, numero] : quais })
  })
  const arquivo = { formato, ...resumo }
  const conta = contaSemMovimento(resumo.banco, resumo.conta)
  const movimentos: MovimentoLido[] = []
  const futuros: number[] = []
  percorrer(bytes, formato, (titulo) => {
    const movimento = movimentoDoRetorno(titulo, arquivo)
    if (!movimento) return
    if (movimento.dia > hoje) {
      futuros.push(titulo.linha)
      return
    }
    movimentos.push({ linha: titulo.linha, movimento })
    alargar(conta, movimento.dia)
  })
  return {
    formato,
    contas: [{ ...conta, de: conta.de ?? resumo.data, ate: conta.ate ?? resumo.data }],
    avisos: [...resumo.avisos.slice(0, 20), ...avisosDe(vistos), ...futuros.slice(0, 20).map(dizerFuturo)],
    incompleto: resumo.incompleto,
    movimentos: () => movimentos,
  }
}

/** A refusal is looked up by the bank's code and reasons. */
function citar({ especie, seuNumero, nossoNumero, ocorrencia, motivos }: TituloDoRetorno): string {
  const numero = seuNumero.trim() || nossoNumero.trim()
  if (especie !== 'rejeitado' || numero === '') return numero
  const porque = motivos.length > 0 ? `, ${motivos.length === 1 ? 'motivo' : 'motivos'} ${motivos.join(' e ')}` : ''
  return `${numero}: ocorrência ${ocorrencia}${porque}`
}

const dizerFuturo = (linha: number) =>
  `O pagamento da linha ${linha} é de depois de hoje e ficou de fora: confira a data com o banco.`

function percorrer(bytes: Buffer, formato: FormatoCnab, ver: (titulo: TituloDoRetorno) => void): ResumoDoRetorno {
  const leitor = formato === 'cnab240' ? new LeitorCnab240(ver) : new LeitorCnab400(ver)
  for (const { linha, numero } of linhasDe(bytes)) leitor.ler(linha, numero)
  return leitor.fim()
}

/** Said to be settled with nothing: a title whose money the bank had advanced, say. */
const pagouNada = ({ especie, pagoCentavos }: TituloDoRetorno): boolean =>
  (especie === 'liquidacao' || especie === 'parcial') && pagoCentavos === 0

type AOlhar = EspecieDoRetorno | 'sem_valor'

/** Lines without payment that somebody should look at: singular and plural. */
const A_OLHAR: Partial<Record<AOlhar, readonly [string, string]>> = {
  sem_valor: [
    'liquidação veio sem valor e ficou de fora: confira no banco se o boleto foi pago',
    'liquidações vieram sem valor e ficaram de fora: confira no banco se os boletos foram pagos',
  ],
  rejeitado: ['instrução foi recusada pelo banco', 'instruções foram recusadas pelo banco'],
  baixado: ['boleto foi baixado: a dívida continua', 'boletos foram baixados: as dívidas continuam'],
  pago_fora: [
    'boleto foi encerrado por pagamento fora dele: procure o Pix ou a transferência',
    'boletos foram encerrados por pagamento fora deles: procure os Pix ou as transferências',
  ],
  pendente: ['pagamento ainda vai ser compensado', 'pagamentos ainda vão ser compensados'],
  operacional: ['pagamento está em andamento', 'pagamentos estão em andamento'],
  protesto: ['título está em cartório', 'títulos estão em cartório'],
}

/** So many are named in a warning; the others are only counted. */
const CITADOS = 5

const avisosDe = (vistos: ReadonlyMap<AOlhar, { quantos: number; quais: string[] }>): string[] =>
  [...vistos].flatMap(([especie, { quantos, quais }]) => {
    const frases = A_OLHAR[especie]
    if (!frases) return []
    const mais = quantos > quais.length ? ` e mais ${quantos - quais.length}` : ''
    const juntos = quais.join(especie === 'rejeitado' ? '; ' : ', ')
    const nomes = quais.length > 0 ? ` (${quantos === 1 ? 'número' : 'números'} ${juntos}${mais})` : ''
    return [`${plural(quantos, ...frases)}${nomes}.`]
  })
