import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { clientesAdminQuery } from '#web/clientes/admin.queries.ts'
import { Combobox } from '#web/ui/Combobox.tsx'
import { documento } from '#web/ui/formatos.ts'

export interface Pessoa {
  id: number
  nome: string
  documento: string | null
}

interface Props {
  rotulo: string
  autoFocus: boolean
  /** The payer's name by the bank: the first search, where it finds somebody. */
  sugerido: string
  aoEscolher: (pessoa: Pessoa) => void
}

const POUCOS = 8

/** Any customer, by name, document or phone. */
export function EscolherCliente({ rotulo, autoFocus, sugerido, aoEscolher }: Props) {
  const [texto, setTexto] = useState('')
  const busca = useDeferredValue(texto.trim() || sugerido)
  const { data, error, isFetching } = useQuery({
    ...clientesAdminQuery({ busca, per_page: POUCOS }),
    enabled: busca.length >= 2,
  })
  return (
    <Combobox<Pessoa>
      rotulo={rotulo}
      autoFocus={autoFocus}
      placeholder="Nome, documento ou telefone"
      opcoes={busca.length >= 2 ? (data?.data ?? []) : []}
      escolhida={null}
      escrever={({ nome }) => nome}
      detalhe={(pessoa) => documento(pessoa.documento)}
      procurando={isFetching}
      falha={error}
      vazio={busca.length < 2 ? 'Escreva nome, documento ou telefone' : 'Nenhum cliente encontrado'}
      aoDigitar={setTexto}
      aoEscolher={(pessoa) => pessoa && aoEscolher(pessoa)}
    />
  )
}
