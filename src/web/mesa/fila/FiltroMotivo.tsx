import { type ReactNode, useState } from 'react'
import type { Cliente } from '#contract/clientes.ts'
import { MOTIVOS_FILA } from '#domain/cliente.ts'
import { fraseDe } from '#web/api/erro.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { useBaixando } from '#web/ui/baixarArquivo.ts'
import { numero } from '#web/ui/formatos.ts'
import { DownloadOutlined } from '#web/ui/icons/DownloadOutlined.tsx'
import { FilterListOutlined } from '#web/ui/icons/FilterListOutlined.tsx'
import { Menu, MenuDivider, MenuItem } from '#web/ui/Menu.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { motivoFila } from '#web/ui/StatusChip.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import '#web/ui/filter-button.css'

const FilaNoPapel = onDemand(() => import('./FilaNoPapel.tsx'), 'FilaNoPapel')

export type Motivo = NonNullable<Cliente['aguardando_motivo']>
/** In the order of the queue: broken agreements first, then broken promises. */
const MOTIVOS = [...new Set<Motivo>(['acordo_quebrado', 'promessa_quebrada', ...MOTIVOS_FILA])]
export interface FiltroMotivoProps {
  motivo: Motivo | undefined
  contagem: Record<Motivo, number> | undefined
  aoMudar: (motivo: Motivo | undefined) => void
  /** Only those whose 24-hour window closes within two hours, whatever the reason. */
  janela: boolean
  aoMudarJanela: (janela: boolean) => void
  /** All that the filters find, as a spreadsheet. */
  aoExportar: () => Promise<void>
  /** The first of them, in order, for printing. */
  aoLer: () => Promise<Cliente[]>
}
const JANELA_FECHANDO = 'Janela fecha em 2 h'
const EXPORTAR = 'Exportar a fila'
/** Of one reason, or of all; nothing while it could not be counted. */
const quantos = (contagem: FiltroMotivoProps['contagem'], motivo?: Motivo) =>
  contagem && numero((motivo ? [motivo] : MOTIVOS).reduce((soma, um) => soma + contagem[um], 0))

/** Reasons to wait with their counts, behind a button beside the search. */
export function FiltroMotivo(filtro: FiltroMotivoProps) {
  const { motivo, contagem, aoMudar, janela, aoMudarJanela } = filtro
  const funil = (
    <IconButton
      className={motivo ? 'em-uso' : ''}
      aria-label={motivo ? `Filtro: ${motivoFila[motivo].rotulo}. Mudar` : 'Filtrar por motivo'}
    >
      <FilterListOutlined />
    </IconButton>
  )
  return (
    <>
      <Menu trigger={funil} rotulo="Motivos">
        <MenuItem selected={!motivo} fim={quantos(contagem)} onClick={() => aoMudar(undefined)}>
          Todos os motivos
        </MenuItem>
        {MOTIVOS.map((um) => (
          <MenuItem key={um} selected={um === motivo} fim={quantos(contagem, um)} onClick={() => aoMudar(um)}>
            {motivoFila[um].rotulo}
          </MenuItem>
        ))}
        <MenuDivider />
        <MenuItem selected={janela} onClick={() => aoMudarJanela(!janela)}>
          {JANELA_FECHANDO}
        </MenuItem>
      </Menu>
      <ExportarFila {...filtro} />
    </>
  )
}

/** The whole queue as a spreadsheet, or its first rows on paper: the desk itself draws only the rows on view. */
function ExportarFila({ aoExportar, aoLer }: Pick<FiltroMotivoProps, 'aoExportar' | 'aoLer'>) {
  const [noPapel, setNoPapel] = useState<Cliente[]>()
  const planilha = useBaixando(aoExportar)
  const papel = useBaixando(() => aoLer().then(setNoPapel, (erro) => avisar(fraseDe(erro))))
  const levar = (
    <IconButton aria-label={EXPORTAR} loading={planilha.loading || papel.loading}>
      <DownloadOutlined />
    </IconButton>
  )
  return (
    <>
      <Tooltip texto={EXPORTAR}>
        <Menu trigger={levar} rotulo={EXPORTAR}>
          <MenuItem onClick={planilha.comecar}>Baixar planilha (CSV)</MenuItem>
          <MenuItem onClick={papel.comecar}>Imprimir</MenuItem>
        </Menu>
      </Tooltip>
      {noPapel && <FilaNoPapel clientes={noPapel} aoFechar={() => setNoPapel(undefined)} />}
    </>
  )
}

/** The same as a row of chips, where a thumb reaches them. */
export function ChipsMotivo(filtro: FiltroMotivoProps) {
  const { motivo, contagem, aoMudar, janela, aoMudarJanela } = filtro
  const opcoes = [undefined, ...MOTIVOS.filter((um) => um === motivo || contagem?.[um])]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would lay out its row in its own way
    <div role="group" aria-label="Filtrar a fila" className="fila-fichas flex gap-8">
      {opcoes.map((um) => (
        <Ficha key={um ?? 'todos'} ativa={um === motivo} aoTocar={() => aoMudar(um)}>
          {um ? motivoFila[um].rotulo : 'Todos'} {quantos(contagem, um)}
        </Ficha>
      ))}
      <Ficha ativa={janela} aoTocar={() => aoMudarJanela(!janela)}>
        {JANELA_FECHANDO}
      </Ficha>
      <ExportarFila {...filtro} />
    </div>
  )
}

const Ficha = ({ ativa, aoTocar, children }: { ativa: boolean; aoTocar: () => void; children: ReactNode }) => (
  <Button variant="outlined" className={ativa ? 'filtro em-uso' : 'filtro'} aria-pressed={ativa} onClick={aoTocar}>
    {/* One child: a button puts a gap between several. */}
    <span>{children}</span>
  </Button>
)
