import { useEffect, useLayoutEffect, useRef } from 'react'
import { nomeDoModelo } from '#web/mensagens/palavras.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Switch } from '#web/ui/Choice.tsx'
import { numero, passoCurto, plural } from '#web/ui/formatos.ts'
import { AddOutlined } from '#web/ui/icons/AddOutlined.tsx'
import { ScienceOutlined } from '#web/ui/icons/ScienceOutlined.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useMedia } from '#web/ui/useMedia.ts'
import { EditorPasso } from './EditorPasso.tsx'
import type { Previsao } from './previsao.ts'
import { emPalavras, type Passo } from './tipos.ts'

interface Props {
  /** In the order of their days. */
  passos: Passo[]
  escolhido: number | undefined
  /** How often the draft began anew: the open step's fields do then too. */
  vez: number
  previsao: Previsao | undefined
  semPrevisao: boolean
  simulando: boolean
  aoEscolher: (id: number | undefined) => void
  aoMudar: (id: number, parte: Partial<Passo>) => void
  aoRemover: (id: number) => void
  aoCriar: () => void
  aoSimular: () => void
}

/** The cadence as a line: the due day is its filled point, the cards hang below, the chosen one opens its editor. */
export function LinhaDaRegua(props: Props) {
  const { passos, escolhido, simulando, aoCriar, aoSimular } = props
  const emPe = useMedia('(max-width: 899.95px)')
  const passo = passos.find(({ id }) => id === escolhido)
  return (
    <Card aria-label="Passos em relação ao vencimento" className="regua">
      <div className="regua-linha">
        <div className="regua-topo row wrap gap-12">
          <div className="regua-titulo">
            <h2 className="titulo">Passos em relação ao vencimento</h2>
            <p className="regua-nota menor cinza">
              No máximo uma mensagem por cliente ao dia, pelo passo mais recente que falta.
            </p>
          </div>
          <Button startIcon={<ScienceOutlined />} loading={simulando} onClick={aoSimular}>
            Simular hoje
          </Button>
          <Button variant="outlined" startIcon={<AddOutlined />} onClick={aoCriar}>
            Novo passo
          </Button>
        </div>
        {passos.length === 0 ? (
          <p className="regua-vazia">A régua está vazia: nenhuma cobrança sai sozinha. Inclua o primeiro passo.</p>
        ) : (
          <Passos key={emPe ? 'em pé' : 'deitada'} {...props} emPe={emPe} />
        )}
      </div>
      {passo && !emPe && <EditorDe {...props} passo={passo} />}
    </Card>
  )
}

const EditorDe = ({ passos, passo, vez, aoMudar, aoRemover }: Props & { passo: Passo }) => (
  <div className="regua-editor">
    <EditorPasso
      key={`${passo.id} ${vez}`}
      passo={passo}
      ocupados={passos.filter(({ id }) => id !== passo.id).map(({ dias }) => dias)}
      aoMudar={(parte) => aoMudar(passo.id, parte)}
      aoRemover={() => {
        focarVizinho(passos, passo)
        aoRemover(passo.id)
      }}
    />
  </div>
)

/** Before its step goes: else a key held down on “Remover passo” would go on to press “Simular hoje”. */
function focarVizinho(passos: Passo[], passo: Passo) {
  const i = passos.indexOf(passo)
  const vizinho = passos[i + 1] ?? passos[i - 1]
  document.querySelector<HTMLElement>(`[data-passo="${vizinho?.id}"] button`)?.focus()
}

const emDias = (n: number) => plural(n, 'dia', 'dias')

/**
 * Horizontal: a column for each step, with the days since the one before on the line. Vertical, on a narrow screen: the
 * line runs down the left, and the editor opens under its card.
 */
function Passos(props: Props & { emPe: boolean }) {
  const { passos, escolhido, emPe } = props
  const lista = useRef<HTMLOListElement>(null)
  useTrocasSuaves(lista, passos)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open one is kept in view
  useEffect(() => {
    lista.current?.querySelector('[data-aberto]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [escolhido])
  return (
    <div className={emPe ? 'regua-em-pe' : 'regua-deitada'}>
      <ol ref={lista} style={{ '--passos': passos.length } as React.CSSProperties}>
        {passos.map((passo, i) => {
          const antes = passos[i - 1]
          const aberto = passo.id === escolhido
          return (
            <li
              key={passo.id}
              data-passo={passo.id}
              data-quando={passo.dias < 0 ? 'antes' : passo.dias === 0 ? 'no dia' : 'depois'}
              data-desligado={!passo.ativo || undefined}
              data-aberto={aberto || undefined}
            >
              <div aria-hidden className="regua-traco">
                {antes && <span className="regua-distancia cinza nowrap">{emDias(passo.dias - antes.dias)}</span>}
                <span className="regua-ponto" />
              </div>
              <Cartao {...props} passo={passo} />
              {aberto && emPe && <EditorDe {...props} passo={passo} />}
            </li>
          )
        })}
      </ol>
    </div>
  )
}

function Cartao({ passo, escolhido, previsao, semPrevisao, aoEscolher, aoMudar }: Props & { passo: Passo }) {
  const aberto = passo.id === escolhido
  const nome = passoCurto(passo.dias)
  return (
    <div className="regua-cartao">
      <button
        type="button"
        aria-pressed={aberto}
        aria-label={`Passo ${nome}, ${nomeDoModelo(passo.tipo)}`}
        onClick={() => aoEscolher(aberto ? undefined : passo.id)}
      />
      <Switch
        className="regua-liga"
        aria-label={`Ligar o passo ${nome}`}
        checked={passo.ativo}
        onChange={({ target }) => aoMudar(passo.id, { ativo: target.checked })}
      />
      <div className="regua-dias">{nome}</div>
      <div className="regua-nota menor cinza">{emPalavras(passo.dias)}</div>
      <div className="regua-tipo">{nomeDoModelo(passo.tipo)}</div>
      <div className="regua-nota menor cinza">
        {!passo.ativo ? (
          'desligado'
        ) : previsao ? (
          <>
            <b>{numero(previsao.por_passo[passo.dias] ?? 0)}</b> em 30 dias
          </>
        ) : semPrevisao ? (
          '—'
        ) : (
          <Skeleton largura={88} />
        )}
      </div>
    </div>
  )
}

/** Steps that change places slide there instead of jumping. */
function useTrocasSuaves(lista: React.RefObject<HTMLElement | null>, passos: Passo[]) {
  const lugares = useRef(new Map<string, { x: number; y: number }>())
  const ordem = passos.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what moves them is their order
  useLayoutEffect(() => {
    const calmo = matchMedia('(prefers-reduced-motion: reduce)').matches
    for (const item of lista.current?.querySelectorAll<HTMLElement>('[data-passo]') ?? []) {
      const id = item.dataset.passo ?? ''
      const antes = lugares.current.get(id)
      const agora = { x: item.offsetLeft, y: item.offsetTop }
      if (antes && !calmo && (antes.x !== agora.x || antes.y !== agora.y)) {
        item.animate(
          [{ transform: `translate(${antes.x - agora.x}px, ${antes.y - agora.y}px)` }, { transform: 'none' }],
          { duration: 200, easing: 'cubic-bezier(.2,0,0,1)' },
        )
      }
      lugares.current.set(id, agora)
    }
  }, [ordem])
}
