import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import type { MovimentoDetalhado } from '#contract/conciliacao.ts'
import { formatarDocumento } from '#domain/grafia.ts'
import { indeciso } from '#domain/movimento.ts'
import { ROTULOS_DO_TIPO_DE_MOVIMENTO } from '#domain/palavras-do-movimento.ts'
import { naoExiste } from '#web/api/erro.ts'
import { inteira } from '#web/api/inteira.ts'
import { useEstado } from '#web/api/useEstado.ts'
import { nomeDaForma } from '#web/contas-receber/palavras.ts'
import { teclasLigadas } from '#web/shell/teclas.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { dia, diaEHora, dinheiro } from '#web/ui/formatos.ts'
import { ArrowDownwardOutlined } from '#web/ui/icons/ArrowDownwardOutlined.tsx'
import { ArrowUpwardOutlined } from '#web/ui/icons/ArrowUpwardOutlined.tsx'
import { PainelAoLado } from '#web/ui/PainelAoLado.tsx'
import { Secao } from '#web/ui/Secao.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import { movimentoQuery } from './conciliacao.queries.ts'
import { Decidido } from './Decidido.tsx'
import { NomeDoArquivo } from './DoArquivo.tsx'
import { Indeciso } from './Indeciso.tsx'
import { CERTEZAS, comSinal, deOndeVeio, oQueSugere, quemPagou, situacaoDe } from './palavras.ts'
import type { Vizinhos } from './vizinhos.ts'

interface Props {
  id: number
  /** The neighbours, in a list that one works through. */
  vizinhos?: Vizinhos
  aoIr?: (id: number) => void
  aoDecidir?: () => void
  aoFechar: () => void
}

/** One movement beside the list: what the bank said, what may explain it, what was done, and what can be. */
export function MovimentoPainel({ id, vizinhos, aoIr, aoDecidir, aoFechar }: Props) {
  const { data, error, refetch } = useQuery(movimentoQuery(id))
  const um = naoExiste(error) ? undefined : data
  return (
    <PainelAoLado rotulo="Movimento" titulo={um ? quemPagou(um) : 'Movimento'} registro={id} aoFechar={aoFechar}>
      <p role="status" className="so-leitor">
        {um && dizer(um)}
      </p>
      {error && !um ? (
        <ErrorState titulo="Não foi possível abrir o movimento" erro={error} aoTentar={() => void refetch()} />
      ) : um ? (
        // Keyed, so that one movement's refusal does not stay for the next.
        <Fragment key={id}>
          <Topo um={um} />
          {indeciso(um) ? <Indeciso um={um} aoDecidir={aoDecidir} /> : <Decidido um={um} />}
          <Pagamentos um={um} />
          <Detalhes um={um} />
          <Historico um={um} />
        </Fragment>
      ) : (
        <div className="movimento-secao">
          <SkeletonList linhas={3} altura={96} />
        </div>
      )}
      {vizinhos && aoIr && <Seguir vizinhos={vizinhos} aoIr={aoIr} />}
    </PainelAoLado>
  )
}

/** What is heard when the keys or the last decision lead to the next one, before A applies what is suggested. */
function dizer(um: MovimentoDetalhado): string {
  const [melhor] = um.sugestoes
  const sugestao = melhor && `${CERTEZAS[melhor.certeza].rotulo}: ${oQueSugere(melhor)}`
  return [quemPagou(um), dinheiro(comSinal(um)), sugestao].filter(Boolean).join(', ')
}

function Topo({ um }: { um: MovimentoDetalhado }) {
  const situacao = situacaoDe(um)
  return (
    <div className="movimento-topo grid gap-4">
      <div className="row wrap between gap-8">
        <b className="movimento-valor algarismos">{dinheiro(comSinal(um))}</b>
        {situacao && <StatusChip de={situacao} />}
      </div>
      <div className="cinza">
        {ROTULOS_DO_TIPO_DE_MOVIMENTO[um.tipo]} de {dia(um.dia)} · {deOndeVeio(um)}
      </div>
      {um.descricao !== quemPagou(um) && <div className="quebra">{um.descricao}</div>}
      {um.pagador?.documento && um.pagador.nome && (
        <div className="cinza algarismos">Documento de quem pagou: {formatarDocumento(um.pagador.documento)}</div>
      )}
    </div>
  )
}

