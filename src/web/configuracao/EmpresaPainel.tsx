import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
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

/** Who signs the messages: the value of {{empresa}}. */
export function EmpresaPainel() {
  const { data, error, refetch } = useQuery(conexaoQuery)
  if (error && !data)
    return <ErrorState titulo="Não foi possível abrir os dados" erro={error} aoTentar={() => void refetch()} />
  return <Page largura={720}>{data ? <Formulario empresa={data.empresa} /> : <Skeleton altura={300} />}</Page>
}

function Formulario({ empresa }: { empresa: string }) {
  const cache = useQueryClient()
  const [nome, setNome] = useState(empresa)
  const mudou = nome !== empresa
  useSaida(mudou, 'O nome da empresa ainda não foi salvo.')
  const salvar = useMutation({
    mutationFn: () => callApi('PUT /api/admin/configuracoes/whatsapp', { body: { empresa: nome } }),
    onSuccess: (conexao) => {
      cache.setQueryData(conexaoQuery.queryKey, conexao)
      void cache.invalidateQueries({ queryKey: ['modelos'] })
      void cache.invalidateQueries({ queryKey: ['empresa'] })
      avisar('Nome salvo. As próximas mensagens já saem com ele.')
    },
  })
  const campos = salvar.error instanceof ErroDaApi ? salvar.error.campos : {}
  const vazia = nome.trim() === ''
  return (
    <form
      className="cartao folgado empresa"
      aria-label="Empresa"
      noValidate
      onSubmit={(evento) => {
        evento.preventDefault()
        if (mudou && !vazia) salvar.mutate()
      }}
    >
      <div>
        <h2 className="titulo">Quem assina as mensagens</h2>
        <p className="cinza">
          Entra nos modelos pela variável empresa, e vale já na próxima mensagem. A chave Pix está em{' '}
          <Link className="ligacao" to="/admin/recebimento">
            Config. Recebimento
          </Link>
          .
        </p>
      </div>
      <TextField
        rotulo="Nome da empresa"
        value={nome}
        onChange={(evento) => setNome(evento.target.value)}
        erro={vazia ? 'Informe o nome que o cliente reconhece.' : campos.empresa?.[0]}
        ajuda="Como o cliente conhece a empresa."
        maxLength={120}
      />
      {salvar.error && Object.keys(campos).length === 0 && <Alert tom="error">{fraseDe(salvar.error)}</Alert>}
      <div className="flex to-end gap-8">
        <Button disabled={!mudou} onClick={() => setNome(empresa)}>
          Descartar
        </Button>
        <Button type="submit" variant="contained" disabled={!mudou || vazia} loading={salvar.isPending}>
          Salvar nome
        </Button>
      </div>
    </form>
  )
}
