import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#web/api/callApi.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { FormTextField } from '#web/ui/formFields.tsx'
import { esquecerSegredo } from './useDigitado.ts'
import { conexaoQuery, preparoQuery } from './whatsapp.queries.ts'

interface Props {
  campo: 'token' | 'app_secret' | 'verify_token'
  nome: string
  aoFechar: () => void
}

/** Saves a secret, or replaces it; it is never shown. */
export function SegredoDialog({ campo, nome, aoFechar }: Props) {
  const cache = useQueryClient()
  const { data: preparo } = useQuery(preparoQuery)
  const falta = preparo?.segredos[campo].gravado === false
  return (
    <FormDialog
      titulo={`${falta ? 'Gravar' : 'Trocar'}: ${nome}`}
      acao="Gravar"
      valores={{ [campo]: '' }}
      aoFechar={aoFechar}
      aoSalvar={async (dados) => {
        const nova = await callApi('PUT /api/admin/configuracoes/whatsapp', { body: dados })
        esquecerSegredo(campo)
        await cache.invalidateQueries({ queryKey: ['whatsapp'] })
        cache.setQueryData(conexaoQuery.queryKey, nova)
        avisar(`${nome}: gravado.`)
        aoFechar()
      }}
    >
      {({ control }) => (
        <FormTextField
          control={control}
          nome={campo}
          rotulo={nome}
          type="password"
          autoComplete="off"
          autoFocus
          ajuda={falta ? 'Guardado cifrado e nunca mais mostrado.' : 'O que estava gravado deixa de valer agora.'}
          regras={{ required: 'Cole o valor que a Meta mostra.' }}
        />
      )}
    </FormDialog>
  )
}
