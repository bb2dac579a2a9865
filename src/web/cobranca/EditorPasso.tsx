import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MensagemPreenchida } from '#web/modelos/MensagemPreenchida.tsx'
import { exemploQuery, modelosQuery } from '#web/modelos/modelos.api.ts'
import { cor, tons } from '#web/theme.ts'
import { Select, TextField } from '#web/ui/Field.tsx'
import { CheckOutlined } from '#web/ui/icons/CheckOutlined.tsx'
import { WarningAmberOutlined } from '#web/ui/icons/WarningAmberOutlined.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { NOME_DO_TIPO, type Passo } from './tipos.ts'

interface Props {
  passo: Passo
  ocupados: readonly number[]
  aoMudar: (parte: Partial<Passo>) => void
  aoRemover: () => void
}

/** When and with which text a step goes, and what a real customer would read. */
export function EditorPasso({ passo, ocupados, aoMudar, aoRemover }: Props) {
  const { mudar } = useFiltros()
  return (
    <Box
      role="group"
      aria-label="Passo escolhido"
      sx={{
        display: 'grid',
        gap: 5,
        alignItems: 'start',
        gridTemplateColumns: 'minmax(0, 1fr)',
        '@container (min-width: 520px)': {
          gridTemplateColumns: '232px minmax(0, 1fr)',
          '& > :nth-of-type(n + 3)': { gridColumn: '1 / -1' },
        },
        '@container (min-width: 760px)': {
          gridTemplateColumns: '232px 220px minmax(0, 1fr) auto',
          '& > :nth-of-type(n + 3)': { gridColumn: 'auto' },
        },
      }}
    >
      <Quando key={passo.id} passo={passo} ocupados={ocupados} aoMudar={aoMudar} />
      <QualModelo passo={passo} aoMudar={aoMudar} />
      <Previa passo={passo} />
      <Box
        sx={{
          display: 'flex',
          gap: 2,
          justifyContent: 'space-between',
          '@container (min-width: 760px)': { flexDirection: 'column', alignItems: 'flex-end', pt: '18px' },
        }}
      >
        <Button
          onClick={() => mudar({ aba: undefined, tipo: passo.tipo }, { empurrar: true })}
          sx={{ '&:hover': { background: 'var(--primary-soft)' } }}
        >
          Abrir modelo
        </Button>
        <Button sx={{ color: tons.error.texto, '&:hover': { background: tons.error.fundo } }} onClick={aoRemover}>
          Remover passo
        </Button>
      </Box>
    </Box>
  )
}

const MINIMO = -60
const MAXIMO = 365

function Quando({ passo, ocupados, aoMudar }: Omit<Props, 'aoRemover'>) {
  const [texto, setTexto] = useState(String(Math.abs(passo.dias)))
  const [antes, setAntes] = useState(passo.dias < 0)
  const [erro, setErro] = useState<string>()
  const tentar = (novoTexto: string, novoAntes: boolean) => {
    setTexto(novoTexto)
    setAntes(novoAntes)
    const problema = problemaDe(novoTexto, novoAntes, ocupados)
    setErro(problema)
    if (!problema) aoMudar({ dias: diasDe(novoTexto, novoAntes) })
  }
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '76px 1fr', gap: 2 }}>
      <TextField
        rotulo="Quando"
        value={texto}
        inputMode="numeric"
        maxLength={3}
        aria-invalid={Boolean(erro)}
        onChange={(evento) => tentar(evento.target.value.replace(/\D/g, ''), antes)}
      />
      <Select
        rotulo={'\u00A0'}
        nome="Antes ou depois do vencimento"
        valor={antes ? 'antes' : 'depois'}
        opcoes={[
          { valor: 'antes', rotulo: texto === '1' ? 'dia antes' : 'dias antes' },
          { valor: 'depois', rotulo: texto === '0' ? 'no vencimento' : texto === '1' ? 'dia depois' : 'dias depois' },
        ]}
        aoMudar={(valor) => tentar(texto, valor === 'antes')}
      />
      <Box
        role="status"
        sx={{
          gridColumn: '1 / -1',
          mt: '-20px',
          minHeight: 20,
          fontSize: 12,
          lineHeight: '16px',
          color: erro ? 'error.main' : 'text.secondary',
        }}
      >
        {erro ?? `até ${-MINIMO} antes e ${MAXIMO} depois`}
      </Box>
    </Box>
  )
}

const diasDe = (texto: string, antes: boolean) => (antes ? -Number(texto) : Number(texto)) || 0

function problemaDe(texto: string, antes: boolean, ocupados: readonly number[]): string | undefined {
  if (texto === '') return 'Informe quantos dias.'
  const dias = diasDe(texto, antes)
  if (dias < MINIMO || dias > MAXIMO) return `Use até ${-MINIMO} dias antes ou ${MAXIMO} depois.`
  return ocupados.includes(dias) ? 'Já há um passo nesse dia.' : undefined
}

function QualModelo({ passo, aoMudar }: Pick<Props, 'passo' | 'aoMudar'>) {
  const { data } = useQuery(modelosQuery)
  const modelo = data?.[passo.tipo]
  const sai = modelo?.texto_em_uso
  return (
    <Select
      rotulo="Modelo"
      valor={passo.tipo}
      opcoes={Object.entries(NOME_DO_TIPO).map(([valor, rotulo]) => ({ valor, rotulo }))}
      aoMudar={(tipo) => aoMudar({ tipo: tipo as Passo['tipo'] })}
      ajuda={
        modelo && (
          <Box
            component="span"
            sx={{
              display: 'flex',
              gap: 1,
              fontWeight: 500,
              color: sai ? tons.success.texto : tons.warning.texto,
            }}
          >
            {sai ? <CheckOutlined aria-hidden size={16} /> : <WarningAmberOutlined aria-hidden size={16} />}
            {sai ? 'Aprovado pela Meta' : 'Sem aprovação, nada sai'}
          </Box>
        )
      }
    />
  )
}

function Previa({ passo }: { passo: Passo }) {
  const { data: modelos } = useQuery(modelosQuery)
  const { data: exemplo } = useQuery(exemploQuery(undefined))
  const modelo = modelos?.[passo.tipo]
  const quem = exemplo?.cliente?.nome ?? 'o cliente'
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ fontSize: 13, lineHeight: '18px', fontWeight: 500, mb: 1 }}>O que {quem} receberia</Box>
      {modelo && exemplo ? (
        <Box sx={{ px: 3, py: 2, borderRadius: '16px 16px 4px 16px', background: cor.engine }}>
          {/* Whole lines: a cut one would look like a fault. */}
          <Box
            tabIndex={0}
            role="group"
            aria-label={`O que ${quem} receberia`}
            sx={{ maxHeight: 60, overflow: 'auto', overflowWrap: 'anywhere' }}
          >
            <MensagemPreenchida texto={modelo.texto_em_uso ?? modelo.texto} valores={exemplo.valores[passo.tipo]} />
          </Box>
        </Box>
      ) : (
        <Skeleton variant="rounded" height={76} />
      )}
    </Box>
  )
}
