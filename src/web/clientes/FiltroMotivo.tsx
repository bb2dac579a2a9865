import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import FilterListOutlined from '@mui/icons-material/FilterListOutlined'
import { type ComponentType, type MouseEvent, type ReactNode, useState } from 'react'
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

const trazerExportar = () => import('./MenuExportar.tsx').then((vindo) => vindo.MenuExportar)
const trazerMotivo = () => import('./MenuMotivo.tsx').then((vindo) => vindo.MenuMotivo)

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
  const { aberto, abrir, fechar } = useMenuQueVem(trazerMotivo)
  return (
    <>
      <button
        type="button"
        className={motivo ? 'botao-icone em-uso' : 'botao-icone'}
        aria-label={motivo ? `Filtro: ${motivoFila[motivo].rotulo}. Mudar` : 'Filtrar por motivo'}
        aria-haspopup="menu"
        aria-expanded={Boolean(aberto)}
        onClick={abrir}
      >
        <FilterListOutlined />
      </button>
      <ExportarFila {...filtro} />
      {aberto && <aberto.Menu {...filtro} ancora={aberto.ancora} aoFechar={fechar} />}
    </>
  )
}

/** A menu whose code comes when it is first opened; one that does not come is told, and the desk stays. */
function useMenuQueVem<P>(trazer: () => Promise<ComponentType<P>>) {
  const [aberto, setAberto] = useState<{ Menu: ComponentType<P>; ancora: HTMLElement }>()
  const abrir = ({ currentTarget: ancora }: MouseEvent<HTMLElement>) =>
    void trazer().then(
      (Menu) => setAberto({ Menu, ancora }),
      () => avisar('O menu não abriu: a conexão pode ter caído. Tente de novo.'),
    )
  return { aberto, abrir, fechar: () => setAberto(undefined) }
}

/** All that waits, as a spreadsheet; the first of it on paper, since the desk draws no more than is on view. */
function ExportarFila({ aoExportar, aoLer }: Pick<FiltroMotivoProps, 'aoExportar' | 'aoLer'>) {
  const { aberto, abrir, fechar } = useMenuQueVem(trazerExportar)
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
          aria-expanded={Boolean(aberto)}
          aria-busy={ocupado}
          disabled={ocupado}
          onClick={abrir}
        >
          <DownloadOutlined />
        </button>
      </Dica>
      {aberto && (
        <aberto.Menu ancora={aberto.ancora} aoFechar={fechar} aoBaixar={planilha.comecar} aoImprimir={papel.comecar} />
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
