import { z } from 'zod'
import { EXAMES, SITUACOES_DO_EXAME } from '#domain/saude.ts'
import { Instante } from './comum.ts'

/** One check, and what it found, in a sentence that says what to do. */
const Achado = z.object({ exame: z.enum(EXAMES), situacao: z.enum(SITUACOES_DO_EXAME), frase: z.string() })

/** `pasta` null: no nightly backup is made. `arquivo` null: made by a version before this field. */
const Copias = z.object({
  pasta: z.string().nullable(),
  hora: z.string(),
  cifrada: z.boolean(),
  guarda: z.object({ quantas: z.int(), dias: z.int() }),
  ultima: z.object({ em: Instante, bytes: z.int(), arquivo: z.string().nullable() }).nullable(),
  erro: z.object({ em: Instante, mensagem: z.string() }).nullable(),
  /** The last time somebody tried whether a copy can be restored. */
  ensaio: z
    .object({
      em: Instante,
      copia_de: Instante.nullable(),
      arquivo: z.string(),
      linhas: z.int().nullable(),
      erro: z.string().nullable(),
    })
    .nullable(),
})

export const Saude = z.object({ examinado_em: Instante, achados: z.array(Achado), copias: Copias })
export type Saude = z.infer<typeof Saude>

export const verSaude = {
  method: 'GET',
  url: '/api/admin/saude',
  schema: {
    tags: ['logs'],
    summary: 'Diz como estão a máquina, os dados e as cópias de segurança, como npm run doctor',
    response: { 200: Saude },
  },
} as const
