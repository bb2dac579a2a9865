import { CONFIRME_A_SENHA } from '#domain/acesso.ts'
import { CABECALHO_DA_BUSCA } from '#domain/cabecalhos.ts'
import { acertarRelogio } from './agora.ts'
import { cabecalhos } from './cabecalhos.ts'
import { confirmarSenha } from './confirmacao.ts'
import type { Chamada, Entrada, Resposta } from './contrato.ts'
import {
  ARQUIVO_MUDOU,
  DEMOROU,
  ErroDaApi,
  FRASES_DO_PROXY,
  PODE_REPETIR,
  SEM_FRASE,
  SEM_NOTICIA,
  SEM_RESPOSTA,
  SESSAO_TERMINADA,
} from './erro.ts'
import { notarPendencia } from './pendencia.ts'
import { avisarPerdida, conferirRede } from './rede.ts'
import { recusarSessao, tokenAtual } from './sessao.ts'

interface Partes {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
  form?: FormData
}
export interface Envio {
  method: string
  headers: Record<string, string>
  body: FormData | string | null
  signal: AbortSignal
}
export interface Opcoes {
  signal?: AbortSignal
  /** `Idempotency-Key`: the same key gives the same answer and does nothing twice. */
  chave?: string
  /** Used in place of `fetch` where the progress of an upload is wanted (uploadWithProgress.ts). */
  enviar?: (url: string, pedido: Envio) => Promise<Response>
}

/** Calls the API, typed by the contract: `callApi('GET /api/operador/clientes/:id', { params: { id } })`. */
export async function callApi<C extends Chamada>(
  chamada: C,
  entrada: Entrada<C>,
  opcoes?: Opcoes,
): Promise<Resposta<C>> {
  const ler = (resposta: Response) => (resposta.status === 204 ? undefined : resposta.json())
  return pedir(chamada, entrada as Partes, ler, opcoes)
}

/** The bytes of a download, with the name the server gives it. */
export async function baixar(
  chamada: Chamada,
  params: Record<string, string | number> = {},
  query: Record<string, unknown> = {},
): Promise<{ nome: string | null; dados: Blob }> {
  const ler = async (resposta: Response) => ({
    nome: /filename="?([^";]+)"?/.exec(resposta.headers.get('content-disposition') ?? '')?.[1] ?? null,
    dados: await resposta.blob(),
  })
  return pedir(chamada, { params, query }, ler, { prazo: PRAZO_LONGO_MS })
}

/** Longer than any one statement of the server's may run in its database. */
const PRAZO_MS = 75_000
/** As long as the server waits for a file: for files, and for what is not known to be short. */
const PRAZO_LONGO_MS = 15 * 60_000
/** What is only looked at or tried. */
const SO_OLHA = /^GET |\/(exemplo|previsao|conferencia|diagnostico|digitando)$/
/** What sets or takes away rather than adds, and files, of which nothing is imported twice. */
const REPETE_SE = /^(PUT|PATCH|DELETE) |\/importar/

/** The sentence for a call without an answer, which may have been done all the same. */
function semResposta(chamada: string, query: Partes['query'], chave: string | undefined): string {
  if (SO_OLHA.test(chamada) || query?.simular === '1') return SEM_RESPOSTA
  return chave || REPETE_SE.test(chamada) ? PODE_REPETIR : SEM_NOTICIA
}

/** An answer that did not come. Who is asked to check whether it was done looks at what is read anew. */
function semNada(frase: string, codigo?: string) {
  void conferirRede()
  if (frase === SEM_NOTICIA) avisarPerdida()
  return new ErroDaApi(frase, 0, { codigo })
}

/** Throws when a chosen file can no longer be read. */
async function exigirLegiveis(form: FormData | undefined) {
  const arquivos = [...(form?.values() ?? [])].filter((um) => um instanceof File)
  await Promise.all(arquivos.map((um) => um.slice(0, 1).arrayBuffer())).catch(() => {
    throw new Error(ARQUIVO_MUDOU)
  })
}

/**
 * What is read, set without touching customers, or done to one of them or to one's own access; any other write may be about a million.
 * Another Pix key (`recebimento`) cancels every live code, after the PSP's own answers.
 */
const CURTA =
  /^GET |^PUT .*\/configuracoes\/(?!regua|contato-legal|recebimento)|\/clientes\/:id|^\w+ \/api\/(log|me|senha)/

