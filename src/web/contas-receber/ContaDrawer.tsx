import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { Resposta } from '#web/api/contrato.ts'
import { cor, tons } from '#web/theme.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { dia, diaEHora, dinheiro, percentual, plural } from '#web/ui/formatos.ts'
import { CloseOutlined } from '#web/ui/icons/CloseOutlined.tsx'
import { StatusChip, statusConta } from '#web/ui/StatusChip.tsx'
import { contaQuery } from './contas.api.ts'
import { cancelarConta, editarConta, pagar } from './dialogos.tsx'
import { ORIGENS } from './filtros.ts'
import { PagamentosDaConta } from './PagamentosDaConta.tsx'
import { abertoDe, nomeDaConta, quandoVence } from './palavras.ts'
import { emAberto } from './useSelecao.ts'

export type Historia = Resposta<'GET /api/operador/contas-receber/:id'>

/** One account's story beside the list: what it owes today and why, where it came from, payments, and what was done. */
export function ContaDrawer({ id, aoFechar }: { id: number; aoFechar: () => void }) {
  const { data: conta, error, refetch } = useQuery(contaQuery(id))
  const titulo = useId()
  return (
    <Drawer
      anchor="right"
      open
      onClose={aoFechar}
      slotProps={{
        paper: { role: 'dialog', 'aria-labelledby': titulo, sx: { width: { xs: '100%', sm: 520 } } },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 3,
          flexShrink: 0,
          px: 5,
          minHeight: 64,
          borderBottom: `1px solid ${cor.divider}`,
        }}
      >
        <Box
          component="h2"
          id={titulo}
          sx={{ m: 0, fontSize: 18, lineHeight: '26px', fontWeight: 600, overflowWrap: 'anywhere' }}
        >
          {conta ? nomeDaConta(conta) : 'Conta'}
        </Box>
        {conta && <StatusChip de={statusConta[conta.status]} />}
        <IconButton aria-label="Fechar" sx={{ ml: 'auto', mr: -2 }} onClick={aoFechar}>
          <CloseOutlined />
        </IconButton>
      </Box>
      <Box sx={{ flex: 1, overflowY: 'auto', overscrollBehavior: 'contain' }} tabIndex={-1}>
        {error && !conta ? (
          <ErrorState titulo="Não foi possível abrir a conta" erro={error} aoTentar={() => void refetch()} />
        ) : conta ? (
          <Conteudo conta={conta} />
        ) : (
          <Esqueleto />
        )}
      </Box>
      {conta && emAberto(conta) && <Acoes conta={conta} />}
    </Drawer>
  )
}

const Esqueleto = () => (
  <Box sx={{ p: 5, display: 'grid', gap: 4 }}>
    <Skeleton variant="rounded" height={72} />
    <Skeleton variant="rounded" height={160} />
    <Skeleton variant="rounded" height={120} />
  </Box>
)

function Conteudo({ conta }: { conta: Historia }) {
  return (
    <>
      <Box sx={{ px: 5, py: 4 }}>
        <Box sx={{ fontSize: 13, lineHeight: '18px', fontWeight: 500, color: 'text.secondary' }}>
          {emAberto(conta) ? 'Devido hoje, com encargos' : 'Valor'}
        </Box>
        <Box sx={{ fontSize: 24, lineHeight: '32px', fontWeight: 500, fontVariantNumeric: 'tabular-nums' }}>
          {dinheiro(emAberto(conta) ? conta.valor_atualizado : conta.valor)}
        </Box>
        <Box sx={{ color: conta.dias_atraso > 0 ? tons.error.texto : 'text.secondary' }}>
          {quandoVence(conta)}
          {conta.dias_atraso > 0 && ' de atraso'}
        </Box>
        {conta.motivo_cancelamento && (
          <Box sx={{ mt: 1, color: 'text.secondary' }}>Motivo do cancelamento: {conta.motivo_cancelamento}</Box>
        )}
        <ButtonLink to="/operador/clientes" search={{ cliente: String(conta.cliente.id) }} className="conta-cliente">
          {conta.cliente.nome}
        </ButtonLink>
      </Box>
      {emAberto(conta) && (
        <Secao titulo="Encargos até hoje">
          <Encargos conta={conta} />
        </Secao>
      )}
      <Secao titulo="De onde veio">
        <Origem conta={conta} />
      </Secao>
      {conta.negociacao_id !== null && (
        <Secao titulo="Acordo">
          <Acordo conta={conta} id={conta.negociacao_id} />
        </Secao>
      )}
      <Secao titulo="Pagamentos">
        <PagamentosDaConta conta={conta} />
      </Secao>
      <Secao titulo="O que foi feito">
        <Registros conta={conta} />
      </Secao>
    </>
  )
}

