import type { QueryKey } from '@tanstack/react-query'
import type { Assunto } from './apiQuery.ts'
import { criarSinal } from './estado.ts'
import { ouvirEventos } from './ouvirEventos.ts'
import { queryClient } from './queryClient.ts'
import { recarregarTudo } from './recarregar.ts'
import { conferirRede } from './rede.ts'
import { refetchDelay } from './refetchDelay.ts'
import { aoMudarSessao, recusarSessao, sessaoAtual, tokenAtual } from './sessao.ts'
import type { Lido, Ouvido } from './stream.ts'

const sinal = criarSinal<[tipos: string, acordo?: Lido['dados']]>()
/** How many browsers listen to the same node. */
let juntos = 1
/**
 * Calls the listener once per group of live events, with the kinds in it: `mensagem`, `cliente`, `badges`, `mencao`; an `acordo`
 * comes alone, with what it says.
 */
export const aoReceberEvento = sinal.ouvir

/**
 * Listens to the server from before the first query, so that nothing is missed between an answer and an event, and
 * refetches what events say has changed. Stops on `pagehide`; a page that the browser brings back refetches everything.
 */
export function ouvirServidor() {
  let token: string | null = null
  let parar = () => {}
  const ouvir = () => {
    parar()
    token = tokenAtual()
    parar = token ? ouvirEventos(criarOuvinte()) : () => {}
  }
  ouvir()
  aoMudarSessao(() => token !== tokenAtual() && ouvir())
  window.addEventListener('pagehide', () => parar())
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    ouvir()
    porEmDia()
  })
}

function criarOuvinte() {
  const token = tokenAtual()
  let caiu = false
  return (ouvido: Ouvido) => {
    if ('evento' in ouvido) aplicar(ouvido.evento)
    else if ('juntos' in ouvido) juntos = ouvido.juntos
    else if ('recusado' in ouvido) recusarSessao(token)
    else if ('caiu' in ouvido) {
      caiu = true
      void conferirRede() // the connection closed: the person should know whether the server is there
    } else if (caiu) {
      caiu = false
      // When a node comes back, all its browsers reconnect at once.
      setTimeout(porEmDia, refetchDelay(juntos, Math.random()))
    }
  }
}

function aplicar({ tipo, dados }: Lido) {
  const { cliente_id: id, operador_id } = dados
  const deNovo = operador_id === sessaoAtual()?.user.id ? logo : aosPoucos
  // With a customer's id, only that customer's queries are refetched.
  const doCliente = (...nomes: Assunto[]) =>
    (id ? logo : deNovo)('', ...nomes.map((nome): QueryKey => (id ? [nome, id] : [nome])))
  if (tipo === 'mensagem' || tipo === 'mensagem_status') doCliente('mensagens')
  if (tipo === 'mensagem' || tipo === 'cliente') {
    doCliente('cliente', 'modelos', 'frases') // the texts say what the customer owes
    deNovo(tipo, ...LISTAS, ...contasAbertasDe(id))
  }
  if (tipo === 'movimento') deNovo(tipo, ['conciliacao'])
  if (tipo === 'mencao') deNovo(tipo, ['mencoes'])
  if (tipo === 'acordo') sinal.avisar(tipo, dados)
  // Without a customer it is about the company: its WhatsApp may have stopped or come back.
  if (tipo === 'badges') deNovo(tipo, ...(id ? [] : DA_EMPRESA))
}

const DA_EMPRESA = [['avisos'], ['whatsapp'], ['dashboard', 'admin']] as const
const LISTAS = (['clientes', 'contas', 'negociacoes', 'promessas', 'contestacoes', 'dashboard', 'admin'] as const).map(
  (lista): QueryKey => [lista],
)

/** Known by their own ids: whose each is, its data say, once they are here. */
const contasAbertasDe = (id: number | null | undefined) =>
  queryClient
    .getQueriesData<{ cliente: { id: number } }>({ queryKey: ['conta'] })
    .flatMap(([chave, conta]) => (id && conta && conta.cliente.id !== id ? [] : [chave]))

/** Groups the events of a busy minute: each query is refetched, and each kind told, once per group. */
function agrupar(deTodos: boolean) {
  let tipos = ''
  const chaves = new Map<string, QueryKey>()
  const pedir = () => {
    // Fetching a conversation marks it as read: in a hidden tab the refetch waits until someone looks.
    const refetchType = document.hidden ? 'none' : 'active'
    for (const queryKey of chaves.values()) void queryClient.invalidateQueries({ queryKey, refetchType })
    chaves.clear()
    if (tipos) sinal.avisar(tipos)
    tipos = ''
  }
  return (tipo: string, ...novas: QueryKey[]) => {
    if (!tipos && chaves.size === 0) setTimeout(pedir, refetchDelay(deTodos ? juntos : 0, Math.random()))
    if (!tipos.includes(tipo)) tipos += tipo
    for (const chave of novas) chaves.set(`${chave}`, chave)
  }
}
const logo = agrupar(false)
const aosPoucos = agrupar(true)

/** Events missed while the connection was down are not sent again. */
function porEmDia() {
  void recarregarTudo()
  sinal.avisar('badges')
}
