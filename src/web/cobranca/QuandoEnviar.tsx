import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import FormControlLabel from '@mui/material/FormControlLabel'
import OutlinedInput from '@mui/material/OutlinedInput'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { lazy, useState } from 'react'
import type { Regua } from '#contract/cobranca.ts'
import { hoje } from '#web/api/agora.ts'
import { cor } from '#web/theme.ts'
import { abrir } from '#web/ui/dialogos.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { dia, diaDaSemanaLongo, lerDinheiro, plural, valor } from '#web/ui/formatos.ts'
import { type Feriados as Nomeados, nomeDoDia } from './feriados.ts'

const FeriadosDialog = lazy(() => import('./FeriadosDialog.tsx').then((m) => ({ default: m.FeriadosDialog })))

interface Props {
  regua: Regua
  aoMudar: (parte: Partial<Regua>) => void
}

/** On which days and hours it goes, when it stops, and what lateness costs. */
export function QuandoEnviar({ regua, aoMudar }: Props) {
  return (
    <Card component="section" aria-label="Quando enviar" sx={{ p: 5, display: 'grid', gap: 3, alignContent: 'start' }}>
      <Typography variant="h2">Quando enviar</Typography>
      <Horas regua={regua} aoMudar={aoMudar} />
      <Feriados regua={regua} aoMudar={aoMudar} />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: '1fr 1fr',
          columnGap: 3,
          borderTop: `1px solid ${cor.divider}`,
          mx: -5,
          px: 5,
          pt: 4,
        }}
      >
        <Inteiro
          rotulo="Parar após"
          sufixo="tentativas"
          minimo={1}
          maximo={100}
          valor={regua.max_tentativas}
          aoMudar={(max_tentativas) => aoMudar({ max_tentativas })}
        />
        <Inteiro
          rotulo="Intervalo mínimo"
          sufixo="dias"
          minimo={0}
          maximo={60}
          valor={regua.intervalo_minimo_dias}
          aoMudar={(intervalo_minimo_dias) => aoMudar({ intervalo_minimo_dias })}
        />
        <Percentual
          rotulo="Multa"
          ajuda="uma vez, no atraso"
          valor={regua.multa_percentual}
          aoMudar={(multa_percentual) => aoMudar({ multa_percentual })}
        />
        <Percentual
          rotulo="Juros ao mês"
          ajuda="simples, por dia"
          valor={regua.juros_percentual_mes}
          aoMudar={(juros_percentual_mes) => aoMudar({ juros_percentual_mes })}
        />
        <FormControlLabel
          sx={{ gridColumn: '1 / -1', ml: 0, gap: 2 }}
          control={
            <Switch size="small" checked={regua.dias_uteis} onChange={(_, dias_uteis) => aoMudar({ dias_uteis })} />
          }
          label="Contar os passos em dias úteis"
        />
      </Box>
    </Card>
  )
}

function Horas({ regua: { horario }, aoMudar }: Props) {
  const campo = (nome: keyof Regua['horario'], rotulo: string) => (
    <CampoHora
      rotulo={rotulo}
      valor={horario[nome]}
      aoMudar={(hora) => aoMudar({ horario: { ...horario, [nome]: hora } })}
    />
  )
  const semSabado = horario.sabado_inicio >= horario.sabado_fim
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto minmax(40px, 1fr) auto auto',
        columnGap: 3,
        rowGap: 2,
        alignItems: 'center',
      }}
    >
      <Box sx={{ fontWeight: 500 }}>Seg. a sexta</Box>
      <Faixa de={horario.inicio} ate={horario.fim} />
      {campo('inicio', 'Segunda a sexta, começo')}
      {campo('fim', 'Segunda a sexta, fim')}
      <Box sx={{ fontWeight: 500 }}>Sábado</Box>
      <Faixa de={horario.sabado_inicio} ate={horario.sabado_fim} />
      {campo('sabado_inicio', 'Sábado, começo')}
      {campo('sabado_fim', 'Sábado, fim')}
      <Box sx={{ fontWeight: 500, minHeight: 32, display: 'flex', alignItems: 'center' }}>Domingo</Box>
      <Faixa de="00:00" ate="00:00" />
      <Box sx={{ gridColumn: '3 / -1', color: 'text.secondary' }}>nunca</Box>
      <Box sx={{ gridColumn: '1 / -1', fontSize: 12, lineHeight: '16px', color: cor.text3 }}>
        {semSabado ? 'Horas iguais: nada sai aos sábados. ' : ''}
        Em São Paulo a lei permite de 8h às 20h, e sábado de 8h às 14h.
      </Box>
    </Box>
  )
}

