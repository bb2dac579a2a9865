import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useDeferredValue, useId, useState } from 'react'
import { Controller } from 'react-hook-form'
import { hoje } from '#web/api/agora.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { Field } from '#web/ui/Field.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { documento, lerDinheiro } from '#web/ui/formatos.ts'
import { FormDateField, FormMoneyField, FormTextField } from '#web/ui/formFields.tsx'
import { regraDinheiro } from './ContaDialogs.tsx'
import { buscarClientesQuery, criarConta } from './contas.api.ts'
import { nomeDaConta } from './palavras.ts'

interface Pessoa {
  id: number
  nome: string
  documento: string | null
}
interface Formulario {
  cliente_id: number | null
  numero: string
  valor: string
  emissao: string
  vencimento: string
}

/** One account by hand, of a customer given or chosen here. */
export function NovaContaDialog({ cliente, aoFechar }: { cliente?: Pessoa; aoFechar: () => void }) {
  const valores: Formulario = {
    cliente_id: cliente?.id ?? null,
    numero: '',
    valor: '',
    emissao: hoje(),
    vencimento: '',
  }
  return (
    <FormDialog<Formulario>
      titulo={cliente ? `Nova conta de ${cliente.nome}` : 'Nova conta'}
      acao="Criar conta"
      valores={valores}
      aoFechar={aoFechar}
      aoSalvar={async (dados) => {
        const conta = await criarConta({
          cliente_id: dados.cliente_id ?? 0,
          numero: dados.numero,
          valor: lerDinheiro(dados.valor) ?? 0,
          ...(dados.emissao && { emissao: dados.emissao }),
          vencimento: dados.vencimento,
        })
        aoFechar()
        avisar(`${nomeDaConta(conta)} foi criada.`)
      }}
    >
      {({ control }) => (
        <>
          {!cliente && (
            <Controller
              control={control}
              name="cliente_id"
              rules={{ validate: (id) => id !== null || 'Escolha o cliente.' }}
              render={({ field, fieldState }) => (
                <EscolherCliente
                  campo={field.ref}
                  aoEscolher={(pessoa) => field.onChange(pessoa?.id ?? null)}
                  erro={fieldState.error?.message}
                />
              )}
            />
          )}
          <FormTextField
            control={control}
            nome="numero"
            rotulo="Número"
            ajuda="Da nota, do pedido ou do contrato."
            maxLength={60}
            regras={{ required: 'Informe o número.' }}
            autoFocus={Boolean(cliente)}
          />
          <FormMoneyField control={control} nome="valor" rotulo="Valor" regras={{ validate: regraDinheiro }} />
          <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 4 }}>
            <FormDateField control={control} nome="emissao" rotulo="Emissão" opcional />
            <FormDateField
              control={control}
              nome="vencimento"
              rotulo="Vencimento"
              regras={{ required: 'Informe o vencimento.' }}
            />
          </Box>
        </>
      )}
    </FormDialog>
  )
}

function EscolherCliente({
  campo,
  aoEscolher,
  erro,
}: {
  /** Where the focus goes when nobody was chosen. */
  campo: Ref<HTMLInputElement>
  aoEscolher: (pessoa: Pessoa | null) => void
  erro: string | undefined
}) {
  const id = useId()
  const [texto, setTexto] = useState('')
  const busca = useDeferredValue(texto.trim())
  const consulta = useQuery(buscarClientesQuery(busca))
  return (
    <Field id={id} rotulo="Cliente" erro={erro}>
      <Autocomplete<Pessoa>
        id={id}
        options={busca.length >= 2 ? (consulta.data ?? []) : []}
        getOptionLabel={(pessoa) => pessoa.nome}
        getOptionKey={(pessoa) => pessoa.id}
        isOptionEqualToValue={(uma, outra) => uma.id === outra.id}
        filterOptions={(todas) => todas}
        loading={consulta.isFetching}
        loadingText="Procurando…"
        noOptionsText={busca.length < 2 ? 'Escreva nome, documento ou telefone' : 'Nenhum cliente encontrado'}
        onInputChange={(_, novo) => setTexto(novo)}
        onChange={(_, pessoa) => aoEscolher(pessoa)}
        renderOption={({ key, ...props }, pessoa) => (
          <Box component="li" key={key} {...props} sx={{ display: 'grid !important', justifyItems: 'start' }}>
            {pessoa.nome}
            <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{documento(pessoa.documento)}</Box>
          </Box>
        )}
        renderInput={(params) => (
          <TextField
            {...params}
            autoFocus
            inputRef={campo}
            error={Boolean(erro)}
            placeholder="Nome, documento ou telefone"
          />
        )}
      />
    </Field>
  )
}
