import type { Cliente } from '#contract/clientes.ts'
import { MUITAS_TENTATIVAS } from '#domain/tentativas.ts'
import type { Coluna } from '#web/ui/DataTable.tsx'
import { dinheiro, documento, plural, telefone, valor } from '#web/ui/formatos.ts'
import { LinhaQueAbre } from '#web/ui/LinhaQueAbre.tsx'
import { StatusChip, statusCliente } from '#web/ui/StatusChip.tsx'
import { Atraso } from './celulas.tsx'

const Nome = ({ cliente }: { cliente: Cliente }) => (
  <LinhaQueAbre nome="cliente" id={cliente.id}>
    {cliente.nome}
  </LinhaQueAbre>
)

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
  { id: 'nome', header: 'Cliente', cell: (um) => <Nome cliente={um} />, ordem: 'nome', elastica: 1240 },
  {
    id: 'documento',
    header: 'Documento',
    cell: (um) => <span className="cinza">{documento(um.documento)}</span>,
    minima: 900,
  },
  {
    id: 'telefone',
    header: 'Telefone',
    cell: (um) => <span className="cinza">{telefone(um.telefone)}</span>,
    minima: 1040,
  },
  { id: 'status', header: 'Situação', cell: (um) => <StatusChip de={statusCliente[um.status]} />, minima: 640 },
  { id: 'operador', header: 'Operador', cell: (um) => <Operador cliente={um} />, minima: 760 },
  {
    id: 'aberto',
    header: 'Em aberto',
    cell: (um) => <span className="forte">{valor(um.valor_em_aberto)}</span>,
    direita: true,
    ordem: 'valor',
  },
  { id: 'atraso', header: 'Atraso', cell: (um) => <Atraso dias={um.dias_atraso} />, direita: true, ordem: 'atraso' },
  {
    id: 'chamadas',
    header: 'Chamadas',
    cell: (um) => <Chamadas n={um.numero_chamadas} />,
    direita: true,
    ordem: 'chamadas',
    minima: 560,
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
        <span>{documento(cliente.documento)}</span>
        <b>{dinheiro(cliente.valor_em_aberto)}</b>
      </div>
      <div className="miudo">
        <span className="vencido">{demora(cliente)}</span>
        {cliente.operador?.name ?? 'ninguém'}
      </div>
    </div>
  )
}

const demora = ({ dias_atraso, numero_chamadas }: Cliente): string =>
  [
    dias_atraso > 0 && `${plural(dias_atraso, 'dia', 'dias')} de atraso · `,
    numero_chamadas >= MUITAS_TENTATIVAS && `${numero_chamadas} chamadas · `,
  ]
    .filter(Boolean)
    .join('')
