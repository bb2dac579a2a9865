import { MOTIVOS_FILA, STATUS_ATIVOS } from '#domain/cliente.ts'
import {
  ativosQuery,
  carteiraQuery,
  clienteQuery,
  concluidosQuery,
  contagemDaFilaQuery,
  listaAguardando,
  listaAtivos,
  listaConcluidos,
} from '#web/clientes/clientes.queries.ts'
import { type Filtros, idDe, opcaoDe, paginaDe, umDe } from '#web/ui/filtros.ts'

/** Not the conversation: fetching it marks it as read, and pointing at a link already fetches what is here. */
const doAberto = ({ cliente }: Filtros) => {
  const id = idDe(cliente)
  return id ? [clienteQuery(id)] : []
}

/** How many of the queue are printed: the spreadsheet has them all. */
export const NO_PAPEL = 300

/** The queue: the long list, how many wait for each reason, and whom one serves. */
export function filaDe({ busca, motivo: pedido, janela: soJanela }: Filtros) {
  const motivo = umDe(MOTIVOS_FILA, pedido)
  const janela = umDe(['fechando'] as const, soJanela)
  return {
    filtro: { busca, motivo, janela },
    lista: listaAguardando({ busca, motivo, janela }),
    contagem: contagemDaFilaQuery(busca),
    comigo: ativosQuery({ status: 'em_atendimento', carteira: 'minha', busca, janela, per_page: 100 }),
  }
}
export function dadosDaFila(filtros: Filtros) {
  const { lista, contagem, comigo } = filaDe(filtros)
  return [lista(1), contagem, comigo, ...doAberto(filtros)]
}

export const CARTEIRAS = [
  { valor: 'todas', rotulo: 'Todas' },
  { valor: 'minha', rotulo: 'Minha carteira' },
  { valor: 'livre', rotulo: 'Livres' },
] as const
/** Where the dashboard's figures lead: all of one's customers, in any status, or some of them. */
const RECORTES = { todos: {}, nao_lidas: { nao_lidas: 'com' } } as const
export type Recorte = keyof typeof RECORTES

export const filtrosDosAtivos = (filtros: Filtros) => ({
  busca: filtros.busca,
  status: umDe(STATUS_ATIVOS, filtros.status),
  carteira: opcaoDe(CARTEIRAS, filtros.carteira)?.valor ?? ('todas' as const),
  chamadas: umDe(['3+'] as const, filtros.chamadas),
  telefone: umDe(['sem_celular'] as const, filtros.telefone),
})
/** Active customers: the table's page, and the same list for the desk. */
export function ativosDe(filtros: Filtros) {
  const filtro = filtrosDosAtivos(filtros)
  return { filtro, tabela: ativosQuery({ page: paginaDe(filtros), ...filtro }), lista: listaAtivos(filtro) }
}
export function carteiraDe(recorte: Recorte, filtros: Filtros) {
  const filtro = { busca: filtros.busca, ...RECORTES[recorte] }
  return { filtro, tabela: carteiraQuery({ page: paginaDe(filtros), ...filtro }) }
}
export const recorteDe = ({ recorte }: Filtros) => umDe(Object.keys(RECORTES) as Recorte[], recorte)
export function dadosDosAtivos(filtros: Filtros) {
  const { tabela, lista } = ativosDe(filtros)
  if (filtros.cliente) return [lista(1), ...doAberto(filtros)]
  const recorte = recorteDe(filtros)
  return recorte ? [carteiraDe(recorte, filtros).tabela] : [tabela]
}

/** Completed customers, in the same two ways. */
export function concluidosDe(filtros: Filtros) {
  const filtro = {
    busca: filtros.busca,
    carteira: umDe(['minha'] as const, filtros.carteira),
    quando: umDe(['mes'] as const, filtros.quando),
  }
  return { filtro, tabela: concluidosQuery({ page: paginaDe(filtros), ...filtro }), lista: listaConcluidos(filtro) }
}
export function dadosDosConcluidos(filtros: Filtros) {
  const { tabela, lista } = concluidosDe(filtros)
  return filtros.cliente ? [lista(1), ...doAberto(filtros)] : [tabela]
}
