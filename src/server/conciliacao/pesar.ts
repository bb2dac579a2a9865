import type { ResultadoDoBanco } from '#contract/extratos.ts'
import { nomeDoBanco } from '#domain/arquivo-do-banco.ts'
import type { MotivoDePendencia } from '#domain/movimento.ts'
import { numeroCanonico } from '#domain/repeticao.ts'
import type { ArquivoDoBanco } from './leitores/extratos.ts'
import type { ContaLida } from './leitores/lido.ts'

export interface ContaDoBanco {
  banco: string
  conta: string
}

/** As it is known, however a file writes it. */
export const contaDoBanco = ({ banco, conta }: Pick<ContaLida, 'banco' | 'conta'>): ContaDoBanco => ({
  banco: banco ?? '',
  conta: numeroCanonico(conta),
})
const chave = ({ banco, conta }: ContaDoBanco) => `${banco}|${conta}`

type Relatorio = Pick<ResultadoDoBanco, 'arquivos' | 'avisos' | 'pendencias' | 'erros'>
type Lido = Exclude<ArquivoDoBanco, { erro: string }>

/**
 * Which files of an upload are accepted, by index, and the report on each. An unknown bank account waits for a person's decision,
 * except the very first; so does a truncated file, or one whose totals do not add up. Nothing of a file that waits is written.
 */
export function pesarArquivos(
  arquivos: readonly ArquivoDoBanco[],
  conhecidas: readonly ContaDoBanco[],
  aceitar: ReadonlySet<MotivoDePendencia>,
): { aceitos: Set<number>; contas: ContaDoBanco[]; relatorio: Relatorio } {
  const vistas = new Set(conhecidas.map(chave))
  const relatorio: Relatorio = { arquivos: [], avisos: [], pendencias: [], erros: [] }
  const aceitos = new Set<number>()
  const novas: ContaDoBanco[] = []
  for (const [lugar, lido] of arquivos.entries()) {
    if ('erro' in lido) {
      relatorio.erros.push({ arquivo: lido.arquivo, mensagem: lido.erro })
      continue
    }
    const { arquivo } = lido
    relatorio.arquivos.push(...contasDe(lido))
    relatorio.avisos.push(...lido.avisos.map((mensagem) => ({ arquivo, mensagem })))
    const lidas = lido.contas.filter(({ cartao }) => !cartao)
    const contas = lidas.map(contaDoBanco)
    if (vistas.size === 0 && contas[0]) vistas.add(chave(contas[0]))
    const pendencias = pendenciasDe(lido, lidas, vistas).filter(({ motivo }) => !aceitar.has(motivo))
    relatorio.pendencias.push(...pendencias)
    if (pendencias.length > 0) continue
    aceitos.add(lugar)
    for (const conta of contas) vistas.add(chave(conta))
    novas.push(...contas)
  }
  return { aceitos, contas: novas, relatorio }
}

const contasDe = ({ arquivo, formato, contas }: Lido): ResultadoDoBanco['arquivos'] =>
  contas
    .filter(({ cartao }) => !cartao)
    .map(({ banco, conta, de, ate }) => ({ arquivo, formato, banco, conta: conta || null, de, ate }))

/** The account as the file writes it, so that who knows it recognises it. */
function pendenciasDe({ arquivo, incompleto }: Lido, lidas: readonly ContaLida[], vistas: ReadonlySet<string>) {
  const outras = lidas.filter((lida) => !vistas.has(chave(contaDoBanco(lida))))
  const pendencias: ResultadoDoBanco['pendencias'] = outras.map(({ banco, conta }) => ({
    arquivo,
    motivo: 'outra_conta',
    mensagem: `A conta ${conta}${banco ? ` (${nomeDoBanco(banco)})` : ''} ainda não tinha aparecido.`,
  }))
  if (incompleto !== null) pendencias.push({ arquivo, motivo: 'totais', mensagem: incompleto })
  return pendencias
}
