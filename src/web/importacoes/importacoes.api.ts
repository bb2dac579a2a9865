import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#web/api/callApi.ts'
import { recarregarTudo } from '#web/api/recarregar.ts'

const ENQUANTO_RODA_MS = 1_000
const base = '/api/operador/importacoes' as const

/** Past imports, asked again each second while one of them runs. */
export const importacoesQuery = (page: number, per_page = 10) =>
  queryOptions({
    queryKey: ['importacoes', page, per_page],
    queryFn: ({ signal }) => callApi(`GET ${base}`, { query: { page, per_page } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.data.some((uma) => uma.situacao === 'processando') ? ENQUANTO_RODA_MS : false,
  })

/** One import as it is now: how much was read so far, what came of it. */
export const importacaoQuery = (id: number) =>
  queryOptions({
    queryKey: ['importacao', id],
    queryFn: ({ signal }) => callApi(`GET ${base}/:id`, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.situacao === 'processando' ? ENQUANTO_RODA_MS : false),
  })

/** What runs now, asked again while the progress is on screen. */
export const andamentoQuery = queryOptions({
  queryKey: ['importacoes', 'andamento'],
  queryFn: ({ signal }) => callApi(`GET ${base}/andamento`, {}, { signal }),
  refetchInterval: 700,
  gcTime: 0,
})

export async function desfazer(id: number) {
  const desfeita = await callApi(`POST ${base}/:id/desfazer`, { params: { id } })
  await recarregarTudo()
  return desfeita
}

export interface OpcoesCsv {
  mapeamento: Record<string, string>
  /** As a person says the file was saved; else the server finds out. */
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
