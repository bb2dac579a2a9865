import type { Contestacao } from '#contract/contestacoes.ts'
import { estaEmAberto, ROTULOS_DO_MOTIVO } from '#domain/contestacao.ts'
import { diasEntre } from '#domain/data.ts'
import { hoje } from '#web/api/agora.ts'
import { DE_QUEM_E } from '#web/ui/colunas.tsx'
import type { Coluna } from '#web/ui/DataTable.tsx'
import { dia, dinheiro, plural, valor } from '#web/ui/formatos.ts'
import { AttachFileOutlined } from '#web/ui/icons/AttachFileOutlined.tsx'
import { ItemQueAbre, LinhaQueAbre } from '#web/ui/LinhaQueAbre.tsx'
import { StatusChip, statusContestacao } from '#web/ui/StatusChip.tsx'

const Quem = ({ uma }: { uma: Contestacao }) => (
  <LinhaQueAbre nome="contestacao" id={uma.id} abaixo={`${uma.numero} · ${ROTULOS_DO_MOTIVO[uma.motivo]}`}>
    {uma.cliente.nome}
  </LinhaQueAbre>
)

/** The customer's own words, where they wrote some. */
const OQueDiz = ({ uma: { texto, arquivo_url } }: { uma: Contestacao }) => (
  <div className="cortado" title={texto ?? undefined}>
    {arquivo_url && <AttachFileOutlined size={16} titulo="Com arquivo" />} {texto ? `“${texto}”` : !arquivo_url && '—'}
  </div>
)

/** How much of the time to answer is left, or by how much it passed; nothing once it is answered. */
function quantoResta({ status, prazo }: Contestacao, hoje: string): { texto: string; atrasada: boolean } | null {
  if (!estaEmAberto(status)) return null
  const dias = diasEntre(hoje, prazo)
  if (dias < 0) return { texto: `atrasada há ${plural(-dias, 'dia', 'dias')}`, atrasada: true }
  if (dias === 0) return { texto: 'responder hoje', atrasada: false }
  return { texto: dias === 1 ? 'até amanhã' : `em ${dias} dias`, atrasada: false }
}

function Prazo({ uma }: { uma: Contestacao }) {
  const resta = quantoResta(uma, hoje())
  return (
    <div>
      <div className="algarismos">{dia(uma.prazo)}</div>
      {resta && <div className={resta.atrasada ? 'miudo vencido' : 'miudo'}>{resta.texto}</div>}
    </div>
  )
}

export const COLUNAS: Coluna<Contestacao>[] = [
  { id: 'cliente', header: 'Cliente', cell: (um) => <Quem uma={um} />, elastica: true },
  { id: 'motivo', header: 'O que diz', cell: (um) => <OQueDiz uma={um} />, largura: '32%', minima: 720 },
  {
    id: 'valor',
    header: 'Contestado',
    cell: (um) => <span className="forte algarismos">{valor(um.valor)}</span>,
    direita: true,
    largura: 120,
  },
  { id: 'prazo', header: 'Responder até', cell: (um) => <Prazo uma={um} />, largura: 156 },
  { id: 'situacao', header: 'Situação', cell: (um) => <StatusChip de={statusContestacao[um.status]} />, largura: 148 },
]
export const COLUNAS_ADMIN: Coluna<Contestacao>[] = [...COLUNAS, DE_QUEM_E]

/** On a phone: who and how much; then why, until when, and how it stands. */
export function ItemContestacao({ uma }: { uma: Contestacao }) {
  const resta = quantoResta(uma, hoje())
  return (
    <ItemQueAbre
      quem={
        <LinhaQueAbre nome="contestacao" id={uma.id}>
          {uma.cliente.nome}
        </LinhaQueAbre>
      }
      valor={dinheiro(uma.valor)}
    >
      <StatusChip de={statusContestacao[uma.status]} />
      <span>{ROTULOS_DO_MOTIVO[uma.motivo]}</span>
      {resta && <span className={resta.atrasada ? 'vencido' : ''}>{resta.texto}</span>}
    </ItemQueAbre>
  )
}