function Secao({ titulo, children }: { titulo: string; children: ReactNode }) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ px: 5, py: 4, borderTop: `1px solid ${cor.divider}` }}>
      <Box component="h3" id={id} sx={{ m: 0, mb: 2, fontSize: 14, lineHeight: '20px', fontWeight: 600 }}>
        {titulo}
      </Box>
      {children}
    </Box>
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
      ['Origem', ORIGENS.find(({ valor }) => valor === conta.origem)?.rotulo],
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
        <Box key="chave" component="span" sx={{ fontSize: 12, overflowWrap: 'anywhere' }}>
          {conta.chave_nfe.replace(/(.{4})(?=.)/g, '$1 ')}
        </Box>,
      ],
      conta.nota_cancelada && ['Nota', 'cancelada na SEFAZ'],
    ]}
  />
)

function Acordo({ conta, id }: { conta: Historia; id: number }) {
  return (
    <Box sx={{ color: 'text.secondary' }}>
      {conta.origem === 'negociacao'
        ? `Esta conta é uma parcela do acordo ${id}. `
        : `Esta conta foi trocada pelas parcelas do acordo ${id}. `}
      <ButtonLink
        size="small"
        to="/operador/clientes"
        search={{ cliente: String(conta.cliente.id) }}
        className="conta-acordo"
      >
        Ver o acordo com o cliente
      </ButtonLink>
    </Box>
  )
}

function Registros({ conta }: { conta: Historia }) {
  if (conta.historico.length === 0)
    return <Box sx={{ color: 'text.secondary' }}>Nada foi mudado desde que a conta entrou.</Box>
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}>
      {conta.historico.map((log) => (
        <Box component="li" key={log.id} sx={{ overflowWrap: 'anywhere' }}>
          {log.descricao}
          <Detalhe>
            {diaEHora(log.created_at)}
            {log.usuario ? `, por ${log.usuario.name}` : ', pelo sistema'}
          </Detalhe>
        </Box>
      ))}
    </Box>
  )
}

const Detalhe = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ display: 'block', fontSize: 12, lineHeight: '16px', color: cor.text3 }}>
    {children}
  </Box>
)

type Dado = readonly [ReactNode, ReactNode]

const Dados = ({ linhas }: { linhas: (Dado | false | null)[] }) => (
  <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5 }}>
    {linhas
      .filter((linha): linha is Dado => Boolean(linha))
      .map(([rotulo, valor], indice) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one account stand in one order
        <Box key={indice} sx={{ display: 'flex', justifyContent: 'space-between', gap: 4 }}>
          <Box component="dt" sx={{ color: 'text.secondary', flexShrink: 0 }}>
            {rotulo}
          </Box>
          <Box component="dd" sx={{ m: 0, textAlign: 'right', minWidth: 0, fontVariantNumeric: 'tabular-nums' }}>
            {valor}
          </Box>
        </Box>
      ))}
  </Box>
)

/** What may be done, each thing only where the server would accept it. */
function Acoes({ conta }: { conta: Historia }) {
  const editavel = conta.valor_pago === 0 && conta.negociacao_id === null
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        px: 5,
        py: 3,
        flexShrink: 0,
        borderTop: `1px solid ${cor.divider}`,
      }}
    >
      {editavel && <Button onClick={() => void cancelarConta(conta)}>Cancelar conta</Button>}
      {editavel && <Button onClick={() => void editarConta(conta)}>Editar</Button>}
      <Button variant="contained" sx={{ ml: 'auto' }} onClick={() => void pagar(conta)}>
        Registrar pagamento
      </Button>
    </Box>
  )
}
