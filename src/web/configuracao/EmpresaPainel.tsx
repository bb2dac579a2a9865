import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { callApi } from '#web/api/callApi.ts'
import { ErrorState } from '#web/ui/estados.tsx'
import { Formulario } from '#web/ui/Formulario.tsx'
import { FormTextField } from '#web/ui/formFields.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { conexaoQuery } from '#web/whatsapp/whatsapp.queries.ts'

/** Who signs the messages: the value of {{empresa}}. */
export function EmpresaPainel() {
  const { data, error, refetch } = useQuery(conexaoQuery)
  if (error && !data)
    return <ErrorState titulo="Não foi possível abrir os dados" erro={error} aoTentar={() => void refetch()} />
  return <Page largura={720}>{data ? <QuemAssina empresa={data.empresa} /> : <Skeleton altura={300} />}</Page>
}

function QuemAssina({ empresa }: { empresa: string }) {
  const cache = useQueryClient()
  const aoGravar = async (body: { empresa: string }) => {
    cache.setQueryData(conexaoQuery.queryKey, await callApi('PUT /api/admin/configuracoes/whatsapp', { body }))
    void cache.invalidateQueries({ queryKey: ['modelos'] })
    void cache.invalidateQueries({ queryKey: ['empresa'] })
    return 'Nome salvo. As próximas mensagens já saem com ele.'
  }
  return (
    <Formulario
      titulo="Quem assina as mensagens"
      texto={
        <>
          Entra nos modelos pela variável empresa, e vale já na próxima mensagem. A chave Pix está em{' '}
          <Link className="ligacao" to="/admin/recebimento">
            Config. Recebimento
          </Link>
          .
        </>
      }
      nome="Empresa"
      valores={{ empresa }}
      aoGravar={aoGravar}
      acao="Salvar nome"
    >
      {({ control }) => (
        <FormTextField
          control={control}
          nome="empresa"
          rotulo="Nome da empresa"
          ajuda="Como o cliente conhece a empresa."
          maxLength={120}
          regras={{ validate: (nome) => nome.trim() !== '' || 'Informe o nome que o cliente reconhece.' }}
        />
      )}
    </Formulario>
  )
}
