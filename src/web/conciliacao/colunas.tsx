import { Link } from '@tanstack/react-router'
import type { Movimento } from '#contract/conciliacao.ts'
import { diasEntre } from '#domain/data.ts'
import { ROTULOS_DO_TIPO_DE_MOVIMENTO } from '#domain/palavras-do-movimento.ts'
import { hoje } from '#web/api/agora.ts'
import { Chip } from '#web/ui/Chip.tsx'
import type { Coluna } from '#web/ui/DataTable.tsx'
import { dia, dinheiro, plural, valor } from '#web/ui/formatos.ts'
import { ItemQueAbre, LinhaQueAbre } from '#web/ui/LinhaQueAbre.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { CERTEZAS, comSinal, deOndeVeio, oQueSugere, quemPagou, situacaoDe } from './palavras.ts'

function Quem({ um }: { um: Movimento }) {
  const quem = quemPagou(um)
  return (
    <LinhaQueAbre nome="movimento" id={um.id} abaixo={um.descricao === quem ? deOndeVeio(um) : um.descricao}>
      {quem}
    </LinhaQueAbre>
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
        {melhor.encargos_dispensados > 0 && (
          <span className="miudo cortado">dispensa {dinheiro(melhor.encargos_dispensados)}</span>
        )}
        {outras.length > 0 && <span className="miudo rigid">mais {outras.length}</span>}
      </div>
    </div>
  )
}

/** What left the account says so by its sign. */
const Valor = ({ um }: { um: Movimento }) => <span className="forte algarismos">{valor(comSinal(um))}</span>

function Situacao({ um }: { um: Movimento }) {
  const situacao = situacaoDe(um)
  return situacao ? (
    <StatusChip de={situacao} />
  ) : (
    <span className="cinza">{ROTULOS_DO_TIPO_DE_MOVIMENTO[um.tipo]}</span>
  )
}

export const COLUNAS_SEM_DONO: Coluna<Movimento>[] = [
  { id: 'dia', header: 'Dia', cell: (um) => <Dia um={um} />, ordem: 'dia', largura: 112 },
  { id: 'quem', header: 'Quem pagou', cell: (um) => <Quem um={um} />, elastica: true },
  { id: 'valor', header: 'Valor', cell: (um) => <Valor um={um} />, direita: true, ordem: 'valor', largura: 116 },
  { id: 'sugestao', header: 'O que pode ser', cell: (um) => <Sugere um={um} />, minima: 640 },
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
    cell: (um) => <span className="algarismos">{dia(um.dia)}</span>,
    ordem: 'dia',
    largura: 104,
  },
  { id: 'quem', header: 'Quem pagou', cell: (um) => <Quem um={um} />, elastica: true },
  { id: 'origem', header: 'De onde veio', cell: (um) => <span className="cinza">{deOndeVeio(um)}</span>, minima: 1060 },
  { id: 'cliente', header: 'Cliente', cell: (um) => <DeQuem um={um} />, largura: 180, minima: 860 },
  {
    id: 'situacao',
    header: 'Situação',
    cell: (um) => <Situacao um={um} />,
    largura: 140,
    minima: 560,
  },
  { id: 'valor', header: 'Valor', cell: (um) => <Valor um={um} />, direita: true, ordem: 'valor', largura: 116 },
]

/** On a phone: who and how much; then since when, and what it may be or became. */
export function ItemMovimento({ um }: { um: Movimento }) {
  const [melhor] = um.sugestoes
  return (
    <ItemQueAbre quem={<Quem um={um} />} valor={dinheiro(comSinal(um))}>
      <span className="algarismos">
        {dia(um.dia)}, {ha(um.dia)}
      </span>
      {melhor ? (
        <>
          <Chip tom={CERTEZAS[melhor.certeza].tom}>{CERTEZAS[melhor.certeza].rotulo}</Chip>
          <span>{oQueSugere(melhor)}</span>
          {melhor.encargos_dispensados > 0 && <span>dispensa {dinheiro(melhor.encargos_dispensados)} de encargos</span>}
        </>
      ) : (
        <Situacao um={um} />
      )}
    </ItemQueAbre>
  )
}
