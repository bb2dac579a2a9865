import type { ResultadoCsv } from '#contract/importacoes.ts'
import type { Codificacao } from '#domain/codificacao.ts'
import { ARQUIVO_MUDOU } from '#web/api/erro.ts'
import { type Campo, mapeamentoDe, reconhecer } from './campos.ts'
import { type Comum, criarAssistente, ILEGIVEL } from './criarAssistente.ts'
import { type CsvHead, porqueNaoEhCsv, readCsvHead } from './csvHead.ts'
import { enviarCsv } from './importacoes.api.ts'
import { guardarCampos, lembrarCampos } from './layouts.ts'

interface Estado extends Comum {
  head?: CsvHead | undefined
  /** The encoding that a person chose. */
  codificacao?: Codificacao | undefined
  campos: Campo[]
  /** Whether the columns are matched as a person did for an earlier file. */
  lembrados: boolean
  vincular: boolean
  /** What would be written. */
  resultado?: ResultadoCsv | undefined
  /** Writing was tried and did not end well: something may have been written. */
  tentada: boolean
  /** The import that was written. */
  gravada?: number | undefined
}

const INICIO: Estado = {
  arquivo: undefined,
  head: undefined,
  codificacao: undefined,
  campos: [],
  lembrados: false,
  vincular: false,
  resultado: undefined,
  tentada: false,
  erro: '',
  enviando: undefined,
  parar: undefined,
  gravada: undefined,
}
export const assistenteCsv = criarAssistente<Estado>(INICIO)

const SO_CABECALHO = 'O arquivo só tem os títulos das colunas, nenhum cliente. Exporte-o de novo com as linhas.'
const MAXIMO_BYTES = 50 * 1024 * 1024

/** Reads the file's head: its columns, matched as before or recognised. */
export async function escolherCsv(arquivo: File) {
  const { mudar } = assistenteCsv
  if (arquivo.size > MAXIMO_BYTES) return mudar({ erro: 'O arquivo passa de 50 MB. Divida-o em partes menores.' })
  try {
    const porque = await porqueNaoEhCsv(arquivo)
    if (porque) return mudar({ erro: porque })
    const head = await readCsvHead(arquivo)
    if (head.linhas.length === 0) return mudar({ erro: SO_CABECALHO })
    const lembrados = lembrarCampos(head.cabecalhos)
    mudar({ ...INICIO, arquivo, head, campos: lembrados ?? reconhecer(head), lembrados: lembrados !== undefined })
  } catch {
    mudar({ erro: ILEGIVEL })
  }
}

/** Reads the head again in the encoding a person chose; if the columns keep their names, they stay matched. */
export async function relerCsv(codificacao: Codificacao) {
  const { ler, mudar } = assistenteCsv
  const { arquivo, head: antes, campos } = ler()
  if (!arquivo || !antes) return
  const head = await readCsvHead(arquivo, codificacao).catch(() => mudar({ erro: ARQUIVO_MUDOU }))
  if (!head) return
  const iguais = head.cabecalhos.join('\n') === antes.cabecalhos.join('\n')
  mudar({ head, codificacao, campos: iguais ? campos : (lembrarCampos(head.cabecalhos) ?? reconhecer(head)) })
}

/** Simulates the import with these columns, and remembers them for the next file with the same header. */
export function conferirCsv() {
  const { head, campos } = assistenteCsv.ler()
  if (head) guardarCampos(head.cabecalhos, campos)
  return enviar(true)
}
export const gravarCsv = () => enviar(false)

async function enviar(simular: boolean) {
  const { head, campos, vincular, codificacao } = assistenteCsv.ler()
  if (!head) return
  const mapeamento = mapeamentoDe(head.cabecalhos, campos)
  await assistenteCsv.enviar(
    simular,
    async (arquivo, sinal) => {
      const resultado = await enviarCsv(arquivo, { mapeamento, codificacao, vincular, simular }, sinal)
      return simular ? { resultado } : { ...INICIO, gravada: resultado.importacao_id }
    },
    () => (simular ? {} : { tentada: true }),
  )
}
