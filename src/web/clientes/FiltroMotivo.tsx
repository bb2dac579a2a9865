import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import FilterListOutlined from '@mui/icons-material/FilterListOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type ReactNode, useState } from 'react'
import type { Cliente } from '#contract/clientes.ts'
import { cor } from '#web/theme.ts'
import { FILTRO_ATIVO } from '#web/ui/BotaoFiltro.tsx'
import { useBaixando } from '#web/ui/baixarArquivo.ts'
import { Dica } from '#web/ui/Dica.tsx'
import { numero } from '#web/ui/formatos.ts'
import { motivoFila } from '#web/ui/StatusChip.tsx'

export type Motivo = NonNullable<Cliente['aguardando_motivo']>
/** In the order of the queue: broken agreements first. */
export const MOTIVOS: readonly Motivo[] = [
  'acordo_quebrado',
  'respondeu',
  'sem_resposta',
  'contato_invalido',
  'nao_aceita_mensagens',
  'sem_operador',
]
interface Props {
  motivo: Motivo | undefined
  contagem: Record<Motivo, number> | undefined
  aoMudar: (motivo: Motivo | undefined) => void
  /** Only those whose 24-hour window closes within two hours, whatever the reason. */
  janela: boolean
  aoMudarJanela: (janela: boolean) => void
  /** All that the filters find, as a spreadsheet. */
  aoExportar: () => Promise<void>
}
const JANELA_FECHANDO = 'Janela fecha em 2 h'
const BAIXAR = 'Baixar a fila em planilha (CSV)'
const somar = (contagem: Props['contagem']) => MOTIVOS.reduce((soma, motivo) => soma + (contagem?.[motivo] ?? 0), 0)

/** Reasons to wait with their counts, behind a button beside the search. */
export function FiltroMotivo({ motivo, contagem, aoMudar, janela, aoMudarJanela, aoExportar }: Props) {
  const [ancora, setAncora] = useState<HTMLElement | null>(null)
  const escolher = (novo: Motivo | undefined) => {
    setAncora(null)
    aoMudar(novo)
  }
  return (
    <>
      <IconButton
        aria-label={motivo ? `Filtro: ${motivoFila[motivo].rotulo}. Mudar` : 'Filtrar por motivo'}
        aria-haspopup="menu"
        aria-expanded={Boolean(ancora)}
        onClick={(evento) => setAncora(evento.currentTarget)}
        sx={{ width: 36, height: 36, border: `1px solid ${cor.borderButton}`, ...(motivo && FILTRO_ATIVO) }}
      >
        <FilterListOutlined sx={{ fontSize: 20 }} />
      </IconButton>
      <Dica dica={BAIXAR}>
        <BaixarFila aoExportar={aoExportar} />
      </Dica>
      {ancora && (
        <Menu anchorEl={ancora} open onClose={() => setAncora(null)}>
          <Opcao
            rotulo="Todos os motivos"
            total={somar(contagem)}
            atual={!motivo}
            aoEscolher={() => escolher(undefined)}
          />
          {MOTIVOS.map((um) => (
            <Opcao
              key={um}
              rotulo={motivoFila[um].rotulo}
              total={contagem?.[um]}
              atual={um === motivo}
              aoEscolher={() => escolher(um)}
            />
          ))}
          <Divider component="li" />
          <Opcao
            rotulo={JANELA_FECHANDO}
            total={undefined}
            atual={janela}
            aoEscolher={() => {
              setAncora(null)
              aoMudarJanela(!janela)
            }}
          />
        </Menu>
      )}
    </>
  )
}

interface OpcaoProps {
  rotulo: string
  total: number | undefined
  atual: boolean
  aoEscolher: () => void
}
const Opcao = ({ rotulo, total, atual, aoEscolher, ...doMenu }: OpcaoProps) => (
  <MenuItem {...doMenu} selected={atual} onClick={aoEscolher} sx={{ gap: 6, justifyContent: 'space-between' }}>
    {rotulo}
    <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
      {total === undefined ? '' : numero(total)}
    </Box>
  </MenuItem>
)

function BaixarFila({ aoExportar }: Pick<Props, 'aoExportar'>) {
  const { loading, comecar } = useBaixando(aoExportar)
  return (
    <IconButton
      aria-label={BAIXAR}
      loading={loading}
      onClick={comecar}
      sx={{ flexShrink: 0, width: 36, height: 36, '@media (pointer: coarse)': { width: 44, height: 44 } }}
    >
      <DownloadOutlined sx={{ fontSize: 20 }} />
    </IconButton>
  )
}

/** The same as a row of chips, where a thumb reaches them. */
export function ChipsMotivo({ motivo, contagem, aoMudar, janela, aoMudarJanela, aoExportar }: Props) {
  const opcoes = [undefined, ...MOTIVOS.filter((um) => um === motivo || contagem?.[um])]
  return (
    <Box
      role="group"
      aria-label="Filtrar a fila"
      sx={{ display: 'flex', gap: 2, overflowX: 'auto', mx: -4, px: 4, py: 0.5, scrollbarWidth: 'none' }}
    >
      {opcoes.map((um) => (
        <Ficha key={um ?? 'todos'} ativa={um === motivo} aoTocar={() => aoMudar(um)}>
          {um ? motivoFila[um].rotulo : 'Todos'} {contagem && numero(um ? contagem[um] : somar(contagem))}
        </Ficha>
      ))}
      <Ficha ativa={janela} aoTocar={() => aoMudarJanela(!janela)}>
        {JANELA_FECHANDO}
      </Ficha>
      <BaixarFila aoExportar={aoExportar} />
    </Box>
  )
}

const Ficha = ({ ativa, aoTocar, children }: { ativa: boolean; aoTocar: () => void; children: ReactNode }) => (
  <Button
    variant="outlined"
    aria-pressed={ativa}
    onClick={aoTocar}
    sx={{
      flexShrink: 0,
      borderRadius: '22px',
      '@media (pointer: coarse)': { minHeight: 44 },
      ...(ativa && FILTRO_ATIVO),
    }}
  >
    {children}
  </Button>
)
