import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { documento } from '#web/ui/formatos.ts'
import { clientesDeExemploQuery } from './modelos.api.ts'

interface Pessoa {
  id: number
  nome: string
  documento?: string | null
}

/** Whose data a text is shown with. */
export function EscolhaCliente({ cliente, aoEscolher }: { cliente: Pessoa | null; aoEscolher: (id: number) => void }) {
  const [texto, setTexto] = useState('')
  const [aberta, setAberta] = useState(false)
  const busca = useDeferredValue(texto.trim() === cliente?.nome ? '' : texto.trim())
  const { data, isFetching } = useQuery({ ...clientesDeExemploQuery(busca), enabled: aberta })
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
      <Box
        component="label"
        htmlFor="ver-como"
        id="ver-como-label"
        sx={{ color: 'text.secondary', fontWeight: 500, flexShrink: 0 }}
      >
        Ver como
      </Box>
      <Autocomplete<Pessoa, false, true>
        // It has no value until the first answer.
        key={cliente?.id ?? 'nenhum'}
        id="ver-como"
        fullWidth
        disableClearable
        size="small"
        open={aberta}
        onOpen={() => setAberta(true)}
        onClose={() => setAberta(false)}
        options={data ?? []}
        {...(cliente && { value: cliente })}
        getOptionLabel={(pessoa) => pessoa.nome}
        getOptionKey={(pessoa) => pessoa.id}
        isOptionEqualToValue={(uma, outra) => uma.id === outra.id}
        filterOptions={(todas) => todas}
        loading={isFetching}
        loadingText="Procurando…"
        noOptionsText="Nenhum cliente encontrado"
        onInputChange={(_, novo) => setTexto(novo)}
        onChange={(_, pessoa) => aoEscolher(pessoa.id)}
        renderOption={({ key, ...props }, pessoa) => (
          <Box component="li" key={key} {...props} sx={{ display: 'grid !important', justifyItems: 'start' }}>
            {pessoa.nome}
            <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{documento(pessoa.documento ?? null)}</Box>
          </Box>
        )}
        renderInput={(params) => <TextField {...params} placeholder="Nome, documento ou telefone" />}
      />
    </Box>
  )
}
