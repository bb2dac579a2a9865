import type { Promessa } from '#contract/promessas.ts'
import { diasEntre } from '#domain/data.ts'
import { hoje } from '#web/api/agora.ts'
import { DE_QUEM_E } from '#web/ui/colunas.tsx'
import type { Coluna } from '#web/ui/DataTable.tsx'
import { dia, diaEMes, dinheiro, plural, valor } from '#web/ui/formatos.ts'
import { ItemQueAbre, LinhaQueAbre } from '#web/ui/LinhaQueAbre.tsx'
import { StatusChip, statusPromessa } from '#web/ui/StatusChip.tsx'

const Quem = ({ uma }: { uma: Promessa }) => (
  <LinhaQueAbre nome="promessa" id={uma.id} abaixo={uma.observacao ?? plural(uma.contas.length, 'conta', 'contas')}>
    {uma.cliente.nome}
  </LinhaQueAbre>
)

/** Days left to the promised day; after it, until when the promise is still waited for. */
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
  { id: 'cliente', header: 'Cliente', cell: (um) => <Quem uma={um} />, elastica: true },
  { id: 'ate', header: 'Paga até', cell: (um) => <Ate uma={um} />, ordem: 'ate', largura: 168 },
  {
    id: 'valor',
    header: 'Prometido',
    cell: (um) => <span className="forte algarismos">{valor(um.valor)}</span>,
    direita: true,
    ordem: 'valor',
    largura: 120,
  },
  {
    id: 'pago',
    header: 'Pago',
    cell: (um) => <span className="algarismos">{um.valor_pago ? valor(um.valor_pago) : '—'}</span>,
    direita: true,
    largura: 112,
    minima: 700,
  },
  { id: 'situacao', header: 'Situação', cell: (um) => <StatusChip de={statusPromessa[um.status]} />, largura: 136 },
  {
    id: 'autor',
    header: 'Registrada por',
    cell: (um) => <span className="pessoa cinza cortado">{um.autor?.name ?? 'pelo cliente'}</span>,
    largura: 160,
    minima: 960,
  },
]
export const COLUNAS_ADMIN: Coluna<Promessa>[] = [...COLUNAS, DE_QUEM_E]

/** On a phone: who and how much; then until when, and how it stands. */
export const ItemPromessa = ({ uma }: { uma: Promessa }) => (
  <ItemQueAbre
    quem={
      <LinhaQueAbre nome="promessa" id={uma.id}>
        {uma.cliente.nome}
      </LinhaQueAbre>
    }
    valor={dinheiro(uma.valor)}
  >
    <StatusChip de={statusPromessa[uma.status]} />
    <span className="algarismos">{[`até ${dia(uma.ate)}`, quantoFalta(uma, hoje())].filter(Boolean).join(', ')}</span>
  </ItemQueAbre>
)
