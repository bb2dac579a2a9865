import type { Dia } from '#domain/data.ts'
import { interpretar, type LinhaDoExtrato, semValor } from '#domain/extrato.ts'
import { movimentoDoExtrato, nomeDaContaBancaria } from '#domain/movimento.ts'
import { type ContaDoExtrato, type LancamentoOfx, LeitorOfx, type ResumoOfx } from '#domain/ofx.ts'
import {
  alargar,
  contaSemMovimento,
  excessoDeMovimentos,
  type LeituraDoArquivo,
  type Limite,
  type MovimentoLido,
} from './lido.ts'
import { textoDe } from './texto.ts'

type Lancado = readonly [LancamentoOfx, ContaDoExtrato]

/** Lines kept per movement: balances and card bills are lines without a movement. */
const LINHAS_POR_MOVIMENTO = 1.25

/**
 * Reads a statement once and keeps its lines: what a line means depends on later ones (the day of the balance, whether any amount
 * has a sign), and a file with an error anywhere gives nothing.
 */
export function lerOfx(bytes: Buffer, hoje: Dia, limite: Limite): LeituraDoArquivo {
  const lancados: Lancado[] = []
  const leitor = new LeitorOfx((lancamento, conta) => {
    if (lancados.push([lancamento, conta]) > limite.maximo * LINHAS_POR_MOVIMENTO) throw excessoDeMovimentos(limite)
  })
  for (const pedaco of textoDe(bytes)) leitor.ler(pedaco)
  const resumo = leitor.fim()
  const contas = new Map(
    resumo.contas.map((uma) => [uma, contaSemMovimento(uma.banco, nomeDaContaBancaria(uma), uma.cartao)]),
  )
  const semSinal: number[] = []
  const zerados = lancados.flatMap(([um]) => (semValor(um) ? [um] : []))
  const futuras: number[] = []
  for (const { linha, movimento, conta } of interpretados(lancados, resumo, hoje)) {
    if (linha.especie === 'futura') futuras.push(linha.linha)
    if (linha.especie === 'sem_sinal') semSinal.push(linha.linha)
    if (movimento) alargar(contas.get(conta)!, movimento.dia)
  }
  return {
    formato: 'ofx',
    contas: [...contas].map(([uma, lida]) => ({ ...lida, de: lida.de ?? uma.de, ate: lida.ate ?? uma.ate })),
    avisos: avisosDe(resumo, { futuras, semSinal, zerados }),
    incompleto:
      resumo.cortadoNaLinha === null
        ? null
        : `O arquivo foi cortado: termina na linha ${resumo.cortadoNaLinha}, no meio do extrato.`,
    *movimentos() {
      for (const { linha, movimento } of interpretados(lancados, resumo, hoje))
        if (movimento) yield { linha: linha.linha, movimento }
    },
  }
}

interface Interpretado {
  linha: LinhaDoExtrato
  movimento: MovimentoLido['movimento'] | null
  conta: ContaDoExtrato
}

function* interpretados(lancados: readonly Lancado[], { temNegativo }: ResumoOfx, hoje: Dia): Generator<Interpretado> {
  for (const [lancamento, conta] of lancados) {
    const linha = interpretar(lancamento, conta, { temNegativo, hoje })
    yield { linha, movimento: movimentoDoExtrato(linha, conta), conta }
  }
}

function avisosDe(
  { lancamentos, contas }: ResumoOfx,
  {
    futuras,
    semSinal,
    zerados,
  }: Record<'futuras' | 'semSinal', readonly number[]> & { zerados: readonly LancamentoOfx[] },
): string[] {
  const avisos: string[] = []
  if (lancamentos === 0) avisos.push('Nenhum movimento no período.')
  if (contas.some(({ cartao }) => cartao)) avisos.push('A fatura do cartão ficou de fora: só contas são conciliadas.')
  if (futuras.length === 1)
    avisos.push(`1 lançamento futuro (linha ${futuras[0]}) ficou de fora: importe de novo depois que acontecer.`)
  if (futuras.length > 1)
    avisos.push(
      `${futuras.length} lançamentos futuros (o primeiro na linha ${futuras[0]}) ficaram de fora: importe de novo depois que acontecerem.`,
    )
  for (const linha of semSinal.slice(0, 20))
    avisos.push(`O arquivo não diz se o lançamento da linha ${linha} entrou ou saiu. Confira-o no banco.`)
  for (const { linha, valorCentavos } of zerados.slice(0, 20))
    avisos.push(
      valorCentavos === null
        ? `O lançamento da linha ${linha} não traz valor e ficou de fora. Confira-o no banco.`
        : `O lançamento da linha ${linha} é de R$ 0,00 e ficou de fora.`,
    )
  return avisos
}
