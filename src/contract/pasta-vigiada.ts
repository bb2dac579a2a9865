import { z } from 'zod'
import { TIPOS_DE_ENVIO } from '#domain/importacao.ts'
import { SITUACOES_DO_ARQUIVO } from '#domain/pasta-vigiada.ts'
import { consultaPaginada, Instante, Pagina } from './comum.ts'

/** A file taken from the watched folder; `motivo`: why it was refused, when that is one thing. */
export const ArquivoDaPasta = z.object({
  id: z.int(),
  arquivo: z.string(),
  situacao: z.enum(SITUACOES_DO_ARQUIVO),
  motivo: z.string().nullable(),
  tipo: z.enum(TIPOS_DE_ENVIO).nullable(),
  importacao_id: z.int().nullable(),
  /** When an administrator took it back. */
  desfeita_em: Instante.nullable(),
  created_at: Instante,
})
export type ArquivoDaPasta = z.infer<typeof ArquivoDaPasta>

/** `vigiada` is null where no folder was ever watched; `erro`: why it cannot be used now. */
export const verPastaVigiada = {
  method: 'GET',
  url: '/api/admin/importacoes/pasta',
  schema: {
    tags: ['importacoes'],
    summary: 'Lista os arquivos tomados da pasta vigiada, e diz como ela está',
    querystring: z.object(consultaPaginada(20)),
    response: {
      200: Pagina(ArquivoDaPasta).extend({
        vigiada: z
          .object({ onde: z.string(), erro: z.string().nullable(), desde: Instante.nullable(), olhada_em: Instante })
          .nullable(),
      }),
    },
  },
} as const
