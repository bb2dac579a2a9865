import type { QueryKey } from '@tanstack/react-query'
import type { Evento } from '#contract/eventos.ts'
import { criarSinal } from './estado.ts'
import { ouvirEventos } from './ouvirEventos.ts'
import { queryClient } from './queryClient.ts'
import { recarregarTudo } from './recarregar.ts'
import { conferirRede } from './rede.ts'
import { aoMudarSessao, recusarSessao, tokenAtual } from './sessao.ts'
import type { Lido, Ouvido } from './stream.ts'

const AGRUPAR_MS = 250

const sinal = criarSinal<[tipo: string, dados: Partial<Evento>]>()
/** Told of each live event, by its kind: `mensagem`, `mensagem_status`, `cliente`, `badges`, `mencao`. */
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
    else if ('recusado' in ouvido) recusarSessao(token)
    else if ('caiu' in ouvido) {
      caiu = true
      void conferirRede() // the line closed: the person should know whether the server is there
    } else if (caiu) {
      caiu = false
      porEmDia()
    }
  }
}

function aplicar(evento: Lido) {
  sinal.avisar(evento.tipo, evento.dados)
  const id = evento.dados.cliente_id
  if (evento.tipo === 'mensagem' || evento.tipo === 'mensagem_status') invalidar(id ? ['mensagens', id] : ['mensagens'])
  if (evento.tipo === 'mensagem' || evento.tipo === 'cliente') {
    invalidar(id ? ['cliente', id] : ['cliente'])
    for (const chave of [
      'clientes',
      'contas',
      'negociacoes',
      'promessas',
      'contestacoes',
      'dashboard',
      'admin',
    ] as const)
      invalidar([chave])
  }
  if (evento.tipo === 'movimento') invalidar(['conciliacao'])
  if (evento.tipo === 'mencao') invalidar(['mencoes'])
  // Nobody's customer in particular: the company's WhatsApp may have stopped, or be back.
  if (evento.tipo === 'badges' && !id)
    for (const chave of [['avisos'], ['whatsapp'], ['dashboard', 'admin']] as const) invalidar(chave)
}

/** A busy minute brings many events: each thing is asked again once per group of them. */
const pendentes = new Map<string, QueryKey>()
function invalidar(chave: QueryKey) {
  if (pendentes.size === 0) setTimeout(descarregar, AGRUPAR_MS)
  pendentes.set(JSON.stringify(chave), chave)
}
function descarregar() {
  const chaves = [...pendentes.values()]
  pendentes.clear()
  // Opening a conversation marks it read: behind another window it waits until someone looks.
  const refetchType = document.hidden ? 'none' : 'active'
  for (const queryKey of chaves) void queryClient.invalidateQueries({ queryKey, refetchType })
}

/** Events missed while the connection was down are not sent again. */
function porEmDia() {
  void recarregarTudo()
  sinal.avisar('badges', {})
}
