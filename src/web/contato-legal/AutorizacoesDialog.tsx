import { useQuery, useQueryClient } from '@tanstack/react-query'
import { hoje } from '#web/api/agora.ts'
import { callApi } from '#web/api/callApi.ts'
import { fraseDe } from '#web/api/erro.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { dia } from '#web/ui/formatos.ts'
import { FormDateField, FormTextField } from '#web/ui/formFields.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { autorizacoesQuery } from './contatoLegal.queries.ts'
import './contato-legal.css'

interface Props {
  cliente: { id: number; nome: string }
  aoFechar: () => void
}

/** The contacts that a customer authorised, whatever a list says, and the form to record one more. */
export function AutorizacoesDialog({ cliente, aoFechar }: Props) {
  const cache = useQueryClient()
  return (
    <FormDialog
      titulo={`${cliente.nome}: autorização de contato`}
      acao="Registrar autorização"
      cancelar="Fechar"
      largura={560}
      valores={{ origem: '', texto: '', em: hoje() }}
      aoFechar={aoFechar}
      aoSalvar={async (body) => {
        await callApi('POST /api/admin/clientes/:id/autorizacoes', { params: { id: cliente.id }, body })
        await Promise.all(
          (['cliente', 'clientes', 'admin'] as const).map((chave) => cache.invalidateQueries({ queryKey: [chave] })),
        )
        aoFechar()
        avisar('Autorização registrada: as mensagens podem sair, apesar das listas.')
      }}
    >
      {({ control }) => (
        <>
          <Registradas clienteId={cliente.id} />
          <p className="cinza">
            Vale para o telefone que o cliente tem agora. Sem ela, quem está numa lista de não perturbe só recebe
            mensagem enquanto a conversa que começou está aberta.
          </p>
          <FormTextField
            control={control}
            nome="origem"
            rotulo="Onde autorizou"
            ajuda="Telefone, e-mail, contrato, loja."
            maxLength={100}
            data-autofocus
            regras={{ required: 'Diga onde o cliente autorizou.' }}
          />
          <FormTextField
            control={control}
            nome="texto"
            rotulo="O que o cliente disse"
            linhas={2}
            maxLength={1000}
            regras={{ required: 'Escreva o que o cliente autorizou, como foi dito.' }}
          />
          <FormDateField control={control} nome="em" rotulo="Em" regras={{ required: 'Diga quando.' }} />
        </>
      )}
    </FormDialog>
  )
}

function Registradas({ clienteId }: { clienteId: number }) {
  const { data, error } = useQuery(autorizacoesQuery(clienteId))
  if (error && !data) return <p className="erro">{fraseDe(error)}</p>
  if (!data) return <Skeleton altura={24} />
  if (data.data.length === 0) return <p className="cinza">Nenhuma autorização registrada ainda.</p>
  return (
    <ul className="autorizacoes">
      {data.data.map(({ id, em, origem, texto, autor, vale }) => (
        <li key={id}>
          <b>
            {dia(em)}, {origem}
          </b>
          {!vale && ' (de outro telefone: não vale mais)'}
          <div className="quebra">“{texto}”</div>
          {autor && <div className="cinza menor">Registrada por {autor.name}</div>}
        </li>
      ))}
    </ul>
  )
}
