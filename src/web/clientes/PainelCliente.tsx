import ArrowBackOutlined from '@mui/icons-material/ArrowBackOutlined'
import ChatOutlined from '@mui/icons-material/ChatOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useState } from 'react'
import type { ClienteDetalhado } from '#contract/clientes.ts'
import { ListaContas } from '#web/contas-receber/ListaContas.tsx'
import { somar } from '#web/contas-receber/palavras.ts'
import { emAberto, type Selecao } from '#web/contas-receber/useSelecao.ts'
import { ListaAcordos } from '#web/negociacoes/ListaAcordos.tsx'
import { cor } from '#web/theme.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { dinheiro, documentoComNome, plural } from '#web/ui/formatos.ts'
import { useFiltros } from '#web/ui/useFiltros.ts'
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
      <Tabs
        value={aba}
        onChange={(_, nova: Aba) => setAba(nova)}
        aria-label="Sobre o cliente"
        sx={{
          flexShrink: 0,
          px: 5,
          minHeight: 44,
          borderBottom: `1px solid ${cor.divider}`,
        }}
      >
        <Tab
          value="contas"
          id="aba-contas"
          aria-controls="aba-conteudo"
          label={`Contas ${cliente.contas.filter(emAberto).length || ''}`}
        />
        <Tab value="acordos" id="aba-acordos" aria-controls="aba-conteudo" label="Acordos" />
        <Tab value="historico" id="aba-historico" aria-controls="aba-conteudo" label="Histórico" />
        <Tab value="dados" id="aba-dados" aria-controls="aba-conteudo" label="Dados" />
      </Tabs>
      <Box
        role="tabpanel"
        id="aba-conteudo"
        aria-labelledby={`aba-${aba}`}
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
      <RodapeContas cliente={cliente} selecao={selecao} />
    </>
  )
}

function CabecaEstreita({ cliente }: { cliente: ClienteDetalhado }) {
  const { mudar } = useFiltros()
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
        {vencidas.length > 0 && (
          <Chip tom="error">
            {vencido === total
              ? `tudo em atraso, ${plural(cliente.dias_atraso, 'dia', 'dias')}`
              : `${dinheiro(vencido)} em atraso`}
          </Chip>
        )}
      </Box>
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
