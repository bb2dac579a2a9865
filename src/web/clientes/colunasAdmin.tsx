import { Link } from '@tanstack/react-router'
import type { Cliente } from '#contract/clientes.ts'
import { MUITAS_TENTATIVAS } from '#domain/tentativas.ts'
import type { Coluna } from '#web/ui/DataTable.tsx'
import { dinheiro, documento, plural, telefone, valor } from '#web/ui/formatos.ts'
import { StatusChip, statusCliente } from '#web/ui/StatusChip.tsx'
import { passoDeAbrir, useFiltros } from '#web/ui/useFiltros.ts'
import { Atraso } from './celulas.tsx'

/** Opens the customer beside the list, under the same filters. */
function Nome({ cliente }: { cliente: Cliente }) {
  const { filtros } = useFiltros()
  return (
    <Link
      to="/admin/clientes"
      search={{ ...filtros, cliente: String(cliente.id) }}
      {...passoDeAbrir('cliente', filtros)}
      title={cliente.nome}
      className="ligacao nome cortado"
      onClick={(evento) => evento.stopPropagation()}
    >
      {cliente.nome}
    </Link>
  )
}

function Operador({ cliente }: { cliente: Cliente }) {
  const nome = cliente.operador?.name
  return (
    <div title={nome} className={nome ? 'dono cortado' : 'dono sem-dono'}>
      {nome ?? 'ninguém'}
    </div>
  )
}

const Chamadas = ({ n }: { n: number }) =>
  n < MUITAS_TENTATIVAS ? n : <span className="muitas-chamadas vencido forte">{n}</span>

export const COLUNAS: Coluna<Cliente>[] = [
  {
    id: 'nome',
    header: 'Cliente',
    cell: ({ row }) => <Nome cliente={row.original} />,
    meta: { ordem: 'nome', elastica: 1240 },
  },
  {
    id: 'documento',
    header: 'Documento',
    cell: ({ row }) => <span className="cinza">{documento(row.original.documento)}</span>,
    meta: { minima: 900 },
  },
  {
    id: 'telefone',
    header: 'Telefone',
    cell: ({ row }) => <span className="cinza">{telefone(row.original.telefone)}</span>,
    meta: { minima: 1040 },
  },
  {
    id: 'status',
    header: 'Situação',
    cell: ({ row }) => <StatusChip de={statusCliente[row.original.status]} />,
    meta: { minima: 640 },
  },
  { id: 'operador', header: 'Operador', cell: ({ row }) => <Operador cliente={row.original} />, meta: { minima: 760 } },
  {
    id: 'aberto',
    header: 'Em aberto',
    cell: ({ row }) => <span className="forte">{valor(row.original.valor_em_aberto)}</span>,
    meta: { direita: true, ordem: 'valor' },
  },
  {
    id: 'atraso',
    header: 'Atraso',
    cell: ({ row }) => <Atraso dias={row.original.dias_atraso} />,
    meta: { direita: true, ordem: 'atraso' },
  },
  {
    id: 'chamadas',
    header: 'Chamadas',
    cell: ({ row }) => <Chamadas n={row.original.numero_chamadas} />,
    meta: { direita: true, ordem: 'chamadas', minima: 560 },
  },
]

/** On a phone: name and status; then who it is and what is owed, since when. */
export function ItemAdmin({ cliente, comStatus }: { cliente: Cliente; comStatus: boolean }) {
  return (
    <div className="item-admin grid gap-4">
      <div>
        <Nome cliente={cliente} />
        {comStatus && <StatusChip de={statusCliente[cliente.status]} />}
      </div>
      <div className="cinza algarismos">
        <span className="cortado">
          {documento(cliente.documento)} · {cliente.operador?.name ?? 'ninguém'}
        </span>
        <b>{dinheiro(cliente.valor_em_aberto)}</b>
      </div>
      {(cliente.dias_atraso > 0 || cliente.numero_chamadas >= MUITAS_TENTATIVAS) && (
        <div className="miudo vencido">
          {[
            cliente.dias_atraso > 0 && `${plural(cliente.dias_atraso, 'dia', 'dias')} de atraso`,
            cliente.numero_chamadas >= MUITAS_TENTATIVAS && `${cliente.numero_chamadas} chamadas`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </div>
      )}
    </div>
  )
}
