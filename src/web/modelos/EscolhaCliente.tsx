import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Combobox } from '#web/ui/Combobox.tsx'
import { documento } from '#web/ui/formatos.ts'
import { clientesDeExemploQuery } from './modelos.queries.ts'

interface Pessoa {
  id: number
  nome: string
  documento?: string | null
}

/** Chooses the customer whose data the text is shown with. */
export function EscolhaCliente({ cliente, aoEscolher }: { cliente: Pessoa | null; aoEscolher: (id: number) => void }) {
  const [texto, setTexto] = useState('')
  const [procurada, setProcurada] = useState(false)
  const busca = useDeferredValue(texto.trim() === cliente?.nome ? '' : texto.trim())
  const { data, error, isFetching } = useQuery({ ...clientesDeExemploQuery(busca), enabled: procurada })
  return (
    <Combobox<Pessoa>
      rotulo="Ver como"
      placeholder="Nome, documento ou telefone"
      opcoes={data ?? []}
      escolhida={cliente}
      escrever={({ nome }) => nome}
      detalhe={(pessoa) => documento(pessoa.documento ?? null)}
      aoDigitar={setTexto}
      aoEscolher={(pessoa) => pessoa && aoEscolher(pessoa.id)}
      aoAbrir={() => setProcurada(true)}
      procurando={isFetching}
      falha={error}
      vazio="Nenhum cliente encontrado"
    />
  )
}