async function pedir<T>(
  chamada: string,
  { params = {}, query = {}, body, form }: Partes,
  ler: (resposta: Response) => T | Promise<T>,
  opcoes: Opcoes & { prazo?: number } = {},
): Promise<T> {
  const { signal, chave, enviar = fetch, prazo = !form && CURTA.test(chamada) ? PRAZO_MS : PRAZO_LONGO_MS } = opcoes
  const [method = 'GET', modelo = ''] = chamada.split(' ')
  const token = tokenAtual()
  if (token === '') throw new ErroDaApi(SESSAO_TERMINADA, 401)
  const headers = cabecalhos(chave)
  if (body !== undefined) headers['content-type'] = 'application/json'
  const corpo = form ?? (body === undefined ? null : JSON.stringify(body))
  const { busca, ...resto } = query
  if (busca) headers[CABECALHO_DA_BUSCA] = encodeURIComponent(String(busca))
  const url = endereco(modelo, params, resto)
  const corte = new AbortController()
  const cortar = () => corte.abort()
  const semNoticia = semResposta(chamada, query, chave)
  const mandar = async () => {
    signal?.throwIfAborted()
    const relogio = setTimeout(cortar, prazo)
    const semRede = !navigator.onLine
    try {
      return await enviar(url, { method, headers, body: corpo, signal: corte.signal })
    } catch (erro) {
      if (signal?.aborted) throw erro
      await exigirLegiveis(form)
      throw semNada(semRede ? SEM_RESPOSTA : semNoticia, corte.signal.aborted ? DEMOROU : undefined)
    } finally {
      clearTimeout(relogio)
    }
  }
  signal?.addEventListener('abort', cortar)
  try {
    let resposta = await mandar()
    // A dangerous call is refused until the password is confirmed: ask for it, then send the same call again.
    if ((await codigoDe403(resposta)) === CONFIRME_A_SENHA && (await confirmarSenha())) resposta = await mandar()
    acertarRelogio(resposta.headers.get('x-agora'))
    if (!resposta.ok) throw await recusar(resposta, token, semNoticia)
    return await Promise.resolve(ler(resposta)).catch((erro: unknown) => {
      if (signal?.aborted) throw erro
      // It broke off, or was not the server's: a network's own page, say.
      throw semNada(semNoticia)
    })
  } finally {
    signal?.removeEventListener('abort', cortar)
  }
}

/** `/api/x/:id` with its parameters and the filters that hold something. */
function endereco(modelo: string, params: Record<string, string | number>, query: Record<string, unknown>) {
  const caminho = modelo.replace(/:(\w+)/g, (_, nome: string) => encodeURIComponent(String(params[nome])))
  const busca = new URLSearchParams()
  for (const [nome, valor] of Object.entries(query)) {
    if (valor !== undefined && valor !== null && valor !== '') busca.set(nome, String(valor))
  }
  return busca.size ? `${caminho}?${busca}` : caminho
}

/** The `codigo` of a 403, which says why the call is refused. */
const codigoDe403 = async (resposta: Response): Promise<unknown> =>
  resposta.status === 403
    ? resposta
        .clone()
        .json()
        .then((dados) => dados?.codigo)
        .catch(() => undefined)
    : undefined

/** What a proxy, or the server itself, answers during an update. */
const FORA_DO_AR = new Set([502, 503, 504])

async function recusar(resposta: Response, token: string | null, semNoticia: string): Promise<ErroDaApi> {
  const dados = await resposta.json().catch(() => null)
  // A proxy that lost the server, or waited enough for it, does not know what was done.
  const perdida = resposta.status === 504 || (resposta.status === 502 && semNoticia === SEM_NOTICIA)
  const daSessao = resposta.status === 401 && token !== null
  const mensagem = daSessao
    ? SESSAO_TERMINADA
    : dados?.message || (perdida ? semNoticia : (FRASES_DO_PROXY[resposta.status] ?? SEM_FRASE))
  if (daSessao) recusarSessao(token)
  else if (resposta.status === 403) {
    notarPendencia(dados?.codigo)
    console.error('Acesso negado:', mensagem)
  } else if (resposta.status >= 500) console.error('Erro do servidor:', dados)
  else console.error('Chamada recusada:', mensagem)
  if (FORA_DO_AR.has(resposta.status)) void conferirRede()
  if (mensagem === SEM_NOTICIA) avisarPerdida()
  return new ErroDaApi(mensagem, resposta.status, {
    codigo: dados?.codigo,
    campos: dados?.errors,
    pedido: resposta.headers.get('x-request-id') ?? undefined,
  })
}
