import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { hoje } from '#web/api/agora.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { dashboardOperadoresQuery } from '#web/operadores/operadores.queries.ts'
import { EmptyState, ErrorState } from '#web/ui/estados.tsx'
import { dinheiro, duracao, mesInteiro, numero, plural } from '#web/ui/formatos.ts'
import { Iniciais } from '#web/ui/Iniciais.tsx'
import { ArrowDownwardOutlined } from '#web/ui/icons/ArrowDownwardOutlined.tsx'
import { GroupOutlined } from '#web/ui/icons/GroupOutlined.tsx'
import { Quadro } from '#web/ui/Quadro.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusChip, statusOperador } from '#web/ui/StatusChip.tsx'
import { useMedia } from '#web/ui/useMedia.ts'
import { dashboardAdminQuery } from './dashboard.queries.ts'

/** How many operators there were last time: the room kept while they load. */
const QUANTOS = 'operadores-no-dashboard'
const esperados = () => Array.from({ length: Math.max(1, Number(localStorage.getItem(QUANTOS) ?? 3)) }, (_, n) => n)

/** The height of that many, so that a list that failed has the same. */
const alturaDe = (quantos: number, estreita: boolean) => (estreita ? quantos * 97 : (quantos + 1) * 36)

type UmOperador = Resposta<'GET /api/admin/dashboard/operadores'>[number]

/** Who works here, by what was received; the bars share one scale, and a name opens that operator. */
export function OperadoresDoMes() {
  const { data, error, refetch } = useQuery(dashboardOperadoresQuery)
  useEffect(() => {
    if (data) localStorage.setItem(QUANTOS, String(data.length))
  }, [data])
  const estreita = useMedia('(max-width: 599.95px)')
  const operadores = data && [...data].sort((a, b) => b.valor_recebido_mes - a.valor_recebido_mes)
  const maximo = Math.max(1, ...(data ?? []).map((um) => um.valor_recebido_mes))
  const deNinguem = useQuery(dashboardAdminQuery).data?.detalhe.recebido_de_ninguem ?? 0
  return (
    <Quadro
      titulo={`Operadores em ${mesInteiro(hoje())}`}
      acao={
        <Link className="button" to="/admin/operadores">
          Gerir operadores
        </Link>
      }
    >
      {error && !data ? (
        <div className="no-lugar grid center" style={{ minHeight: alturaDe(esperados().length, estreita) }}>
          <ErrorState titulo="Não foi possível abrir a lista" erro={error} aoTentar={() => void refetch()} />
        </div>
      ) : operadores?.length === 0 ? (
        <EmptyState
          icone={GroupOutlined}
          titulo="Nenhum operador ainda"
          texto="Operadores atendem os clientes que respondem às cobranças."
        />
      ) : estreita ? (
        <Itens operadores={operadores} maximo={maximo} />
      ) : (
        <Tabela operadores={operadores} maximo={maximo} />
      )}
      {operadores && deNinguem > 0 && (
        <p className="de-ninguem">
          Sem operador no dia do pagamento: <b className="algarismos">{dinheiro(deNinguem)}</b>. Com isso a lista soma o
          recebido do mês.
        </p>
      )}
    </Quadro>
  )
}

interface ListaProps {
  operadores: UmOperador[] | undefined
  maximo: number
}

const Tabela = ({ operadores, maximo }: ListaProps) => (
  <div className="rola-de-lado">
    <table className="tabela" aria-label="Operadores no mês">
      <thead>
        <tr>
          <th scope="col">Operador</th>
          <th scope="col" className="a-esquerda">
            Situação
          </th>
          <th scope="col">Clientes vinculados</th>
          <th scope="col">Contatos no mês</th>
          <th scope="col" aria-sort="descending">
            <span className="ordenada inline-row gap-4">
              <ArrowDownwardOutlined size={16} aria-hidden /> Recebido no mês
            </span>
          </th>
          <th scope="col">Resposta média</th>
        </tr>
      </thead>
      <tbody>
        {operadores?.map((um) => <LinhaDoOperador key={um.id} um={um} maximo={maximo} />) ?? <LinhasSkeleton />}
      </tbody>
    </table>
  </div>
)

const LinhasSkeleton = () =>
  esperados().map((linha) => (
    <tr key={linha}>
      {[0, 1, 2, 3, 4, 5].map((coluna) => (
        <td key={coluna}>
          <Skeleton />
        </td>
      ))}
    </tr>
  ))

const LinhaDoOperador = ({ um, maximo }: { um: UmOperador; maximo: number }) => (
  <tr>
    <td>
      <Quem um={um} />
    </td>
    <td className="a-esquerda">
      <StatusChip de={statusOperador[um.status]} />
    </td>
    <td>
      <Vinculados um={um}>{numero(um.clientes_vinculados)}</Vinculados>
    </td>
    <td>{numero(um.contatos_mes)}</td>
    <td>
      <div className="recebido">
        {um.valor_recebido_mes ? dinheiro(um.valor_recebido_mes) : '—'}
        <Proporcao parte={um.valor_recebido_mes / maximo} />
      </div>
    </td>
    <td>{resposta(um)}</td>
  </tr>
)

const resposta = ({ tempo_medio_resposta_s: segundos }: UmOperador) =>
  segundos === null ? '—' : segundos < 60 ? `${segundos} s` : duracao(segundos * 1000)

const Quem = ({ um }: { um: UmOperador }) => (
  <div className="operador-nome">
    <Iniciais nome={um.name} tamanho={24} />
    <Link className="cortado alvo" to="/admin/operadores" search={{ operador: String(um.id) }}>
      {um.name}
    </Link>
  </div>
)

/** The figure leads to the customers that it counts. */
const Vinculados = ({ um, children }: { um: UmOperador; children: ReactNode }) => (
  <Link className="vinculados alvo" to="/admin/clientes" search={{ operador_id: String(um.id) }}>
    {children}
    <span className="so-leitor">, de {um.name}</span>
  </Link>
)

const Proporcao = ({ parte }: { parte: number }) => (
  <span aria-hidden className="proporcao pintado">
    <span style={{ width: `${parte * 100}%` }} />
  </span>
)

function Itens({ operadores, maximo }: ListaProps) {
  return (
    <ul>
      {operadores?.map((um) => (
        <li key={um.id} className="operador">
          <div className="operador-topo">
            <Quem um={um} />
            <StatusChip de={statusOperador[um.status]} />
          </div>
          <div className="recebido algarismos">
            {dinheiro(um.valor_recebido_mes)}
            <Proporcao parte={um.valor_recebido_mes / maximo} />
          </div>
          <div className="miudo">
            <Vinculados um={um}>{plural(um.clientes_vinculados, 'cliente', 'clientes')}</Vinculados> ·{' '}
            {plural(um.contatos_mes, 'contato', 'contatos')} · resposta {resposta(um)}
          </div>
        </li>
      )) ??
        esperados().map((n) => (
          <li key={n} className="operador">
            <Skeleton altura={72} />
          </li>
        ))}
    </ul>
  )
}
