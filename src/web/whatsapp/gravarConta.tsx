import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import type { ConexaoWhatsapp } from '#contract/whatsapp.ts'
import { callApi } from '#web/api/callApi.ts'
import { ErroDaApi } from '#web/api/erro.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { useFalhaDepois } from '#web/ui/useFalhaDepois.ts'
import { conexaoQuery } from './whatsapp.queries.ts'

export interface Props {
  conexao: ConexaoWhatsapp
  aoFeito: () => void
}
export const SO_AQUI = 'Até gravar, fica só nesta página: recarregá-la o apaga.'

/** Saves part of the account; Meta's refusal is shown on its field. `aoFeito` only if the step is still on view. */
export function useGravar(aoFeito?: () => void) {
  const cache = useQueryClient()
  const falhaDepois = useFalhaDepois()
  const gravar = useMutation({
    mutationFn: (body: Record<string, string>) => callApi('PUT /api/admin/configuracoes/whatsapp', { body }),
    onSuccess: (nova) => {
      cache.setQueryData(conexaoQuery.queryKey, nova)
      avisar('Gravado.')
      void cache.invalidateQueries({ queryKey: ['whatsapp'] })
      void cache.invalidateQueries({ queryKey: ['modelos'] })
    },
    onError: (erro) => falhaDepois(erro, 'Conta do WhatsApp'),
  })
  const campos = gravar.error instanceof ErroDaApi ? gravar.error.campos : {}
  return {
    gravar,
    /** `aoGravar` whatever is on view by then: what was typed for it is not kept for ever. */
    salvar: (body: Record<string, string>, aoGravar: () => void) =>
      void gravar.mutateAsync(body, { onSuccess: () => aoFeito?.() }).then(aoGravar, () => {}),
    erroDe: (campo: string) => campos[campo]?.[0],
    semCampo: gravar.error && !Object.keys(campos).length,
  }
}

interface FormularioProps {
  aoEnviar: () => void
  /** Why it was not saved: whoever pressed Enter is put in the first field it is about. */
  recusa: Error | null
  children: ReactNode
}

export function Formulario({ aoEnviar, recusa, children }: FormularioProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (recusa) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [recusa])
  return (
    <form
      ref={form}
      className="passo-formulario grid gap-8"
      noValidate
      onSubmit={(evento) => {
        evento.preventDefault()
        aoEnviar()
      }}
    >
      {children}
    </form>
  )
}
