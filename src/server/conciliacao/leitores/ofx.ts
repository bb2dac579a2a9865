import type { Dia } from '#domain/data.ts'
import { interpretar, type LinhaDoExtrato } from '#domain/extrato.ts'
import { movimentoDoExtrato, nomeDaContaBancaria } from '#domain/movimento.ts'
import { type ContaDoExtrato, LeitorOfx, type ResumoOfx } from '#domain/ofx.ts'
import { alargar, contaSemMovimento, type LeituraDoArquivo } from './lido.ts'
import { textoDe } from './texto.ts'

/**
 * Reads a statement twice: what a line means hangs on what comes after it (the day of the balance, whether any amount has a
 * sign), and a file with a fault anywhere gives nothing.
 */
export function lerOfx(bytes: Buffer, hoje: Dia): LeituraDoArquivo {
  const sonda = percorrer(bytes, () => undefined)
  const contas = sonda.contas.map((conta) => contaSemMovimento(conta.banco, nomeDaContaBancaria(conta), conta.cartao))
  const semSinal: number[] = []
  let futuras = 0
  porLinha(bytes, sonda, hoje, (linha, indice) => {
    if (linha.especie === 'futura') futuras += 1
    if (linha.especie === 'sem_sinal') semSinal.push(linha.linha)
    const movimento = movimentoDoExtrato(linha, sonda.contas[indice]!)
    if (movimento) alargar(contas[indice]!, movimento.dia)
  })
  return {
    formato: 'ofx',
    contas: contas.map((conta, i) => ({
      ...conta,
      de: conta.de ?? sonda.contas[i]!.de,
      ate: conta.ate ?? sonda.contas[i]!.ate,
    })),
    avisos: avisosDe(sonda, futuras, semSinal),
    incompleto:
      sonda.cortadoNaLinha === null
        ? null
        : `O arquivo foi cortado: termina na linha ${sonda.cortadoNaLinha}, no meio do extrato.`,
    emitir: (receber) =>
      porLinha(bytes, sonda, hoje, (linha, indice) => {
        const movimento = movimentoDoExtrato(linha, sonda.contas[indice]!)
        if (movimento) receber({ linha: linha.linha, movimento })
      }),
  }
}

function percorrer(bytes: Buffer, ver: ConstructorParameters<typeof LeitorOfx>[0]): ResumoOfx {
  const leitor = new LeitorOfx(ver)
  for (const pedaco of textoDe(bytes)) leitor.ler(pedaco)
  return leitor.fim()
}

/** Each line, and the place of its account in the file. */
function porLinha(bytes: Buffer, sonda: ResumoOfx, hoje: Dia, ver: (linha: LinhaDoExtrato, conta: number) => void) {
  const lugares = new Map<ContaDoExtrato, number>()
  let visto = -1
  percorrer(bytes, (lancamento, conta) => {
    let indice = lugares.get(conta)
    if (indice === undefined) {
      indice = lugarDe(conta, sonda, visto)
      visto = indice
      lugares.set(conta, indice)
    }
    ver(interpretar(lancamento, sonda.contas[indice]!, { temNegativo: sonda.temNegativo, hoje }), indice)
  })
}

/** Accounts without lines are passed over. */
const lugarDe = (conta: ContaDoExtrato, { contas }: ResumoOfx, depoisDe: number): number =>
  contas.findIndex((uma, i) => i > depoisDe && uma.conta === conta.conta && uma.agencia === conta.agencia)

function avisosDe({ lancamentos, contas }: ResumoOfx, futuras: number, semSinal: number[]): string[] {
  const avisos: string[] = []
  if (lancamentos === 0) avisos.push('Nenhum movimento no período.')
  if (contas.some(({ cartao }) => cartao)) avisos.push('A fatura do cartão ficou de fora: só contas são conciliadas.')
  if (futuras === 1) avisos.push('1 lançamento futuro ficou de fora: importe de novo depois que acontecer.')
  if (futuras > 1)
    avisos.push(`${futuras} lançamentos futuros ficaram de fora: importe de novo depois que acontecerem.`)
  for (const linha of semSinal.slice(0, 20))
    avisos.push(`O arquivo não diz se o lançamento da linha ${linha} entrou ou saiu. Confira-o no banco.`)
  return avisos
}
