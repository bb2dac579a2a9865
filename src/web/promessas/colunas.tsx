import type { Promessa } from '#contract/promessas.ts'
import { diasEntre } from '#domain/data.ts'
import { hoje } from '#web/api/agora.ts'
import type { Coluna } from '#web/ui/DataTable.tsx'
import { dia, diaEMes, dinheiro, plural, valor } from '#web/ui/formatos.ts'
import { LinhaQueAbre } from '#web/ui/LinhaQueAbre.tsx'
import { StatusChip, statusPromessa } from '#web/ui/StatusChip.tsx'

const Quem = ({ uma }: { uma: Promessa }) => (
  <LinhaQueAbre nome="promessa" id={uma.id} abaixo={uma.observacao ?? plural(uma.contas.length, 'conta', 'contas')}>
    {uma.cliente.nome}
  </LinhaQueAbre>
)

/** How long is left to the day that was promised; once it is over, until when one still waits. */
function quantoFalta({ status, ate, limite }: Promessa, dia: string): string {
  if (status !== 'pendente') return ''
  const dias = diasEntre(dia, ate)
  if (dias > 1) return `em ${dias} dias`
  if (dias === 1) return 'amanhã'
  return dias === 0 ? 'hoje' : `passou; espera até ${diaEMes(limite)}`
}

function Ate({ uma }: { uma: Promessa }) {
  const falta = quantoFalta(uma, hoje())
  const passou = uma.status === 'pendente' && uma.ate < hoje()
  return (
    <div>
      <div className="algarismos">{dia(uma.ate)}</div>
      {falta && <div className={passou ? 'miudo vencido' : 'miudo'}>{falta}</div>}
    </div>
  )
}

export const COLUNAS: Coluna<Promessa>[] = [
  { id: 'cliente', header: 'Cliente', cell: ({ row }) => <Quem uma={row.original} />, meta: { elastica: true } },
  {
    id: 'ate',
    header: 'Paga até',
    cell: ({ row }) => <Ate uma={row.original} />,
    meta: { ordem: 'ate', largura: 168 },
  },
  {
    id: 'valor',
    header: 'Prometido',
    cell: ({ row }) => <span className="forte algarismos">{valor(row.original.valor)}</span>,
    meta: { direita: true, ordem: 'valor', largura: 120 },
  },
  {
    id: 'pago',
    header: 'Pago',
    cell: ({ row }) => (
      <span className="algarismos">{row.original.valor_pago ? valor(row.original.valor_pago) : '—'}</span>
    ),
    meta: { direita: true, largura: 112, minima: 700 },
  },
  {
    id: 'situacao',
    header: 'Situação',
    cell: ({ row }) => <StatusChip de={statusPromessa[row.original.status]} />,
    meta: { largura: 136 },
  },
  {
    id: 'autor',
    header: 'Registrada por',
    cell: ({ row }) => <span className="cinza cortado">{row.original.autor?.name ?? 'pelo cliente'}</span>,
    meta: { largura: 160, minima: 960 },
  },
]
/** An administrator sees whose customer it is. */
export const COLUNAS_ADMIN: Coluna<Promessa>[] = [
  ...COLUNAS,
  {
    id: 'operador',
    header: 'Operador',
    cell: ({ row }) => <span className="cinza cortado">{row.original.operador?.name ?? 'ninguém'}</span>,
    meta: { largura: 160, minima: 840 },
  },
]

/** On a phone: who and how much; then until when, and how it stands. */
export const ItemPromessa = ({ uma }: { uma: Promessa }) => (
  <div className="grid gap-4">
    <div className="row gap-8">
      <div className="grow shrink">
        <LinhaQueAbre nome="promessa" id={uma.id}>
          {uma.cliente.nome}
        </LinhaQueAbre>
      </div>
      <b className="algarismos rigid">{dinheiro(uma.valor)}</b>
    </div>
    <div className="row wrap gap-8 miudo">
      <StatusChip de={statusPromessa[uma.status]} />
      <span className="algarismos">{[`até ${dia(uma.ate)}`, quantoFalta(uma, hoje())].filter(Boolean).join(', ')}</span>
    </div>
  </div>
)
