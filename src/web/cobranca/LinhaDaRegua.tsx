import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useLayoutEffect, useRef } from 'react'
import { cor } from '#web/theme.ts'
import { numero, passoCurto } from '#web/ui/formatos.ts'
import { AddOutlined } from '#web/ui/icons/AddOutlined.tsx'
import { ScienceOutlined } from '#web/ui/icons/ScienceOutlined.tsx'
import { useMedia } from '#web/ui/useMedia.ts'
import { EditorPasso } from './EditorPasso.tsx'
import type { Previsao } from './GraficoPrevisao.tsx'
import { emPalavras, NOME_DO_TIPO, type Passo } from './tipos.ts'

interface Props {
  /** In the order of their days. */
  passos: Passo[]
  escolhido: number | undefined
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
    <Card component="section" aria-label="Passos em relação ao vencimento" sx={{ containerType: 'inline-size' }}>
      <Box sx={{ p: 5, pb: passo && !emPe ? 3 : 5 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center', mb: 2 }}>
          <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
            <Typography variant="h2">Passos em relação ao vencimento</Typography>
            <Typography sx={{ fontSize: 13, lineHeight: '18px', color: 'text.secondary' }}>
              No máximo uma mensagem por cliente ao dia, pelo passo mais recente que falta.
            </Typography>
          </Box>
          <Button startIcon={<ScienceOutlined />} loading={simulando} loadingPosition="start" onClick={aoSimular}>
            Simular hoje
          </Button>
          <Button variant="outlined" startIcon={<AddOutlined />} onClick={aoCriar}>
            Novo passo
          </Button>
        </Box>
        {passos.length === 0 ? (
          <Typography sx={{ color: 'text.secondary', py: 6, textAlign: 'center' }}>
            A régua está vazia: nenhuma cobrança sai sozinha. Inclua o primeiro passo.
          </Typography>
        ) : emPe ? (
          <Lista {...props} />
        ) : (
          <Trilho {...props} />
        )}
      </Box>
      {passo && !emPe && (
        <Box sx={{ px: 5, py: 4, borderTop: '1px solid var(--selected)', background: 'var(--primary-wash)' }}>
          <EditorDe {...props} passo={passo} />
        </Box>
      )}
    </Card>
  )
}

const EditorDe = ({ passos, passo, aoMudar, aoRemover }: Props & { passo: Passo }) => (
  <EditorPasso
    passo={passo}
    ocupados={passos.filter(({ id }) => id !== passo.id).map(({ dias }) => dias)}
    aoMudar={(parte) => aoMudar(passo.id, parte)}
    aoRemover={() => aoRemover(passo.id)}
  />
)

const LARGURA_MINIMA = 124
/** Lying: a column for each step, the distance to the one before written on the line. */
function Trilho(props: Props) {
  const { passos, escolhido } = props
  const trilho = useRef<HTMLOListElement>(null)
  useTrocasSuaves(trilho, passos)
  return (
    <Box
      sx={{
        overflowX: 'auto',
        mx: -5,
        px: 5,
        pb: escolhido === undefined ? 0 : '13px',
        mb: escolhido === undefined ? 0 : '-13px',
      }}
    >
      <Box
        component="ol"
        ref={trilho}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gridTemplateColumns: `repeat(${passos.length}, minmax(${LARGURA_MINIMA}px, 1fr))`,
        }}
      >
        {passos.map((passo, i) => {
          const antes = passos[i - 1]
          return (
            <Box
              component="li"
              key={passo.id}
              data-passo={passo.id}
              sx={{ position: 'relative', px: '6px', '&:first-of-type': { pl: 0 }, '&:last-of-type': { pr: 0 } }}
            >
              <Box aria-hidden sx={{ position: 'relative', height: 40 }}>
                <Fio cor={passo.dias <= 0 ? CINZA : PRETO} lado="esquerda" ponta={i === 0} />
                <Fio cor={passo.dias < 0 ? CINZA : PRETO} lado="direita" ponta={i === passos.length - 1} />
                {antes && <Distancia dias={passo.dias - antes.dias} />}
                <Ponto passo={passo} escolhido={passo.id === escolhido} />
              </Box>
              <Cartao {...props} passo={passo} />
              {passo.id === escolhido && <Bico />}
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}

/** Standing, on a narrow screen: the line runs down the left, and the editor opens under its card. */
function Lista(props: Props) {
  const { passos, escolhido } = props
  const lista = useRef<HTMLOListElement>(null)
  useTrocasSuaves(lista, passos)
  return (
    <Box component="ol" ref={lista} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {passos.map((passo, i) => {
        const antes = passos[i - 1]
        return (
          <Box
            component="li"
            key={passo.id}
            data-passo={passo.id}
            sx={{
              position: 'relative',
              pl: 10,
              pb: 3,
              '&::before': {
                content: '""',
                position: 'absolute',
                left: 11,
                top: 0,
                bottom: 0,
                width: 2,
                background: passo.dias < 0 ? CINZA : PRETO,
              },
            }}
          >
            {antes && (
              <Box aria-hidden sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary', pb: 2 }}>
                {emDias(passo.dias - antes.dias)}
              </Box>
            )}
            <Box sx={{ position: 'relative' }}>
              <Box aria-hidden sx={{ position: 'absolute', left: -40, top: 14, width: 24, height: 24 }}>
                <Ponto passo={passo} escolhido={passo.id === escolhido} />
              </Box>
              <Cartao {...props} passo={passo} />
            </Box>
            {passo.id === escolhido && (
              <Box sx={{ pt: 4 }}>
                <EditorDe {...props} passo={passo} />
              </Box>
            )}
          </Box>
        )
      })}
    </Box>
  )
}

const CINZA = 'var(--border-button)'
const PRETO = 'var(--text)'

const Fio = ({ cor: tinta, lado, ponta }: { cor: string; lado: 'esquerda' | 'direita'; ponta: boolean }) => (
  <Box
    sx={{
      position: 'absolute',
      top: 19,
      height: 2,
      background: tinta,
      ...(lado === 'esquerda'
        ? { left: ponta ? 0 : '-6px', right: '50%' }
        : { left: '50%', right: ponta ? 0 : '-6px' }),
    }}
  />
)

const emDias = (n: number) => `${n} ${n === 1 ? 'dia' : 'dias'}`
const Distancia = ({ dias }: { dias: number }) => (
  <Box
    sx={{
      position: 'absolute',
      left: '-6px',
      top: 10,
      transform: 'translateX(-50%)',
      zIndex: 1,
      height: 20,
      px: 2,
      border: `1px solid ${cor.divider}`,
      borderRadius: 10,
      background: 'var(--surface)',
      fontSize: 12,
      lineHeight: '18px',
      color: 'text.secondary',
      whiteSpace: 'nowrap',
    }}
  >
    {emDias(dias)}
  </Box>
)

function Ponto({ passo: { dias, ativo }, escolhido }: { passo: Passo; escolhido: boolean }) {
  const borda = escolhido ? 'var(--selected)' : dias < 0 || !ativo ? cor.borderControl : PRETO
  const cheio = dias === 0 || escolhido
  return (
    <Box
      sx={{
        position: 'absolute',
        left: 'calc(50% - 12px)',
        top: { xs: 0, md: 8 },
        width: 24,
        height: 24,
        borderRadius: '50%',
        border: `${cheio ? 8 : 2}px ${ativo ? 'solid' : 'dashed'} ${borda}`,
        ...(!ativo && { borderWidth: 2 }),
        background: 'var(--surface)',
      }}
    />
  )
}

const Bico = () => (
  <Box
    aria-hidden
    sx={{
      position: 'absolute',
      left: 'calc(50% - 7px)',
      bottom: '-20px',
      width: 14,
      height: 14,
      transform: 'rotate(45deg)',
      border: '1px solid var(--selected)',
      borderRight: 0,
      borderBottom: 0,
      background: 'var(--primary-wash)',
      zIndex: 1,
    }}
  />
)

function Cartao({ passo, escolhido, previsao, semPrevisao, aoEscolher, aoMudar }: Props & { passo: Passo }) {
  const aberto = passo.id === escolhido
  const nome = passoCurto(passo.dias)
  const apagado = passo.ativo ? {} : { color: 'text.secondary' }
  return (
    <Box
      sx={{
        position: 'relative',
        p: 3,
        minHeight: 112,
        borderRadius: '12px',
        border: `1px ${passo.ativo ? 'solid' : 'dashed'} ${passo.ativo ? cor.divider : cor.borderButton}`,
        background: aberto ? 'var(--primary-wash)' : passo.ativo ? 'var(--surface)' : 'var(--bg)',
        boxShadow: aberto ? '0 0 0 2px var(--selected)' : 'none',
        '&:hover': { borderColor: cor.borderButton },
      }}
    >
      <Box
        component="button"
        type="button"
        aria-pressed={aberto}
        aria-label={`Passo ${nome}, ${NOME_DO_TIPO[passo.tipo]}`}
        onClick={() => aoEscolher(aberto ? undefined : passo.id)}
        sx={{
          position: 'absolute',
          inset: 0,
          border: 0,
          borderRadius: '12px',
          background: 'none',
          cursor: 'pointer',
        }}
      />
      <Switch
        checked={passo.ativo}
        onChange={(_, ativo) => aoMudar(passo.id, { ativo })}
        slotProps={{ input: { 'aria-label': `Ligar o passo ${nome}` } }}
        size="small"
        sx={{ position: 'absolute', top: 11, right: 10 }}
      />
      <Box sx={{ fontSize: 16, lineHeight: '22px', fontWeight: 600, pointerEvents: 'none', ...apagado }}>{nome}</Box>
      <Box sx={{ fontSize: 13, lineHeight: '18px', color: 'text.secondary', pointerEvents: 'none' }}>
        {emPalavras(passo.dias)}
      </Box>
      <Box sx={{ fontWeight: 500, mt: 1, pointerEvents: 'none', ...apagado }}>{NOME_DO_TIPO[passo.tipo]}</Box>
      <Box sx={{ fontSize: 13, lineHeight: '18px', mt: 1, color: 'text.secondary', pointerEvents: 'none' }}>
        {!passo.ativo ? (
          'desligado'
        ) : previsao ? (
          <>
            <Box component="b" sx={{ fontWeight: 600, color: 'text.primary' }}>
              {numero(previsao.por_passo[passo.dias] ?? 0)}
            </Box>{' '}
            em 30 dias
          </>
        ) : semPrevisao ? (
          '—'
        ) : (
          <Skeleton width={88} />
        )}
      </Box>
    </Box>
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
