import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { emAberto, ROTULOS_DA_ORIGEM_DA_CONTA } from '#domain/conta.ts'
import { naoExiste } from '#web/api/erro.ts'
import { inteira } from '#web/api/inteira.ts'
import { CodigosPix } from '#web/dinheiro/CodigosPix.tsx'
import { MovimentoNomeado } from '#web/dinheiro/MovimentoNomeado.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Drawer } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { dia, diaEHora, dinheiro, percentual, plural } from '#web/ui/formatos.ts'
import { CloseOutlined } from '#web/ui/icons/CloseOutlined.tsx'
import { Secao } from '#web/ui/Secao.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'
import { StatusChip, statusConta } from '#web/ui/StatusChip.tsx'
import { contaAdminQuery, contaQuery, type Historia } from './contas.queries.ts'
import { cancelarConta, editarConta, pagar } from './dialogos.tsx'
import { PagamentosDaConta } from './PagamentosDaConta.tsx'
import { abertoDe, jaPago, nomeDaConta, nomeEntre, quandoVence } from './palavras.ts'
import './contas-receber.css'

const LARGURA = 520

/** One account's story beside the list: what it owes today and why, where it came from, payments, and what was done. */
export function ContaDrawer({ id, admin = false, aoFechar }: { id: number; admin?: boolean; aoFechar: () => void }) {
  const { data, error, refetch } = useQuery(admin ? contaAdminQuery(id) : contaQuery(id))
  const conta = naoExiste(error) ? undefined : data
  const nome = conta ? nomeDaConta(conta) : 'Conta'
  return (
    <Drawer rotulo={nome} lado="right" largura={LARGURA} aoFechar={aoFechar}>
      <div className="historia-topo row rigid gap-12">
        <h2>{nome}</h2>
        {conta && <StatusChip de={statusConta[conta.status]} />}
        <IconButton aria-label="Fechar" onClick={aoFechar}>
          <CloseOutlined />
        </IconButton>
      </div>
      <div className="historia-corpo" tabIndex={-1}>
        {error && !conta ? (
          <ErrorState titulo="Não foi possível abrir a conta" erro={error} aoTentar={() => void refetch()} />
        ) : conta ? (
          <Conteudo conta={conta} admin={admin} />
        ) : (
          <ContaSkeleton />
        )}
      </div>
      {conta && emAberto(conta) && !admin && <Acoes conta={conta} />}
    </Drawer>
  )
}

const ContaSkeleton = () => (
  <div className="historia-parte">
    <SkeletonList linhas={3} altura={120} />
  </div>
)

function Conteudo({ conta, admin }: { conta: Historia; admin: boolean }) {
  return (
    <>
      <div className="historia-parte">
        <div className="figura-rotulo">{emAberto(conta) ? 'Devido hoje, com encargos' : 'Valor'}</div>
        <div className="figura-valor">{dinheiro(emAberto(conta) ? conta.valor_atualizado : conta.valor)}</div>
        <div className={conta.dias_atraso > 0 ? 'vencido' : 'cinza'}>
          {quandoVence(conta)}
          {conta.dias_atraso > 0 && ' de atraso'}
          {jaPago(conta) && ` · ${jaPago(conta)} de ${dinheiro(conta.valor)}`}
        </div>
        <NoMeio conta={conta} admin={admin} />
        {conta.motivo_cancelamento && <div className="cinza">Motivo do cancelamento: {conta.motivo_cancelamento}</div>}
        <ButtonLink
          to={admin ? '/admin/clientes' : '/operador/clientes'}
          search={{ cliente: String(conta.cliente.id) }}
          className="rente"
        >
          {conta.cliente.nome}
        </ButtonLink>
      </div>
      {emAberto(conta) && (
        <Secao className="historia-parte" titulo="Encargos até hoje">
          <Encargos conta={conta} />
        </Secao>
      )}
      <Secao className="historia-parte" titulo="De onde veio">
        <Origem conta={conta} />
      </Secao>
      {conta.negociacao_id !== null && (
        <Secao className="historia-parte" titulo="Acordo">
          <Acordo conta={conta} id={conta.negociacao_id} admin={admin} />
        </Secao>
      )}
      <Secao className="historia-parte" titulo="Pagamentos">
        <PagamentosDaConta conta={conta} admin={admin} />
        <Sobras de={conta.dinheiro_que_sobrou} admin={admin} />
      </Secao>
      {conta.codigos.length > 0 && (
        <Secao className="historia-parte" titulo="Códigos Pix">
          <CodigosPix codigos={conta.codigos} nomeDe={nomeEntre([conta])} />
        </Secao>
      )}
      <Secao className="historia-parte" titulo="O que foi feito">
        <Registros conta={conta} />
      </Secao>
    </>
  )
}

