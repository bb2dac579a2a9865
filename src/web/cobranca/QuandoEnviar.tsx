import { useState } from 'react'
import type { Regua } from '#contract/cobranca.ts'
import { HORAS_DA_LEI, passaDaLei } from '#domain/calendario.ts'
import { hoje } from '#web/api/agora.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Switch } from '#web/ui/Choice.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { InputBox, TextField } from '#web/ui/Field.tsx'
import { lerDinheiro, plural, soDigitos, valor } from '#web/ui/formatos.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import { diaESemana, type Feriados as Nomeados, nomeDoDia } from './feriados.ts'
import './quando-enviar.css'

const FeriadosDialog = onDemand(() => import('./FeriadosDialog.tsx'), 'FeriadosDialog')

interface Props {
  regua: Regua
  aoMudar: (parte: Partial<Regua>) => void
}

/** On which days and hours messages go, when the engine stops, and the fine and interest. */
export function QuandoEnviar({ regua, aoMudar }: Props) {
  return (
    <Card folga aria-label="Quando enviar" className="quando-enviar grid gap-12">
      <h2 className="titulo">Quando enviar</h2>
      <Horas regua={regua} aoMudar={aoMudar} />
      <Feriados regua={regua} aoMudar={aoMudar} />
      <div className="quando-ajustes">
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
        <Switch
          rotulo="Contar os passos em dias úteis"
          checked={regua.dias_uteis}
          onChange={({ target }) => aoMudar({ dias_uteis: target.checked })}
        />
      </div>
    </Card>
  )
}

export const ALEM_DA_LEI = `Estas horas passam do que a lei de São Paulo permite: ${HORAS_DA_LEI}. Há estados que permitem menos.`

function Horas({ regua: { horario }, aoMudar }: Props) {
  const campo = (nome: keyof Regua['horario'], rotulo: string) => (
    <CampoHora
      rotulo={rotulo}
      valor={horario[nome]}
      aoMudar={(hora) => aoMudar({ horario: { ...horario, [nome]: hora } })}
    />
  )
  const alem = passaDaLei(horario)
  const semSabado = horario.sabado_inicio >= horario.sabado_fim
  return (
    <div className="quando-horas grid center">
      <b>Seg. a sexta</b>
      <Faixa de={horario.inicio} ate={horario.fim} />
      {campo('inicio', 'Segunda a sexta, começo')}
      {campo('fim', 'Segunda a sexta, fim')}
      <b>Sábado</b>
      <Faixa de={horario.sabado_inicio} ate={horario.sabado_fim} />
      {campo('sabado_inicio', 'Sábado, começo')}
      {campo('sabado_fim', 'Sábado, fim')}
      <b className="quando-domingo">Domingo</b>
      <Faixa de="00:00" ate="00:00" />
      <span className="quando-nunca">nunca</span>
      <div role="status" className="miudo quando-lei">
        {semSabado && 'Horas iguais: nada sai aos sábados. '}
        {alem ? <Alert tom="warning">{ALEM_DA_LEI}</Alert> : `Em São Paulo a lei permite ${HORAS_DA_LEI}.`}
      </div>
    </div>
  )
}

/** Twenty-four hours whatever the browser's language: on blur "8", "830" and "8:30" are understood. */
function CampoHora(props: { rotulo: string; valor: string; aoMudar: (hora: string) => void }) {
  const { rotulo, valor: hora, aoMudar } = props
  const [texto, setTexto] = useTexto(hora, String, lerHora)
  const lida = lerHora(texto)
  return (
    <InputBox erro={lida === null} className="quando-hora">
      <input
        type="text"
        aria-label={rotulo}
        aria-invalid={lida === null}
        inputMode="numeric"
        maxLength={5}
        value={texto}
        onChange={({ target }) => {
          setTexto(target.value)
          const nova = /^\d\d:?\d\d$/.test(target.value) ? lerHora(target.value) : null
          if (nova) aoMudar(nova)
        }}
        onBlur={() => {
          setTexto(lida ?? hora)
          if (lida && lida !== hora) aoMudar(lida)
        }}
      />
    </InputBox>
  )
}

/** What is typed for a value: it is written anew when the value changes by other means. */
function useTexto<T>(valor: T, escrever: (valor: T) => string, ler: (texto: string) => T | null) {
  const [texto, setTexto] = useState(() => escrever(valor))
  const [de, setDe] = useState(valor)
  if (de !== valor) {
    setDe(valor)
    if (ler(texto) !== valor) setTexto(escrever(valor))
  }
  return [texto, setTexto] as const
}

function lerHora(texto: string): string | null {
  const [, h = '', m = '00'] = /^(\d{1,2})[:h]?(\d{2})?$/.exec(texto.trim()) ?? []
  return h !== '' && Number(h) < 24 && Number(m) < 60 ? `${h.padStart(2, '0')}:${m}` : null
}

/** The hours of a day as a bar of twenty-four. */
function Faixa({ de, ate }: { de: string; ate: string }) {
  const [esquerda, direita] = [parteDoDia(de), parteDoDia(ate)]
  return (
    <span aria-hidden className="quando-faixa pintado">
      {direita > esquerda && <span style={{ left: `${esquerda}%`, right: `${100 - direita}%` }} />}
    </span>
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
    <div className="grid gap-4">
      <div className="quando-feriados-topo row wrap between">
        <h3>Feriados</h3>
        <Button size="small" onClick={abrirLista}>
          Ver os {proximos.length} ou incluir
        </Button>
      </div>
      {proximos.slice(0, MOSTRADOS).map((feriado) => (
        <div key={feriado} className="linha-topo">
          <span>{diaESemana(feriado)}</span>
          <span className="quando-feriado-nome">{nomeDoDia(feriado, regua)}</span>
        </div>
      ))}
    </div>
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
  const bom = (digitos: string) => digitos !== '' && Number(digitos) >= minimo && Number(digitos) <= maximo
  const [texto, setTexto] = useTexto(props.valor, String, (digitos) => (bom(digitos) ? Number(digitos) : null))
  const n = Number(texto)
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
        const digitos = soDigitos(evento.target.value)
        setTexto(digitos)
        if (bom(digitos)) aoMudar(Number(digitos))
      }}
    />
  )
}

function Percentual(props: { rotulo: string; ajuda: string; valor: number; aoMudar: (valor: number) => void }) {
  const bom = (digitado: string) => {
    const lido = lerDinheiro(digitado)
    return lido !== null && lido <= 100 ? lido : null
  }
  const [texto, setTexto] = useTexto(props.valor, valor, bom)
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
