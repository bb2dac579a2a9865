import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Ref, useRef, useState } from 'react'
import { Controller } from 'react-hook-form'
import type { Anotacao } from '#contract/anotacoes.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { escreverEm } from '#web/ui/escreverEm.ts'
import { TextField } from '#web/ui/Field.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { useSuggestions } from '#web/ui/Suggestions.tsx'
import { useAnotacoes } from './anotacoes.api.ts'
import { colegasQuery } from './anotacoes.queries.ts'
import { mencaoEmCurso, mencionadosEm, podeSer } from './mencoes.ts'

interface Props {
  cliente: { id: number; nome: string }
  /** The note to edit; without it a new one is written. */
  anotacao?: Anotacao
  aoFechar: () => void
}

/** A note on a customer, for the team alone; `@` names a colleague, who is told. */
export function AnotarDialog({ cliente, anotacao, aoFechar }: Props) {
  const { escrever, mudar } = useAnotacoes(cliente)
  const cache = useQueryClient()
  const colegas = useQuery(colegasQuery).data?.data ?? []
  return (
    <FormDialog
      titulo={anotacao ? 'Mudar anotação' : `Anotar sobre ${cliente.nome}`}
      acao={anotacao ? 'Salvar anotação' : 'Anotar'}
      valores={{ texto: anotacao?.texto ?? '', fixada: anotacao?.fixada ?? false }}
      aoFechar={aoFechar}
      aoSalvar={async ({ texto, fixada }) => {
        // Until it is known who may be named, a name in the text would be told to nobody.
        const podem = texto.includes('@') ? (await cache.ensureQueryData(colegasQuery)).data : []
        // A colleague who was named and has left since stays mentioned while the name is in the text.
        const mencoes = mencionadosEm(texto, [...podem, ...(anotacao?.mencoes ?? [])]).map(({ id }) => id)
        const dados = { texto, fixada, mencoes: [...new Set(mencoes)] }
        await (anotacao ? mudar.mutateAsync({ ...dados, anotacao: anotacao.id }) : escrever.mutateAsync(dados))
        aoFechar()
        avisar(mencoes.length > 0 ? 'Anotado. Quem foi mencionado já foi avisado.' : 'Anotado. Só a equipe vê.')
      }}
    >
      {(form) => (
        <>
          <Controller
            control={form.control}
            name="texto"
            rules={{
              validate: (valor: string) => valor.trim() !== '' || 'Escreva a anotação.',
              maxLength: { value: 1000, message: 'A anotação deve ter no máximo 1.000 caracteres.' },
            }}
            render={({ field, fieldState }) => (
              <CampoComMencoes {...field} erro={fieldState.error?.message} colegas={colegas} />
            )}
          />
          <Controller
            control={form.control}
            name="fixada"
            render={({ field: { value, ...field } }) => (
              <Checkbox {...field} checked={value} rotulo="Fixar no topo da conversa" />
            )}
          />
        </>
      )}
    </FormDialog>
  )
}

interface CampoProps {
  /** Where the form puts the focus when it refuses the text. */
  ref: Ref<HTMLInputElement>
  value: string
  onChange: (texto: string) => void
  onBlur: () => void
  erro: string | undefined
  colegas: { id: number; name: string }[]
}
const MOSTRADOS = 8

function CampoComMencoes({ ref, value, onChange, onBlur, erro, colegas }: CampoProps) {
  const moldura = useRef<HTMLDivElement>(null)
  const [cursor, setCursor] = useState(0)
  const [dispensada, setDispensada] = useState<number>()
  const achada = mencaoEmCurso(value, cursor)
  const emCurso = achada && achada.de !== dispensada ? achada : null
  const opcoes = emCurso ? colegas.filter(({ name }) => podeSer(name, emCurso.escrito)).slice(0, MOSTRADOS) : []
  const { aoTeclar, campo, lista, dito } = useSuggestions({
    opcoes,
    rotulo: 'Colegas',
    chave: ({ id }) => id,
    desenhar: ({ name }) => name,
    aoDispensar: () => setDispensada(emCurso?.de),
    aoEscolher: ({ name }) => {
      if (!emCurso) return
      const antes = `${value.slice(0, emCurso.de)}@${name} `
      const mudar = () => {
        onChange(antes + value.slice(cursor))
        setCursor(antes.length)
        // Gives Enter and Tab back to the text and the dialog, though a longer name may begin with this one.
        setDispensada(emCurso.de)
      }
      escreverEm(moldura.current?.querySelector('textarea'), mudar, antes.length)
    },
  })
  return (
    <div ref={moldura}>
      <TextField
        ref={ref}
        rotulo="Anotação"
        linhas={4}
        data-autofocus
        value={value}
        erro={erro}
        ajuda="Só a equipe vê: nada disto vai ao cliente. Use @ para avisar um colega."
        {...campo}
        onBlur={onBlur}
        onChange={({ target }) => {
          onChange(target.value)
          setCursor(target.selectionStart ?? 0)
        }}
        onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart ?? 0)}
        onKeyDown={(evento) => void aoTeclar(evento)}
      />
      {lista}
      {dito}
    </div>
  )
}