/** The payments made from it or linked to it; reversed ones stay, marked. */
function Pagamentos({ um: { pagamentos } }: { um: MovimentoDetalhado }) {
  if (pagamentos.length === 0) return null
  return (
    <Secao className="movimento-secao grid gap-8" titulo="Pagamentos">
      <ul className="movimento-lista">
        {pagamentos.map(({ id, conta, cliente, valor, encargos, forma, estornado_em }) => (
          <li key={`${id}-${conta.id}`}>
            <div className="grow">
              <Link className="ligacao" to="/admin/clientes" search={{ cliente: String(cliente.id) }}>
                {cliente.nome}
              </Link>
              <div className="miudo">
                {conta.nome} · {nomeDaForma(forma)}
                {encargos > 0 && ` · ${dinheiro(encargos)} de encargos`}
                {estornado_em && ` · estornado em ${diaEHora(estornado_em)}`}
              </div>
            </div>
            <span className={estornado_em ? 'algarismos estornado' : 'algarismos'}>{dinheiro(valor)}</span>
          </li>
        ))}
      </ul>
    </Secao>
  )
}

function Detalhes({ um }: { um: MovimentoDetalhado }) {
  const linhas: (readonly [string, ReactNode] | false)[] = [
    um.dia_credito !== null && um.dia_credito !== um.dia && ['Na conta em', dia(um.dia_credito)],
    um.tarifa > 0 && ['Tarifa do banco', dinheiro(um.tarifa)],
    um.nosso_numero !== null && ['Nosso número', um.nosso_numero],
    um.txid !== null && ['txid', um.txid],
    um.end_to_end_id !== null && ['Identificador do Pix', um.end_to_end_id],
    um.importacao_id !== null && [
      'Arquivo',
      <Link
        key="arquivo"
        className="ligacao"
        to="/admin/conciliacao"
        search={{ aba: 'movimentos', importacao_id: String(um.importacao_id) }}
      >
        <NomeDoArquivo id={um.importacao_id} />
      </Link>,
    ],
    um.devolucoes.length > 0 && [
      'Devoluções',
      um.devolucoes.map((id) => (
        <Link
          key={id}
          className="ligacao"
          to="/admin/conciliacao"
          search={{ aba: 'movimentos', movimento: String(id) }}
        >
          {id}{' '}
        </Link>
      )),
    ],
  ]
  const dadas = linhas.filter((linha): linha is readonly [string, ReactNode] => Boolean(linha))
  if (dadas.length === 0) return null
  return (
    <Secao className="movimento-secao grid gap-8" titulo="O que o banco disse">
      <dl className="movimento-dados">
        {dadas.map(([nome, valor]) => (
          <div key={nome}>
            <dt className="cinza">{nome}</dt>
            <dd className="quebra">{valor}</dd>
          </div>
        ))}
      </dl>
    </Secao>
  )
}

function Historico({ um: { historico, created_at } }: { um: MovimentoDetalhado }) {
  return (
    <Secao className="movimento-secao grid gap-8" titulo="O que foi feito">
      <ol className="movimento-lista">
        {historico.map((log) => (
          <li key={log.id} className="quebra">
            <div>
              {inteira(log.descricao)}
              <div className="miudo">
                {diaEHora(log.created_at)}
                {log.usuario ? `, por ${log.usuario.name}` : ', pelo sistema'}
              </div>
            </div>
          </li>
        ))}
        <li>
          <div>
            Chegou ao sistema
            <div className="miudo">{diaEHora(created_at)}</div>
          </div>
        </li>
      </ol>
    </Secao>
  )
}

function Seguir({ vizinhos: { anterior, proximo }, aoIr }: Required<Pick<Props, 'vizinhos' | 'aoIr'>>) {
  const comTeclas = useEstado(teclasLigadas)
  return (
    <div className="movimento-seguir">
      <span className="miudo grow movimento-teclas">
        {comTeclas && <>J e K: próximo e anterior · A: aplicar · E:&nbsp;escolher contas · I:&nbsp;ignorar</>}
      </span>
      <Tooltip texto={comTeclas ? 'O de antes (K)' : 'O de antes'}>
        <IconButton
          aria-label="Movimento anterior"
          aria-keyshortcuts={comTeclas ? 'K' : undefined}
          disabled={!anterior}
          onClick={() => anterior !== undefined && aoIr(anterior)}
        >
          <ArrowUpwardOutlined size={20} />
        </IconButton>
      </Tooltip>
      <Button
        endIcon={<ArrowDownwardOutlined />}
        aria-keyshortcuts={comTeclas ? 'J' : undefined}
        disabled={!proximo}
        onClick={() => proximo !== undefined && aoIr(proximo)}
      >
        Próximo
      </Button>
    </div>
  )
}
