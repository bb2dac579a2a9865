import { ProblemaPix, type TipoDeProblema } from './problema.ts'

export type Consulta = Record<string, string | undefined>

const INSTANTE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/
const MAIOR_PAGINA = 1_000

/** The period that every list wants, both ends included, as instants in UTC that compare as text. */
export function periodoDe(consulta: Consulta, problema: TipoDeProblema): { inicio: string; fim: string } {
  const [inicio, fim] = [consulta.inicio, consulta.fim].map((texto) =>
    INSTANTE.test(texto ?? '') ? new Date(texto!) : null,
  )
  if (!inicio || !fim || Number.isNaN(inicio.getTime()) || Number.isNaN(fim.getTime()))
    throw new ProblemaPix(problema, 'inicio e fim são obrigatórios, em RFC 3339.', [
      { razao: 'Ausente ou malformado.', propriedade: inicio ? 'fim' : 'inicio' },
    ])
  if (fim < inicio)
    throw new ProblemaPix(problema, 'O fim vem antes do início.', [
      { razao: 'Anterior ao início.', propriedade: 'fim' },
    ])
  return { inicio: inicio.toISOString(), fim: fim.toISOString() }
}

/** CPF or CNPJ, never both. */
export function documentoDe({ cpf, cnpj }: Consulta, problema: TipoDeProblema): { documento?: string } {
  if (cpf !== undefined && cnpj !== undefined) throw new ProblemaPix(problema, 'Informe CPF ou CNPJ, nunca os dois.')
  const documento = cpf ?? cnpj
  return documento === undefined ? {} : { documento }
}

export const simOuNao = (texto: string | undefined): boolean | undefined =>
  texto === undefined ? undefined : texto === 'true'

/** One page, counted from zero, and what it says of the others. */
export function paginar<T>(itens: readonly T[], consulta: Consulta, problema: TipoDeProblema) {
  const paginaAtual = inteiro(consulta['paginacao.paginaAtual'], 0)
  const itensPorPagina = inteiro(consulta['paginacao.itensPorPagina'], 100)
  if (paginaAtual === null || itensPorPagina === null || itensPorPagina < 1 || itensPorPagina > MAIOR_PAGINA)
    throw new ProblemaPix(problema, 'Paginação inválida.')
  const paginacao = {
    paginaAtual,
    itensPorPagina,
    quantidadeDePaginas: Math.max(1, Math.ceil(itens.length / itensPorPagina)),
    quantidadeTotalDeItens: itens.length,
  }
  return { paginacao, itens: itens.slice(paginaAtual * itensPorPagina, (paginaAtual + 1) * itensPorPagina) }
}

const inteiro = (texto: string | undefined, padrao: number): number | null =>
  texto === undefined ? padrao : /^\d{1,9}$/.test(texto) ? Number(texto) : null
