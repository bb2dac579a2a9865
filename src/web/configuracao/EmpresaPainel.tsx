import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '#web/api/callApi.ts'
import { ErroDaApi, fraseDe } from '#web/api/erro.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useSaida } from '#web/ui/useSaida.ts'
import { conexaoQuery } from '#web/whatsapp/whatsapp.queries.ts'

/** Who signs the messages, and where one pays: the values of {{empresa}} and {{pix}}. */
export function EmpresaPainel() {
  const { data, error, refetch } = useQuery(conexaoQuery)
  if (error && !data)
    return <ErrorState titulo="Não foi possível abrir os dados" erro={error} aoTentar={() => void refetch()} />
  return (
    <Page largura={720}>
      {data ? <Formulario empresa={data.empresa} pix={data.pix ?? ''} /> : <Skeleton altura={300} />}
    </Page>
  )
}

function Formulario({ empresa, pix }: { empresa: string; pix: string }) {
  const cache = useQueryClient()
  const [valores, setValores] = useState({ empresa, pix })
  const mudou = valores.empresa !== empresa || valores.pix !== pix
  useSaida(mudou, 'O nome da empresa e a chave Pix ainda não foram salvos.')
  const salvar = useMutation({
    // The key is sent only when it changed: an old one that is not valid must not block changing the name.
    mutationFn: () =>
      callApi('PUT /api/admin/configuracoes/whatsapp', {
        body: { empresa: valores.empresa, ...(valores.pix !== pix && { pix: valores.pix }) },
      }),
    onSuccess: (conexao) => {
      cache.setQueryData(conexaoQuery.queryKey, conexao)
      void cache.invalidateQueries({ queryKey: ['modelos'] })
      avisar('Dados salvos. As próximas mensagens já saem com eles.')
    },
  })
  const campos = salvar.error instanceof ErroDaApi ? salvar.error.campos : {}
  const vazia = valores.empresa.trim() === ''
  return (
    <form
      className="cartao folgado empresa"
      aria-label="Empresa e Pix"
      noValidate
      onSubmit={(evento) => {
        evento.preventDefault()
        if (mudou && !vazia) salvar.mutate()
      }}
    >
      <div>
        <h2 className="titulo">Quem assina as mensagens</h2>
        <p className="cinza">Entram nos modelos pelas variáveis empresa e pix, e valem já na próxima mensagem.</p>
      </div>
      <TextField
        rotulo="Nome da empresa"
        value={valores.empresa}
        onChange={(evento) => setValores({ ...valores, empresa: evento.target.value })}
        erro={vazia ? 'Informe o nome que o cliente reconhece.' : campos.empresa?.[0]}
        ajuda="Como o cliente conhece a empresa."
        maxLength={120}
      />
      <TextField
        rotulo="Chave Pix"
        opcional
        value={valores.pix}
        onChange={(evento) => setValores({ ...valores, pix: evento.target.value })}
        erro={campos.pix?.[0]}
        ajuda="CPF, CNPJ, e-mail, +55 com o celular ou chave aleatória. Sem ela, a mensagem diz que a chave é enviada a pedido."
        maxLength={140}
      />
      {salvar.error && Object.keys(campos).length === 0 && <Alert tom="error">{fraseDe(salvar.error)}</Alert>}
      <div className="flex to-end gap-8">
        <Button disabled={!mudou} onClick={() => setValores({ empresa, pix })}>
          Descartar
        </Button>
        <Button type="submit" variant="contained" disabled={!mudou || vazia} loading={salvar.isPending}>
          Salvar dados
        </Button>
      </div>
    </form>
  )
}