/** Twenty-four hours whatever the browser's language: "8", "830" and "8:30" are understood on leaving. */
function CampoHora({
  rotulo,
  valor: hora,
  aoMudar,
}: {
  rotulo: string
  valor: string
  aoMudar: (hora: string) => void
}) {
  const [texto, setTexto] = useState(hora)
  const lida = lerHora(texto)
  return (
    <OutlinedInput
      size="small"
      value={texto}
      error={lida === null}
      onChange={(evento) => {
        setTexto(evento.target.value)
        const nova = /^\d\d:?\d\d$/.test(evento.target.value) ? lerHora(evento.target.value) : null
        if (nova) aoMudar(nova)
      }}
      onBlur={() => {
        setTexto(lida ?? hora)
        if (lida && lida !== hora) aoMudar(lida)
      }}
      slotProps={{ input: { 'aria-label': rotulo, inputMode: 'numeric', maxLength: 5 } }}
      sx={{ width: 72, '& input': { px: 2, textAlign: 'center', fontVariantNumeric: 'tabular-nums' } }}
    />
  )
}

function lerHora(texto: string): string | null {
  const [, h = '', m = '00'] = /^(\d{1,2})[:h]?(\d{2})?$/.exec(texto.trim()) ?? []
  return h !== '' && Number(h) < 24 && Number(m) < 60 ? `${h.padStart(2, '0')}:${m}` : null
}

/** The hours of a day as a bar of twenty-four. */
function Faixa({ de, ate }: { de: string; ate: string }) {
  const [esquerda, direita] = [parteDoDia(de), parteDoDia(ate)]
  return (
    <Box aria-hidden sx={{ height: 8, borderRadius: 4, background: cor.surfaceAlt, position: 'relative' }}>
      {direita > esquerda && (
        <Box
          sx={{
            position: 'absolute',
            inset: 0,
            left: `${esquerda}%`,
            right: `${100 - direita}%`,
            borderRadius: 4,
            background: 'var(--neutral-solid)',
          }}
        />
      )}
    </Box>
  )
}
const parteDoDia = (hora: string) => {
  const [h = 0, m = 0] = hora.split(':').map(Number)
  return ((h * 60 + m) / 1440) * 100
}

const MOSTRADOS = 2
function Feriados({ regua, aoMudar }: Props) {
  const todos = [...new Set([...regua.feriados, ...regua.feriados_nacionais])].sort()
  const proximos = todos.filter((feriado) => feriado >= hoje())
  const abrirLista = () =>
    void abrir<Nomeados>((fechar) => <FeriadosDialog regua={regua} aoFechar={fechar} />).then(
      (novos) => novos && aoMudar(novos),
    )
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography component="h3" variant="h3">
          Feriados
        </Typography>
        <Button size="small" onClick={abrirLista} sx={{ mr: '-12px' }}>
          Ver os {proximos.length} ou incluir
        </Button>
      </Box>
      {proximos.slice(0, MOSTRADOS).map((feriado) => (
        <Box key={feriado} sx={{ display: 'flex', gap: 3, justifyContent: 'space-between' }}>
          <span>
            {dia(feriado)}, {diaDaSemanaLongo(feriado).replace('-feira', '')}
          </span>
          <Box component="span" sx={{ color: 'text.secondary', textAlign: 'right' }}>
            {nomeDoDia(feriado, regua)}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

function Inteiro(props: {
  rotulo: string
  sufixo: string
  valor: number
  minimo: number
  maximo: number
  aoMudar: (valor: number) => void
}) {
  const { rotulo, sufixo, minimo, maximo, aoMudar } = props
  const [texto, setTexto] = useState(String(props.valor))
  const n = Number(texto)
  const bom = (digitos: string) => digitos !== '' && Number(digitos) >= minimo && Number(digitos) <= maximo
  return (
    <TextField
      rotulo={rotulo}
      sufixo={n === 1 ? sufixo.replace(/s$/, '') : sufixo}
      value={texto}
      erro={bom(texto) ? undefined : `De ${minimo} a ${maximo}.`}
      ajuda={minimo === 0 ? `0 não limita; agora ${plural(n, 'dia', 'dias')}` : 'depois, vai para a fila'}
      inputMode="numeric"
      maxLength={3}
      onChange={(evento) => {
        const digitos = evento.target.value.replace(/\D/g, '')
        setTexto(digitos)
        if (bom(digitos)) aoMudar(Number(digitos))
      }}
    />
  )
}

function Percentual(props: { rotulo: string; ajuda: string; valor: number; aoMudar: (valor: number) => void }) {
  const [texto, setTexto] = useState(valor(props.valor))
  const bom = (digitado: string) => {
    const lido = lerDinheiro(digitado)
    return lido !== null && lido <= 100 ? lido : null
  }
  return (
    <TextField
      rotulo={props.rotulo}
      sufixo="%"
      value={texto}
      ajuda={props.ajuda}
      erro={bom(texto) === null ? 'Use até duas casas, como 2,00.' : undefined}
      inputMode="decimal"
      maxLength={6}
      onChange={(evento) => {
        setTexto(evento.target.value)
        const lido = bom(evento.target.value)
        if (lido !== null) props.aoMudar(lido)
      }}
    />
  )
}
