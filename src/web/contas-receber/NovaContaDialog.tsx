import { useQuery } from '@tanstack/react-query'
import { type Ref, useDeferredValue, useState } from 'react'
import { type Control, Controller } from 'react-hook-form'
import { hoje } from '#web/api/agora.ts'
import { useChave } from '#web/api/useChave.ts'
import { useNomeDoFeriado } from '#web/api/useNomeDoFeriado.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { Combobox } from '#web/ui/Combobox.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { documento, lerDinheiro } from '#web/ui/formatos.ts'
import { FormDateField, FormMoneyField, FormTextField } from '#web/ui/formFields.tsx'
import { regraDinheiro } from './ContaDialogs.tsx'
import { criarConta } from './contas.api.ts'
import { buscarClientesQuery } from './contas.queries.ts'
import { nomeDaConta, queDiaE } from './palavras.ts'
import './contas-receber.css'

interface Pessoa {
  id: number
  nome: string
  documento: string | null
}
interface Valores {
  cliente_id: number | null
  numero: string
  valor: string
  emissao: string
  vencimento: string
}

/** One account by hand, of a customer given or chosen here. */
export function NovaContaDialog({ cliente, aoFechar }: { cliente?: Pessoa; aoFechar: () => void }) {
  const nomeDoFeriado = useNomeDoFeriado()
  const chave = useChave()
  const valores: Valores = {
    cliente_id: cliente?.id ?? null,
    numero: '',
    valor: '',
    emissao: hoje(),
    vencimento: '',
  }
  return (
    <FormDialog<Valores>
      titulo={cliente ? `Nova conta de ${cliente.nome}` : 'Nova conta'}
      acao="Criar conta"
      valores={valores}
      aoFechar={aoFechar}
      aoSalvar={async (dados) => {
        const nova = {
          cliente_id: dados.cliente_id ?? 0,
          numero: dados.numero,
          valor: lerDinheiro(dados.valor) ?? 0,
          ...(dados.emissao && { emissao: dados.emissao }),
          vencimento: dados.vencimento,
        }
        const conta = await criarConta(nova, chave.para(nova))
        aoFechar()
        avisar(`${nomeDaConta(conta)} foi criada.`)
      }}
    >
      {({ control }) => (
        <>
          {!cliente && <CampoCliente control={control} />}
          <FormTextField
            control={control}
            nome="numero"
            rotulo="Número"
            ajuda="Da nota, do pedido ou do contrato."
            maxLength={60}
            regras={{ required: 'Informe o número.' }}
            data-autofocus={Boolean(cliente) || undefined}
          />
          <FormMoneyField control={control} nome="valor" rotulo="Valor" regras={{ validate: regraDinheiro }} />
          <div className="par">
            <FormDateField control={control} nome="emissao" rotulo="Emissão" opcional />
            <FormDateField
              control={control}
              nome="vencimento"
              rotulo="Vencimento"
              regras={{ required: 'Informe o vencimento.' }}
              aoLer={(dia) => queDiaE(dia, nomeDoFeriado)}
            />
          </div>
        </>
      )}
    </FormDialog>
  )
}

const CampoCliente = ({ control }: { control: Control<Valores> }) => (
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
)

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
  const [texto, setTexto] = useState('')
  const [escolhida, setEscolhida] = useState<Pessoa | null>(null)
  const busca = useDeferredValue(texto.trim())
  const consulta = useQuery(buscarClientesQuery(busca))
  return (
    <Combobox<Pessoa>
      ref={campo}
      rotulo="Cliente"
      erro={erro}
      autoFocus
      placeholder="Nome, documento ou telefone"
      opcoes={busca.length >= 2 ? (consulta.data ?? []) : []}
      escolhida={escolhida}
      escrever={(pessoa) => pessoa.nome}
      detalhe={(pessoa) => documento(pessoa.documento)}
      procurando={consulta.isFetching}
      falha={consulta.error}
      vazio={busca.length < 2 ? 'Escreva nome, documento ou telefone' : 'Nenhum cliente encontrado'}
      aoDigitar={setTexto}
      aoEscolher={(pessoa) => {
        setEscolhida(pessoa)
        aoEscolher(pessoa)
      }}
    />
  )
}
