import { callApi } from '#web/api/callApi.ts'
import { recarregarTudo } from '#web/api/recarregar.ts'

/** One's own import or, with `deOutro`, anyone's, by an administrator. */
export async function desfazer(id: number, deOutro: boolean) {
  const params = { id }
  await (deOutro
    ? callApi('POST /api/admin/importacoes/:id/desfazer', { params })
    : callApi('POST /api/operador/importacoes/:id/desfazer', { params }))
  await recarregarTudo()
}

export interface OpcoesCsv {
  mapeamento: Record<string, string>
  /** The encoding a person chose; else the server detects it. */
  codificacao: string | undefined
  vincular: boolean
  simular: boolean
}
export async function enviarCsv(
  arquivo: File,
  { mapeamento, codificacao, vincular, simular }: OpcoesCsv,
  signal: AbortSignal,
) {
  const form = new FormData()
  // Fields come before the file: the server reads the upload as it streams in.
  if (Object.keys(mapeamento).length > 0) form.set('mapeamento', JSON.stringify(mapeamento))
  if (codificacao) form.set('codificacao', codificacao)
  form.set('csv_file', arquivo)
  const query = { simular: simNao(simular), vincular: simNao(vincular) }
  const resultado = await callApi('POST /api/operador/clientes/importar-csv', { query, form }, { signal })
  if (!simular) await recarregarTudo()
  return resultado
}

export interface OpcoesXml {
  aceitar: string[]
  diasVencimento: string
  vincular: boolean
  simular: boolean
}
export async function enviarXml(
  arquivo: File,
  { aceitar, diasVencimento, vincular, simular }: OpcoesXml,
  signal: AbortSignal,
) {
  const form = new FormData()
  if (aceitar.length > 0) form.set('aceitar', aceitar.join(','))
  if (diasVencimento) form.set('dias_vencimento', diasVencimento)
  form.set('arquivo_xml', arquivo)
  const query = { simular: simNao(simular), vincular: simNao(vincular) }
  const resultado = await callApi('POST /api/operador/contas-receber/importar-xml', { query, form }, { signal })
  if (!simular) await recarregarTudo()
  return resultado
}
const simNao = (sim: boolean) => (sim ? ('1' as const) : ('0' as const))
