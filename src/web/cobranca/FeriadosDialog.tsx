import { useState } from 'react'
import type { Regua } from '#contract/cobranca.ts'
import { nomeDoFeriado } from '#domain/calendario.ts'
import { hoje } from '#web/api/agora.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { confirmar } from '#web/ui/confirmar.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { dia } from '#web/ui/formatos.ts'
import { DeleteOutlined } from '#web/ui/icons/DeleteOutlined.tsx'
import { useAvisoAoSair } from '#web/ui/useSaida.ts'
import { diaESemana, type Feriados, nomeDoDia } from './feriados.ts'
import './feriados.css'

const NOME_MAXIMO = 60

interface Props {
  regua: Regua
  aoFechar: (feriados?: Feriados) => void
}

/** The days without sending: the national ones are built in, the company's are added and taken back here. */
export function FeriadosDialog({ regua, aoFechar }: Props) {
  const [feriados, setFeriados] = useState(regua.feriados)
  const [nomes, setNomes] = useState(regua.nomes_feriados)
  const [novo, setNovo] = useState(NENHUM)
  const [falta, setFalta] = useState(false)
  const todos = [...new Set([...feriados, ...regua.feriados_nacionais.filter((um) => um >= hoje())])].sort()
  const repetido = todos.includes(novo.dia)
  const incluido = (): Feriados => {
    const nome = novo.nome.trim()
    if (!novo.dia || repetido) return { feriados, nomes_feriados: nomes }
    return {
      feriados: [...feriados, novo.dia].sort(),
      nomes_feriados: nome ? { ...nomes, [novo.dia]: nome } : nomes,
    }
  }
  const incluir = () => {
    const com = incluido()
    setFeriados(com.feriados)
    setNomes(com.nomes_feriados)
    setNovo(NENHUM)
    setFalta(false)
  }
  const escrito = novo.texto !== '' || novo.nome.trim() !== ''
  // One that was written and not included counts too, if it is a day.
  const usar = () => {
    if (escrito && (!novo.dia || repetido)) return setFalta(true)
    const { feriados: dias, nomes_feriados } = incluido()
    aoFechar({ feriados: dias, nomes_feriados: soDe(dias, nomes_feriados) })
  }
  const mudou = feriados !== regua.feriados || escrito
  useAvisoAoSair(mudou)
  const cancelar = async () => {
    if (!mudou || (await confirmar(DESCARTAR))) aoFechar()
  }
  return (
    <Dialog
      titulo="Feriados"
      largura={560}
      aoFechar={() => void cancelar()}
      acoes={
        <>
          <Button onClick={() => void cancelar()}>Cancelar</Button>
          <Button variant="contained" onClick={usar}>
            Usar estes feriados
          </Button>
        </>
      }
    >
      <p className="feriados-texto">
        Nos feriados nada sai, e o que vence neles só atrasa a partir do dia útil seguinte. Inclua os do seu estado e da
        sua cidade.
      </p>
      <NovoFeriado
        novo={novo}
        erro={repetido ? 'Este dia já está na lista.' : falta && escrito && !novo.dia ? 'Informe o dia.' : undefined}
        aoMudar={(parte) => setNovo((antes) => ({ ...antes, ...parte }))}
        aoIncluir={incluir}
      />
      <Lista
        todos={todos}
        proprios={{ feriados, nomes_feriados: nomes }}
        aoRemover={(feriado) => setFeriados(feriados.filter((outro) => outro !== feriado))}
      />
    </Dialog>
  )
}

const DESCARTAR = {
  titulo: 'Descartar o que mudou nos feriados?',
  texto: 'Eles ficam como estavam antes.',
  acao: 'Descartar',
  cancelar: 'Continuar editando',
  perigo: true,
}

/** `texto`: the day as it is written, were it none. */
const NENHUM = { dia: '', texto: '', nome: '' }
interface NovoProps {
  novo: typeof NENHUM
  erro: string | undefined
  aoMudar: (parte: Partial<typeof NENHUM>) => void
  aoIncluir: () => void
}

function NovoFeriado({ novo, erro, aoMudar, aoIncluir }: NovoProps) {
  return (
    <form
      className="feriados-novo"
      onSubmit={(evento) => {
        evento.preventDefault()
        if (novo.dia && !erro) aoIncluir()
      }}
    >
      <DateField
        rotulo="Novo feriado"
        data-autofocus
        value={novo.dia}
        erro={erro}
        aoDigitar={(texto) => aoMudar({ texto })}
        aoMudar={(dia) => aoMudar({ dia })}
      />
      <TextField
        rotulo="Nome"
        opcional
        placeholder="Aniversário da cidade"
        value={novo.nome}
        maxLength={NOME_MAXIMO}
        onChange={({ target }) => aoMudar({ nome: target.value })}
      />
      <Button type="submit" variant="outlined" disabled={!novo.dia || erro !== undefined}>
        Incluir
      </Button>
    </form>
  )
}

interface ListaProps {
  todos: string[]
  proprios: Feriados
  aoRemover: (feriado: string) => void
}

/** Of the national ones only the name is shown; the company's can be removed. */
const Lista = ({ todos, proprios, aoRemover }: ListaProps) => (
  <ul aria-label="Feriados" className="feriados">
    {todos.map((feriado) => {
      const proprio = proprios.feriados.includes(feriado)
      return (
        <li key={feriado}>
          <div className="feriado">
            <span className="feriado-dia rigid algarismos">{diaESemana(feriado)}</span>
            <span className="shrink cinza quebra">
              {proprio ? nomeDoDia(feriado, proprios) : `${nomeDoFeriado(feriado)}, nacional`}
            </span>
          </div>
          {proprio && (
            <IconButton aria-label={`Remover ${dia(feriado)}`} onClick={() => aoRemover(feriado)}>
              <DeleteOutlined size={20} />
            </IconButton>
          )}
        </li>
      )
    })}
  </ul>
)

/** The names of the days that remain. */
const soDe = (feriados: readonly string[], nomes: Feriados['nomes_feriados']) =>
  Object.fromEntries(Object.entries(nomes).filter(([dia]) => feriados.includes(dia)))