/** The money that came for it and is a credit, or was refunded. */
const Sobras = ({ de, admin }: { de: Historia['dinheiro_que_sobrou']; admin: boolean }) =>
  de.map((um) => (
    <div key={um.id} className="miudo cinza quebra">
      <MovimentoNomeado movimento={um} admin={admin} />, {dinheiro(um.valor)}:{' '}
      {[
        um.credito > 0 && `${dinheiro(um.credito)} são crédito do cliente, a devolver`,
        um.devolvido > 0 && `${dinheiro(um.devolvido)} foram devolvidos`,
      ]
        .filter(Boolean)
        .join(', e ')}
      .
    </div>
  ))

/** What keeps it from being billed for now, and the money that may pay it. */
function NoMeio({ conta, admin }: { conta: Historia; admin: boolean }) {
  return (
    <>
      {conta.a_caminho && <div>Pagamento a caminho: não é cobrada enquanto isso.</div>}
      {conta.dinheiro_a_caminho.map((um) => (
        <div key={um.id} className="cinza">
          {dinheiro(um.valor)}: <MovimentoNomeado movimento={um} admin={admin} />. Espera a decisão de um administrador.
        </div>
      ))}
      {conta.contestada && <div>Contestada: espera resposta.</div>}
      {conta.prometida_ate && <div>Prometida até {dia(conta.prometida_ate)}.</div>}
    </>
  )
}

function Encargos({ conta }: { conta: Historia }) {
  const { multa_percentual, juros_percentual_mes } = conta.taxas
  return (
    <Dados
      linhas={[
        ['Valor da conta', dinheiro(conta.valor)],
        conta.valor_pago > 0 && ['Já pago', `− ${dinheiro(conta.valor_pago)}`],
        conta.valor_pago > 0 && ['Em aberto', dinheiro(abertoDe(conta))],
        [`Multa de ${percentual(multa_percentual)}`, dinheiro(conta.multa)],
        [
          `Juros de ${percentual(juros_percentual_mes)} ao mês, ${plural(conta.dias_atraso, 'dia', 'dias')}`,
          dinheiro(conta.juros),
        ],
        [<b key="hoje">Hoje</b>, <b key="valor">{dinheiro(conta.valor_atualizado)}</b>],
      ]}
    />
  )
}

const Origem = ({ conta }: { conta: Historia }) => (
  <Dados
    linhas={[
      ['Origem', ROTULOS_DA_ORIGEM_DA_CONTA[conta.origem]],
      ['Emissão', dia(conta.emissao)],
      conta.importacao && [
        'Arquivo',
        <span key="arquivo">
          {conta.importacao.arquivo}
          <Detalhe>
            {diaEHora(conta.importacao.created_at)}, por {conta.importacao.usuario.name}
          </Detalhe>
        </span>,
      ],
      conta.chave_nfe !== null && [
        'Chave de acesso',
        <span className="historia-chave quebra" key="chave">
          {conta.chave_nfe.replace(/(.{4})(?=.)/g, '$1 ')}
        </span>,
      ],
      conta.nota_cancelada && ['Nota', 'cancelada na SEFAZ'],
    ]}
  />
)

function Acordo({ conta, id, admin }: { conta: Historia; id: number; admin: boolean }) {
  return (
    <div className="cinza">
      {conta.origem === 'negociacao'
        ? `Esta conta é uma parcela do acordo ${id}. `
        : `Esta conta foi trocada pelas parcelas do acordo ${id}. `}
      {!admin && (
        <ButtonLink
          size="small"
          to="/operador/clientes"
          search={{ cliente: String(conta.cliente.id) }}
          className="rente"
        >
          Ver o acordo com o cliente
        </ButtonLink>
      )}
    </div>
  )
}

function Registros({ conta }: { conta: Historia }) {
  if (conta.historico.length === 0) return <div className="cinza">Nada foi mudado desde que a conta entrou.</div>
  return (
    <ol className="grid gap-12">
      {conta.historico.map((log) => (
        <li key={log.id} className="quebra">
          {inteira(log.descricao)}
          <Detalhe>
            {diaEHora(log.created_at)}
            {log.usuario ? `, por ${log.usuario.name}` : ', pelo sistema'}
          </Detalhe>
        </li>
      ))}
    </ol>
  )
}

const Detalhe = ({ children }: { children: ReactNode }) => <span className="miudo historia-detalhe">{children}</span>

type Dado = readonly [ReactNode, ReactNode]

const Dados = ({ linhas }: { linhas: (Dado | false | null)[] }) => (
  <dl className="historia-dados">
    {linhas
      .filter((linha): linha is Dado => Boolean(linha))
      .map(([rotulo, valor], indice) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one account stand in one order
        <div key={indice}>
          <dt>{rotulo}</dt>
          <dd>{valor}</dd>
        </div>
      ))}
  </dl>
)

/** The actions, each only where the server would accept it. */
function Acoes({ conta }: { conta: Historia }) {
  const editavel = conta.valor_pago === 0 && conta.negociacao_id === null
  return (
    <div className="historia-acoes flex rigid wrap gap-8">
      {editavel && <Button onClick={() => void cancelarConta(conta)}>Cancelar conta</Button>}
      {editavel && <Button onClick={() => void editarConta(conta)}>Editar</Button>}
      <Button variant="contained" onClick={() => void pagar(conta)}>
        Registrar pagamento
      </Button>
    </div>
  )
}
