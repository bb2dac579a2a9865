import type { Mensagem } from '#contract/mensagens.ts'
import { agora } from '#web/api/agora.ts'
import { callApi, type Opcoes } from '#web/api/callApi.ts'
import { fraseDe, passageira } from '#web/api/erro.ts'
import { criarEstado } from '#web/api/estado.ts'
import { novaChave } from '#web/api/novaChave.ts'
import { recarregarCliente } from '#web/api/recarregar.ts'
import { aoVoltarARede } from '#web/api/rede.ts'
import { aoMudarSessao, sessaoAtual } from '#web/api/sessao.ts'
import { useEstado } from '#web/api/useEstado.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { avisarAoSair } from '#web/ui/avisarAoSair.ts'
import { comEnviada, legendaDe } from './conversa.ts'
import { mudarConversa } from './mensagens.queries.ts'

/** A message that a person sent and the server does not have yet. */
export interface Pendente {
  /** Its `Idempotency-Key`: however often it is tried, it is one message. */
  chave: string
  clienteId: number
  conteudo: string
  /** Its caption is `conteudo`. In memory only: leaving the page loses it, and asks first. */
  arquivo?: File
  /** How much of it has gone, from 0 to 1. */
  progresso?: number
  /** The message whose file is sent again. */
  arquivoDe?: number
  criadaEm: string
  /** The same by the browser's own clock: the company's is not known before the first answer. */
  desde: number
  estado: 'enviando' | 'esperando' | 'recusada'
  /** The server's sentence, when it refused or put off the message; none while it waits for the network. */
  porque?: string
}

/** The server keeps a key for a day: what is older is sent again only when a person asks. */
const VALIDADE_MS = 23 * 3_600_000
const TENTAR_DE_NOVO_MS = 5_000

let dono: number | undefined
const pendentes = criarEstado<Pendente[]>([])
pendentes.ouvir(avisarAoSair(() => pendentes.ler().some((um) => um.arquivo)))
const ocupados = new Set<number>()
let deNovo: ReturnType<typeof setTimeout> | undefined

const lugar = (usuarioId: number) => `envios:${usuarioId}`
/** What this tab had and is no longer kept, another tab discarded or sent: it is neither sent from here nor kept again. */
function trocar(novos: Pendente[]) {
  if (dono !== undefined) {
    const destaAba = new Set(pendentes.ler().map(({ chave }) => chave))
    const guardados = ler(dono)
    const deOutrasAbas = guardados.filter(({ chave }) => !destaAba.has(chave))
    for (const { chave } of guardados) destaAba.delete(chave)
    novos = novos.filter((um) => um.arquivo || !destaAba.has(um.chave))
    const guardaveis = [...deOutrasAbas, ...novos.filter((um) => !um.arquivo)]
    if (guardaveis.length) localStorage.setItem(lugar(dono), JSON.stringify(guardaveis))
    else localStorage.removeItem(lugar(dono))
  }
  pendentes.trocar(novos)
}

/** Kept by the person's id: another's unsent messages are left alone. */
function abrir() {
  const usuario = sessaoAtual()?.user.id
  if (usuario === dono) return
  dono = usuario
  pendentes.trocar(usuario === undefined ? [] : ler(usuario))
  dizerOndeEsta(pendentes.ler().filter(({ estado }) => estado === 'recusada'))
  retomar()
}

/** What was refused of a customer who is not on view is on no screen, nor in a list if another operator has them: tells where it is. */
function dizerOndeEsta(recusadas: readonly Pendente[]) {
  const naTela = new URLSearchParams(location.search).get('cliente')
  const fora = recusadas.find(({ clienteId }) => `${clienteId}` !== naTela)
  if (!fora) return
  avisar('Uma mensagem sua não foi enviada.', {
    rotulo: 'Ver',
    fazer: () => location.assign(`/operador/clientes?cliente=${fora.clienteId}`),
  })
}

function recusar(pendente: Pendente, porque: string) {
  mudar(pendente.chave, { estado: 'recusada', porque })
  dizerOndeEsta([pendente])
}

function ler(usuarioId: number): Pendente[] {
  try {
    const guardados = JSON.parse(localStorage.getItem(lugar(usuarioId)) ?? '[]') as Pendente[]
    return guardados.map((um) => (um.estado === 'recusada' ? um : { ...um, estado: 'esperando' }))
  } catch {
    return []
  }
}

/** Takes a text at once; it leaves in the order in which it was written, now or when the network is back. */
export const enviarTexto = (clienteId: number, conteudo: string) => enfileirar({ clienteId, conteudo })

/** A picture or a document, with what is written under it. */
export const enviarArquivo = (clienteId: number, arquivo: File, legenda: string) =>
  enfileirar({ clienteId, conteudo: legenda, arquivo })

