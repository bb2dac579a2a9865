import { formatarDia, localDe } from '#domain/data.ts'
import type { TipoDeEnvio } from '#domain/importacao.ts'
import type { Desfecho } from '#domain/pasta-vigiada.ts'

export interface Feito {
  arquivo: string
  tomadoEm: string
  desfecho: Desfecho
  /** Why nothing was imported, if there is a single reason. */
  motivo: string | null
  tipo: TipoDeEnvio | null
  /** As the call that uploads such a file answers. */
  resultado: Readonly<Record<string, unknown>> | null
}

const ESPECIES: Readonly<Record<TipoDeEnvio, string>> = {
  csv: 'planilha de clientes',
  xml: 'notas fiscais',
  extrato: 'arquivo do banco',
}
/** The figures that a person looks for, in the words of the screens. */
const NUMEROS: Readonly<Record<TipoDeEnvio, Readonly<Record<string, string>>>> = {
  csv: {
    total_linhas: 'linhas lidas',
    importados: 'clientes novos',
    atualizados: 'clientes atualizados',
    ignorados: 'linhas sem mudança',
    contas_criadas: 'contas criadas',
    total_erros: 'problemas',
  },
  xml: {
    documentos: 'documentos lidos',
    contas_criadas: 'contas criadas',
    contas_atualizadas: 'contas atualizadas',
    contas_ignoradas: 'contas que já existiam',
    clientes_criados: 'clientes novos',
    cancelamentos: 'notas canceladas',
  },
  extrato: {
    movimentos: 'movimentos lidos',
    novos: 'movimentos novos',
    repetidos: 'movimentos repetidos',
    aplicados: 'aplicados sozinhos',
    sugeridos: 'com sugestão',
    sem_dono: 'sem dono',
  },
}
const OCORRENCIAS = { erros: 'Não entrou', pendencias: 'Espera a palavra de uma pessoa', avisos: 'Aviso' } as const
const COMO_ACEITAR = 'O que espera a palavra de uma pessoa entra quando ela envia o arquivo pela tela e aceita.'

/** What became of a file, for a person: plain text. */
export function relatorioEmTexto({ arquivo, tomadoEm, desfecho, motivo, tipo, resultado }: Feito): string {
  const { dia, hora } = localDe(tomadoEm)
  const linhas = [
    `Arquivo: ${arquivo}`,
    `Tomado da pasta em ${formatarDia(dia)}, ${hora.slice(0, 5)} (São Paulo)`,
    `Resultado: ${desfecho}${tipo ? ` (${ESPECIES[tipo]})` : ''}`,
    ...(motivo ? ['', motivo] : []),
  ]
  if (tipo && resultado) {
    const numeros = Object.entries(NUMEROS[tipo]).map(([nome, rotulo]) => `${rotulo}: ${resultado[nome] ?? 0}`)
    const ditas = Object.entries(OCORRENCIAS).flatMap(([lista, rotulo]) => ocorrencias(resultado[lista], rotulo))
    linhas.push('', ...numeros, ...(ditas.length > 0 ? ['', ...ditas] : []))
    if (typeof resultado.espera_administrador === 'string') linhas.push('', resultado.espera_administrador)
    if (Array.isArray(resultado.pendencias) && resultado.pendencias.length > 0) linhas.push('', COMO_ACEITAR)
  }
  return `${linhas.join('\r\n')}\r\n`
}

type Ocorrencia = { mensagem: string; linha?: number; campo?: string; arquivo?: string }

function ocorrencias(lista: unknown, rotulo: string): string[] {
  if (!Array.isArray(lista)) return []
  return (lista as Ocorrencia[]).map(({ mensagem, linha, campo, arquivo }) => {
    const onde = linha === undefined ? arquivo : `linha ${linha}${campo ? `, ${campo}` : ''}`
    return `${rotulo}${onde ? ` (${onde})` : ''}: ${mensagem}`
  })
}

/** The same for a program. */
export const relatorioEmJson = ({ arquivo, tomadoEm, desfecho, motivo, tipo, resultado }: Feito): string =>
  `${JSON.stringify({ arquivo, tomado_em: tomadoEm, situacao: desfecho, motivo, tipo, resultado }, null, 2)}\n`
