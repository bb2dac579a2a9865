import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import FilterListOutlined from '@mui/icons-material/FilterListOutlined'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Cliente } from '#contract/clientes.ts'
import { fraseDe } from '#web/api/erro.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { Botao } from '#web/ui/Botao.tsx'
import { useBaixando } from '#web/ui/baixarArquivo.ts'
import { Dica } from '#web/ui/Dica.tsx'
import { numero } from '#web/ui/formatos.ts'
import { motivoFila } from '#web/ui/StatusChip.tsx'
import { FilaNoPapel } from './FilaNoPapel.tsx'
import '#web/ui/filtro.css'

const MenuExportar = lazy(async () => ({ default: (await import('./MenuExportar.tsx')).MenuExportar }))
const MenuMotivo = lazy(async () => ({ default: (await import('./MenuMotivo.tsx')).MenuMotivo }))

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
export interface FiltroMotivoProps {
  motivo: Motivo | undefined
  contagem: Record<Motivo, number> | undefined
  aoMudar: (motivo: Motivo | undefined) => void
  /** Only those whose 24-hour window closes within two hours, whatever the reason. */
  janela: boolean
  aoMudarJanela: (janela: boolean) => void
  /** All that the filters find, as a spreadsheet. */
  aoExportar: () => Promise<void>
  /** The first of them, in order, for paper. */
  aoLer: () => Promise<Cliente[]>
}
export const JANELA_FECHANDO = 'Janela fecha em 2 h'
const EXPORTAR = 'Exportar a fila'
export const somar = (contagem: FiltroMotivoProps['contagem']) =>
  MOTIVOS.reduce((soma, motivo) => soma + (contagem?.[motivo] ?? 0), 0)

/** Reasons to wait with their counts, behind a button beside the search. */
export function FiltroMotivo(filtro: FiltroMotivoProps) {
  const { motivo } = filtro
  const [ancora, setAncora] = useState<HTMLElement | null>(null)
  return (
    <>
      <button
        type="button"
        className={motivo ? 'botao-icone em-uso' : 'botao-icone'}
        aria-label={motivo ? `Filtro: ${motivoFila[motivo].rotulo}. Mudar` : 'Filtrar por motivo'}
        aria-haspopup="menu"
        aria-expanded={Boolean(ancora)}
        onClick={(evento) => setAncora(evento.currentTarget)}
      >
        <FilterListOutlined />
      </button>
      <ExportarFila {...filtro} />
      {ancora && (
        <Suspense>
          <MenuMotivo {...filtro} ancora={ancora} aoFechar={() => setAncora(null)} />
        </Suspense>
      )}
    </>
  )
}

/** All that waits, as a spreadsheet; the first of it on paper, since the desk draws no more than is on view. */
function ExportarFila({ aoExportar, aoLer }: Pick<FiltroMotivoProps, 'aoExportar' | 'aoLer'>) {
  const [ancora, setAncora] = useState<HTMLElement | null>(null)
  const [noPapel, setNoPapel] = useState<Cliente[]>()
  const planilha = useBaixando(aoExportar)
  const papel = useBaixando(() => aoLer().then(setNoPapel, (erro) => avisar(fraseDe(erro))))
  const ocupado = planilha.loading || papel.loading
  return (
    <>
      <Dica dica={EXPORTAR}>
        <button
          type="button"
          className="botao-icone"
          aria-label={EXPORTAR}
          aria-haspopup="menu"
          aria-expanded={Boolean(ancora)}
          aria-busy={ocupado}
          disabled={ocupado}
          onClick={(evento) => setAncora(evento.currentTarget)}
        >
          <DownloadOutlined />
        </button>
      </Dica>
      {ancora && (
        <Suspense>
          <MenuExportar
            ancora={ancora}
            aoFechar={() => setAncora(null)}
            aoBaixar={planilha.comecar}
            aoImprimir={papel.comecar}
          />
        </Suspense>
      )}
      {noPapel && <FilaNoPapel clientes={noPapel} aoTerminar={() => setNoPapel(undefined)} />}
    </>
  )
}

/** The same as a row of chips, where a thumb reaches them. */
export function ChipsMotivo(filtro: FiltroMotivoProps) {
  const { motivo, contagem, aoMudar, janela, aoMudarJanela } = filtro
  const opcoes = [undefined, ...MOTIVOS.filter((um) => um === motivo || contagem?.[um])]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would lay out its row in its own way
    <div role="group" aria-label="Filtrar a fila" className="fila-fichas">
      {opcoes.map((um) => (
        <Ficha key={um ?? 'todos'} ativa={um === motivo} aoTocar={() => aoMudar(um)}>
          {um ? motivoFila[um].rotulo : 'Todos'} {contagem && numero(um ? contagem[um] : somar(contagem))}
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
  <Botao className={ativa ? 'contorno filtro em-uso' : 'contorno filtro'} aria-pressed={ativa} onClick={aoTocar}>
    {/* One text, not words with the gap of a button between them. */}
    <span>{children}</span>
  </Botao>
)