/** What was not delivered, once more, as a new message; a file goes without being uploaded again. */
export const reenviar = (clienteId: number, { id, tipo, conteudo, arquivo }: Mensagem) =>
  enfileirar({ clienteId, conteudo: legendaDe({ tipo, conteudo, arquivo }), ...(arquivo ? { arquivoDe: id } : {}) })

const comoNova = () => ({ chave: novaChave(), criadaEm: agora().toISOString(), desde: Date.now() })

function enfileirar(nova: Pick<Pendente, 'clienteId' | 'conteudo' | 'arquivo' | 'arquivoDe'>) {
  trocar([...pendentes.ler(), { ...nova, ...comoNova(), estado: 'enviando' }])
  void despachar(nova.clienteId)
}

/** Tries again: what was refused is a new intention, so it has a new key; what waits may have arrived, and keeps its own. */
export function tentarDeNovo(pendente: Pendente) {
  if (pendente.estado === 'recusada') mudar(pendente.chave, { estado: 'esperando', ...comoNova() })
  void despachar(pendente.clienteId)
}

export const descartar = ({ chave }: Pendente) => trocar(pendentes.ler().filter((um) => um.chave !== chave))

export function retomar() {
  for (const clienteId of new Set(pendentes.ler().map((um) => um.clienteId))) void despachar(clienteId)
}

const mudar = (chave: string, parte: Partial<Pendente>) =>
  trocar(pendentes.ler().map((um) => (um.chave === chave ? { ...um, ...parte } : um)))

/** What stands behind what waits, waits with it. */
const adiar = (clienteId: number, porque: Pick<Pendente, 'porque'>) =>
  trocar(
    pendentes
      .ler()
      .map((um) =>
        um.clienteId === clienteId && um.estado === 'enviando' ? { ...um, ...porque, estado: 'esperando' } : um,
      ),
  )

/** One at a time for each customer: two messages never change places. */
async function despachar(clienteId: number) {
  if (ocupados.has(clienteId)) return
  ocupados.add(clienteId)
  try {
    for (;;) {
      trocar(pendentes.ler())
      const proxima = pendentes.ler().find((um) => um.clienteId === clienteId && um.estado !== 'recusada')
      if (!proxima || !(await enviarUma(proxima))) return
    }
  } finally {
    ocupados.delete(clienteId)
  }
}

/** Answers whether the next may follow. */
async function enviarUma(pendente: Pendente): Promise<boolean> {
  const { chave, desde, clienteId } = pendente
  if (Date.now() - desde > VALIDADE_MS) {
    recusar(pendente, 'Esperou mais de um dia e não foi enviada.')
    return true
  }
  mudar(chave, { estado: 'enviando' })
  try {
    concluir(pendente, await chamar(pendente))
    return true
  } catch (erro) {
    if (passageira(erro)) {
      adiar(clienteId, erro.status ? { porque: fraseDe(erro) } : {})
      // One for all that waits: with one for each failure every message written meanwhile would add its own.
      clearTimeout(deNovo)
      deNovo = setTimeout(retomar, TENTAR_DE_NOVO_MS)
      return false
    }
    recusar(pendente, fraseDe(erro))
    void recarregarCliente(clienteId)
    return true
  }
}

function chamar({ chave, clienteId, conteudo, arquivo, arquivoDe }: Pendente): Promise<Mensagem> {
  const params = { id: clienteId }
  if (!arquivo) {
    const body = arquivoDe === undefined ? { conteudo } : { arquivo_de: arquivoDe, ...(conteudo ? { conteudo } : {}) }
    return callApi('POST /api/operador/clientes/:id/mensagens', { params, body }, { chave })
  }
  const form = new FormData()
  form.set('legenda', conteudo)
  form.set('arquivo', arquivo)
  const enviar: Opcoes['enviar'] = async (...pedido) => {
    const { uploadWithProgress } = await import('#web/api/uploadWithProgress.ts')
    return uploadWithProgress((progresso) => mudar(chave, { progresso }))(...pedido)
  }
  return callApi('POST /api/operador/clientes/:id/arquivos', { params, form }, { chave, enviar })
}

function concluir(pendente: Pendente, enviada: Mensagem) {
  mudarConversa(pendente.clienteId, (conversa) => comEnviada(conversa, enviada))
  descartar(pendente)
  void recarregarCliente(pendente.clienteId)
}

/** What waits for this customer, in the order in which it was written. */
export function usePendentes(clienteId: number): Pendente[] {
  return useEstado(pendentes).filter((um) => um.clienteId === clienteId)
}

// Must come last: it sends what was left, with the functions above.
abrir()
aoMudarSessao(abrir)
aoVoltarARede(retomar)
