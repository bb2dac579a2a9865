import type { TipoDeEnvio } from './importacao.ts'

/** `tomado`: it is being imported, or was when the program stopped. */
export const SITUACOES_DO_ARQUIVO = ['tomado', 'importado', 'recusado'] as const
export type SituacaoDoArquivo = (typeof SITUACOES_DO_ARQUIVO)[number]
export type Desfecho = Exclude<SituacaoDoArquivo, 'tomado'>

/** Where files lie once they were taken. */
export const DESTINOS: Readonly<Record<Desfecho, string>> = { importado: 'importados', recusado: 'recusados' }

/** The outcome by the import's own figures: a file is refused when nothing was imported and something was wrong. */
export function desfechoDe(tipo: TipoDeEnvio, resultado: Readonly<Record<string, unknown>>): Desfecho {
  const soma = (...nomes: string[]) => nomes.reduce((total, nome) => total + contar(resultado[nome]), 0)
  const fez = {
    csv: soma('importados', 'atualizados', 'ignorados', 'contas_criadas'),
    xml: soma(
      'contas_criadas',
      'contas_atualizadas',
      'contas_ignoradas',
      'clientes_criados',
      'cancelamentos',
      'avisos',
    ),
    extrato: soma('movimentos'),
  }[tipo]
  return fez === 0 && soma('erros', 'pendencias', 'total_erros') > 0 ? 'recusado' : 'importado'
}

const contar = (valor: unknown): number => (Array.isArray(valor) ? valor.length : Number(valor ?? 0))

/** Names that programs write under until a file is whole, and those that hide. */
export const aindaChega = (nome: string): boolean => /^[.~]|\.(tmp|part|partial|crdownload|filepart|swp)$/i.test(nome)
