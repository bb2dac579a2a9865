import { useState } from 'react'
import type { Regua } from '#contract/cobranca.ts'
import { nomeDoFeriado } from '#domain/calendario.ts'
import { hoje } from '#web/api/agora.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { dia } from '#web/ui/formatos.ts'
import { DeleteOutlined } from '#web/ui/icons/DeleteOutlined.tsx'
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
  const todos = [...new Set([...feriados, ...regua.feriados_nacionais.filter((um) => um >= hoje())])].sort()
  const incluir = (novo: string, nome: string) => {
    setFeriados([...feriados, novo].sort())
    if (nome) setNomes({ ...nomes, [novo]: nome })
  }
  return (
    <Dialog
      titulo="Feriados"
      largura={560}
      aoFechar={() => aoFechar()}
      acoes={
        <>
          <Button onClick={() => aoFechar()}>Cancelar</Button>
          <Button variant="contained" onClick={() => aoFechar({ feriados, nomes_feriados: soDe(feriados, nomes) })}>
            Usar estes feriados
          </Button>
        </>
      }
    >
      <p className="feriados-texto">
        Nos feriados nada sai, e o que vence neles só atrasa a partir do dia útil seguinte. Inclua os do seu estado e da
        sua cidade.
      </p>
      <NovoFeriado todos={todos} aoIncluir={incluir} />
      <Lista
        todos={todos}
        proprios={{ feriados, nomes_feriados: nomes }}
        aoRemover={(feriado) => setFeriados(feriados.filter((outro) => outro !== feriado))}
      />
    </Dialog>
  )
}

interface NovoProps {
  todos: string[]
  aoIncluir: (dia: string, nome: string) => void
}

function NovoFeriado({ todos, aoIncluir }: NovoProps) {
  const [novo, setNovo] = useState('')
  const [nome, setNome] = useState('')
  const repetido = todos.includes(novo)
  return (
    <form
      className="feriados-novo"
      onSubmit={(evento) => {
        evento.preventDefault()
        if (!novo || repetido) return
        aoIncluir(novo, nome.trim())
        setNovo('')
        setNome('')
      }}
    >
      <DateField
        rotulo="Novo feriado"
        data-autofocus
        value={novo}
        erro={repetido ? 'Este dia já está na lista.' : undefined}
        aoMudar={setNovo}
      />
      <TextField
        rotulo="Nome"
        opcional
        placeholder="Aniversário da cidade"
        value={nome}
        maxLength={NOME_MAXIMO}
        onChange={({ target }) => setNome(target.value)}
      />
      <Button type="submit" variant="outlined" disabled={!novo || repetido}>
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
