import { z } from 'zod'
import { OCIOSA_MAXIMA_H, OCIOSA_MINIMA_H } from '#domain/acesso.ts'

const HORAS = `Escreva de ${OCIOSA_MINIMA_H} a ${OCIOSA_MAXIMA_H} horas.`

/** The company's rules for signing in. */
export const Acesso = z.object({
  exigir_segundo_fator: z.boolean({ error: 'Diga sim ou não.' }),
  exigir_troca_de_senha: z.boolean({ error: 'Diga sim ou não.' }),
  sessao_ociosa_horas: z
    .int({ error: HORAS })
    .min(OCIOSA_MINIMA_H, { error: HORAS })
    .max(OCIOSA_MAXIMA_H, { error: HORAS }),
})
export type Acesso = z.infer<typeof Acesso>

const url = '/api/admin/configuracoes/acesso'

export const verAcesso = {
  method: 'GET',
  url,
  schema: { tags: ['sessao'], summary: 'Mostra o que se exige de quem entra', response: { 200: Acesso } },
} as const

/** Omitted fields stay. */
export const mudarAcesso = {
  method: 'PUT',
  url,
  schema: {
    tags: ['sessao'],
    summary: 'Muda o que se exige de quem entra; o que faltar fica como está',
    body: Acesso.partial(),
    response: { 200: Acesso },
  },
} as const
