import ArrowBackOutlined from '@mui/icons-material/ArrowBackOutlined'
import ChatOutlined from '@mui/icons-material/ChatOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import type { ClienteDetalhado } from '#contract/clientes.ts'
import { ListaContas } from '#web/contas-receber/ListaContas.tsx'
import { somar } from '#web/contas-receber/palavras.ts'
import { emAberto, type Selecao } from '#web/contas-receber/useSelecao.ts'
import { ListaAcordos } from '#web/negociacoes/ListaAcordos.tsx'
import { cor, tons } from '#web/theme.ts'
import { Abas } from '#web/ui/Abas.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { dinheiro, documentoComNome, plural } from '#web/ui/formatos.ts'
import { useMudarFiltros } from '#web/ui/useFiltros.ts'
import { DadosCliente } from './DadosCliente.tsx'
import { DecisaoCard } from './DecisaoCard.tsx'
import { editarContato } from './dialogos.tsx'
import { Historico } from './Historico.tsx'
import { RodapeContas } from './RodapeContas.tsx'

type Aba = 'contas' | 'acordos' | 'historico' | 'dados'
interface Props {
  cliente: ClienteDetalhado | undefined
  paineis: number
  selecao: Selecao
}

/** What a customer owes and why they were billed; scrolls between a head and a footer that never move. */
export function PainelCliente({ cliente, paineis, selecao }: Props) {
  const [aba, setAba] = useState<Aba>('contas')
  if (!cliente) return <Esqueleto />
  return (
    <>
      {paineis < 3 && <CabecaEstreita cliente={cliente} />}
      <Total cliente={cliente} />
      <Abas
        rotulo="Sobre o cliente"
        painel="aba-conteudo"
        atual={aba}
        aoMudar={setAba}
        abas={[
          { valor: 'contas', rotulo: 'Contas', total: cliente.contas.filter(emAberto).length },
          { valor: 'acordos', rotulo: 'Acordos', total: cliente.negociacao ? 1 : 0 },
          { valor: 'historico', rotulo: 'Histórico' },
          { valor: 'dados', rotulo: 'Dados' },
        ]}
      />
      <Box
        role="tabpanel"
        id="aba-conteudo"
        aria-labelledby={`aba-conteudo-${aba}`}
        sx={{ flex: 1, minHeight: 0, overflowY: 'auto' }}
      >
        {aba === 'contas' && (
          <>
            <ListaContas contas={cliente.contas} selecao={selecao} />
            <DecisaoCard decisao={cliente.decisao} />
          </>
        )}
        {aba === 'acordos' && <ListaAcordos clienteId={cliente.id} />}
        {aba === 'historico' && <Historico logs={cliente.historico} />}
        {aba === 'dados' && <DadosCliente cliente={cliente} aoEditar={() => void editarContato(cliente)} />}
      </Box>
      <RodapeContas cliente={cliente} selecao={selecao} estreito={paineis === 1} />
    </>
  )
}

function CabecaEstreita({ cliente }: { cliente: ClienteDetalhado }) {
  const mudar = useMudarFiltros()
  const conversar = () => mudar({ painel: undefined }, { empurrar: true })
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        minHeight: 56,
        px: 2,
        flexShrink: 0,
        borderBottom: `1px solid ${cor.divider}`,
      }}
    >
      <IconButton aria-label="Voltar à conversa" onClick={conversar}>
        <ArrowBackOutlined />
      </IconButton>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box
          component="h2"
          sx={{
            m: 0,
            fontSize: 16,
            lineHeight: '24px',
            fontWeight: 600,
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {cliente.nome}
        </Box>
        <Box sx={{ fontSize: 13, lineHeight: '18px', color: 'text.secondary' }}>
          {documentoComNome(cliente.documento)}
        </Box>
      </Box>
      <IconButton aria-label="Abrir conversa" onClick={conversar}>
        <ChatOutlined />
      </IconButton>
    </Box>
  )
}

function Total({ cliente }: { cliente: ClienteDetalhado }) {
  const abertas = cliente.contas.filter(emAberto)
  const vencidas = abertas.filter((conta) => conta.status === 'vencida')
  const total = somar(abertas.map((conta) => conta.valor_atualizado))
  const vencido = somar(vencidas.map((conta) => conta.valor_atualizado))
  return (
    <Box sx={{ px: 5, pt: 4, pb: 2, flexShrink: 0 }}>
      <Box sx={{ fontSize: 13, lineHeight: '18px', color: 'text.secondary' }}>Em aberto hoje, com encargos</Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
        <Box
          sx={{
            fontSize: 24,
            lineHeight: '32px',
            fontWeight: 500,
            letterSpacing: '-.4px',
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          {dinheiro(total)}
        </Box>
        {vencidas.length > 0 && vencido < total && <Chip tom="error">{dinheiro(vencido)} em atraso</Chip>}
      </Box>
      {vencidas.length > 0 && vencido === total && (
        <Box sx={{ fontSize: 13, lineHeight: '18px', fontWeight: 500, color: tons.error.texto }}>
          tudo em atraso, o mais antigo há {plural(cliente.dias_atraso, 'dia', 'dias')}
        </Box>
      )}
    </Box>
  )
}

const Esqueleto = () => (
  <Box aria-hidden sx={{ p: 5, display: 'grid', gap: 3 }}>
    <Skeleton width={160} />
    <Skeleton width={140} height={36} />
    <Skeleton variant="rounded" height={56} />
    <Skeleton variant="rounded" height={56} />
    <Skeleton variant="rounded" height={56} />
  </Box>
)
