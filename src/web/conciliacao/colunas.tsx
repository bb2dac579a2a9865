import { Link } from '@tanstack/react-router'
import type { Movimento } from '#contract/conciliacao.ts'
import { diasEntre } from '#domain/data.ts'
import { hoje } from '#web/api/agora.ts'
import { Chip } from '#web/ui/Chip.tsx'
import type { Coluna } from '#web/ui/DataTable.tsx'
import { dia, dinheiro, plural, valor } from '#web/ui/formatos.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { passoDeAbrir, useFiltros } from '#web/ui/useFiltros.ts'
import { CERTEZAS, deOndeVeio, oQueSugere, quemPagou, SITUACOES, TIPOS } from './palavras.ts'

/** Opens the movement beside the list, under the same filters. */
function Quem({ um }: { um: Movimento }) {
  const { filtros } = useFiltros()
  const quem = quemPagou(um)
  return (
    <div className="movimento-quem shrink">
      <Link
        to="/admin/conciliacao"
        search={{ ...filtros, movimento: String(um.id) }}
        {...passoDeAbrir('movimento', filtros)}
        title={quem}
        className="ligacao nome cortado"
        onClick={(evento) => evento.stopPropagation()}
      >
        {quem}
      </Link>
      <div className="miudo cortado" title={um.descricao}>
        {um.descricao === quem ? deOndeVeio(um) : um.descricao}
      </div>
    </div>
  )
}

const ha = (quando: string) => {
  const dias = diasEntre(quando, hoje())
  return dias <= 0 ? 'hoje' : dias === 1 ? 'ontem' : `há ${plural(dias, 'dia', 'dias')}`
}

const Dia = ({ um }: { um: Movimento }) => (
  <div>
    <div className="algarismos">{dia(um.dia)}</div>
    <div className="miudo">{ha(um.dia)}</div>
  </div>
)

function Sugere({ um }: { um: Movimento }) {
  const [melhor, ...outras] = um.sugestoes
  if (!melhor) return <span className="miudo">sem sugestão</span>
  return (
    <div className="movimento-sugere shrink">
      <div className="cortado" title={oQueSugere(melhor)}>
        {oQueSugere(melhor)}
      </div>
      <div className="row gap-8">
        <Chip tom={CERTEZAS[melhor.certeza].tom}>{CERTEZAS[melhor.certeza].rotulo}</Chip>
        {outras.length > 0 && <span className="miudo">mais {outras.length}</span>}
      </div>
    </div>
  )
}

/** What leaves the account, or is no money of a customer's, says so by its sign and kind. */
const Valor = ({ um }: { um: Movimento }) => (
  <div>
    <div className="forte algarismos">{um.tipo === 'credito' ? valor(um.valor) : valor(-um.valor)}</div>
    {um.tipo !== 'credito' && <div className="miudo">{TIPOS[um.tipo].toLowerCase()}</div>}
  </div>
)

export const COLUNAS_SEM_DONO: Coluna<Movimento>[] = [
  { id: 'dia', header: 'Dia', cell: ({ row }) => <Dia um={row.original} />, meta: { ordem: 'dia', largura: 112 } },
  {
    id: 'quem',
    header: 'Quem pagou',
    cell: ({ row }) => <Quem um={row.original} />,
    meta: { elastica: true },
  },
  {
    id: 'valor',
    header: 'Valor',
    cell: ({ row }) => <Valor um={row.original} />,
    meta: { direita: true, ordem: 'valor', largura: 116 },
  },
  {
    id: 'sugestao',
    header: 'O que pode ser',
    cell: ({ row }) => <Sugere um={row.original} />,
    meta: { minima: 760 },
  },
]

const DeQuem = ({ um: { cliente } }: { um: Movimento }) =>
  cliente ? (
    <Link className="ligacao cortado movimento-cliente" to="/admin/clientes" search={{ cliente: String(cliente.id) }}>
      {cliente.nome}
    </Link>
  ) : (
    <span className="cinza">—</span>
  )

export const COLUNAS: Coluna<Movimento>[] = [
  {
    id: 'dia',
    header: 'Dia',
    cell: ({ row }) => <span className="algarismos">{dia(row.original.dia)}</span>,
    meta: { ordem: 'dia', largura: 104 },
  },
  { id: 'quem', header: 'Quem pagou', cell: ({ row }) => <Quem um={row.original} />, meta: { elastica: true } },
  {
    id: 'origem',
    header: 'De onde veio',
    cell: ({ row }) => <span className="cinza">{deOndeVeio(row.original)}</span>,
    meta: { minima: 1060 },
  },
  {
    id: 'cliente',
    header: 'Cliente',
    cell: ({ row }) => <DeQuem um={row.original} />,
    meta: { largura: 180, minima: 860 },
  },
  {
    id: 'situacao',
    header: 'Situação',
    cell: ({ row }) => <StatusChip de={SITUACOES[row.original.situacao]} />,
    meta: { largura: 140, minima: 560 },
  },
  {
    id: 'valor',
    header: 'Valor',
    cell: ({ row }) => <Valor um={row.original} />,
    meta: { direita: true, ordem: 'valor', largura: 116 },
  },
]

/** On a phone: who and how much; then since when, and what it may be or became. */
export function ItemMovimento({ um }: { um: Movimento }) {
  const [melhor] = um.sugestoes
  return (
    <div className="movimento-item grid gap-4">
      <div className="row gap-8">
        <div className="grow">
          <Quem um={um} />
        </div>
        <b className="algarismos rigid">{um.tipo === 'credito' ? dinheiro(um.valor) : dinheiro(-um.valor)}</b>
      </div>
      <div className="row wrap gap-8 miudo">
        <span className="algarismos">
          {dia(um.dia)}, {ha(um.dia)}
        </span>
        {melhor ? (
          <>
            <Chip tom={CERTEZAS[melhor.certeza].tom}>{CERTEZAS[melhor.certeza].rotulo}</Chip>
            <span className="cortado">{oQueSugere(melhor)}</span>
          </>
        ) : (
          <StatusChip de={SITUACOES[um.situacao]} />
        )}
      </div>
    </div>
  )
}
