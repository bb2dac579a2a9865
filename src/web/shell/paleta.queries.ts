import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Cliente } from '#contract/clientes.ts'
import type { Conta } from '#contract/contas-receber.ts'
import type { Usuario } from '#contract/sessao.ts'
import { emAberto, nomeDaConta } from '#domain/conta.ts'
import { apiQueries } from '#web/api/apiQuery.ts'
import { dinheiro, documento } from '#web/ui/formatos.ts'
import { statusCliente, statusConta } from '#web/ui/StatusChip.tsx'
import type { ItemMenu } from './itensMenu.tsx'
import { valorEscrito } from './valorEscrito.ts'

/** One result of the palette: the address it opens or the command it runs, and the two lines that describe it. */
export interface Achado {
  chave: string
  grupo: 'Comandos' | 'Telas' | 'Clientes' | 'Notas e contas' | 'Operadores'
  titulo: string
  detalhe: string
  /** Where it leads; a command does something instead. */
  para?: ItemMenu['para'] | undefined
  busca?: Record<string, string>
  fazer?: () => void
}
const POR_GRUPO = 6

/** The customers, bills and operators that match the text, as far as this role sees them. */
export const achadosQuery = (texto: string, role: Usuario['role']) =>
  queryOptions({
    ...procurar(texto, role),
    placeholderData: keepPreviousData,
    enabled: texto.length > 1,
  })

function procurar(texto: string, role: Usuario['role']) {
  const valor = valorEscrito(texto)
  if (valor !== null) return role === 'admin' ? quemDeve(valor) : contasDe(valor)
  return role === 'admin' ? doAdmin(texto) : doOperador(texto)
}

/** The bills of exactly this face value. */
const contasDe = (valor: number) =>
  apiQueries(
    ['paleta'],
    ['GET /api/operador/contas-receber/listar'],
    { query: { valor_min: valor, valor_max: valor, per_page: POR_GRUPO } },
    (contas): Achado[] => contas.data.map(daConta),
  )

/** The customers who owe exactly this in all, without charges. */
const quemDeve = (valor: number) =>
  apiQueries(
    ['paleta'],
    ['GET /api/admin/clientes'],
    { query: { valor_min: valor, valor_max: valor, per_page: POR_GRUPO } },
    (clientes): Achado[] => clientes.data.map((cliente) => doCliente(cliente, '/admin/clientes')),
  )

const doOperador = (busca: string) =>
  apiQueries(
    ['paleta'],
    [
      'GET /api/operador/clientes/aguardando-atendimento',
      'GET /api/operador/clientes/ativos',
      'GET /api/operador/clientes/concluidos',
      'GET /api/operador/contas-receber/listar',
    ],
    { query: { busca, per_page: POR_GRUPO } },
    (fila, ativos, concluidos, contas): Achado[] => [
      ...[...fila.data, ...ativos.data, ...concluidos.data]
        .slice(0, POR_GRUPO)
        .map((cliente) => doCliente(cliente, LISTA[cliente.status] ?? '/operador/clientes')),
      ...contas.data.map(daConta),
    ],
  )

const doAdmin = (busca: string) =>
  apiQueries(
    ['paleta'],
    ['GET /api/admin/clientes', 'GET /api/admin/operadores'],
    { query: { busca, per_page: POR_GRUPO } },
    (clientes, operadores): Achado[] => [
      ...clientes.data.map((cliente) => doCliente(cliente, '/admin/clientes')),
      ...operadores.data.map((operador) => ({
        chave: `operador-${operador.id}`,
        grupo: 'Operadores' as const,
        titulo: operador.name,
        detalhe: `${operador.email} · ${operador.status}`,
        para: '/admin/operadores' as const,
        busca: { busca: operador.email },
      })),
    ],
  )

const daConta = (conta: Conta): Achado => ({
  chave: `conta-${conta.id}`,
  grupo: 'Notas e contas',
  titulo: nomeDaConta(conta),
  detalhe: `${conta.cliente.nome} · ${quantoVale(conta)} · ${statusConta[conta.status].rotulo}`,
  para: '/operador/contas-receber',
  busca: { conta: String(conta.id) },
})

/** "R$ 600,00 de R$ 1.000,00" where part was paid: what is open, and of what. */
function quantoVale({ status, valor, valor_pago }: Conta): string {
  if (!emAberto({ status }) || valor_pago === 0) return dinheiro(valor)
  return `${dinheiro((Math.round(valor * 100) - Math.round(valor_pago * 100)) / 100)} de ${dinheiro(valor)}`
}

/** The list in which a customer is found by its status. */
const LISTA: Partial<Record<Cliente['status'], ItemMenu['para']>> = {
  aguardando_atendimento: '/operador/aguardando-atendimento',
  em_atendimento: '/operador/aguardando-atendimento',
  concluido: '/operador/concluidos',
}

const doCliente = (cliente: Cliente, para: ItemMenu['para']): Achado => ({
  chave: `cliente-${cliente.id}`,
  grupo: 'Clientes',
  titulo: cliente.nome,
  detalhe: [
    documento(cliente.documento),
    statusCliente[cliente.status].rotulo,
    cliente.contas_em_aberto > 0 && `${dinheiro(cliente.valor_em_aberto)} em aberto, sem encargos`,
  ]
    .filter(Boolean)
    .join(' · '),
  para,
  busca: { cliente: String(cliente.id) },
})
