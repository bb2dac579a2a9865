import { z } from 'zod'
import { CAMPOS_ALTERADOS, SITUACOES_DA_ALTERACAO } from '#domain/alteracao.ts'
import { consultaPaginada, Dinheiro, Id, Instante, Pagina, ParamsId, Pessoa } from './comum.ts'

/** One change that an import asked for at a customer who was then another operator's. */
export const Alteracao = z.object({
  id: z.int(),
  situacao: z.enum(SITUACOES_DA_ALTERACAO),
  campo: z.enum(CAMPOS_ALTERADOS),
  /** What it was and what it would become: money in reais, a day, a text; null once the customer was anonymised. */
  de: z.union([z.string(), z.number()]).nullable(),
  para: z.union([z.string(), z.number()]).nullable(),
  cliente: z.object({ id: z.int(), nome: z.string() }),
  /** Whose customer it is now; null: nobody's. */
  operador: Pessoa.nullable(),
  /** The account that would change; null for a cancelled note (`nota`). */
  conta: z.object({ id: z.int(), numero: z.string() }).nullable(),
  /** The note that would be cancelled, with what is open of it now. */
  nota: z.object({ chave: z.string(), numero: z.string(), contas_abertas: z.int(), valor_aberto: Dinheiro }).nullable(),
  importacao: z.object({ id: z.int(), arquivo: z.string(), usuario: Pessoa, created_at: Instante }),
  decidida_em: Instante.nullable(),
  decidida_por: Pessoa.nullable(),
})
export type Alteracao = z.infer<typeof Alteracao>

const base = '/api/admin/importacoes/alteracoes'

/** Newest first. `pendentes` counts all that wait, whatever the filters. */
export const listarAlteracoes = {
  method: 'GET',
  url: base,
  schema: {
    tags: ['importacoes'],
    summary: 'Lista o que importações mudariam em clientes de outros operadores',
    querystring: z.object({
      ...consultaPaginada(20),
      situacao: z.enum(SITUACOES_DA_ALTERACAO).optional(),
      campo: z.enum(CAMPOS_ALTERADOS).optional(),
      operador_id: Id.optional(),
    }),
    response: { 200: Pagina(Alteracao).extend({ pendentes: z.int() }) },
  },
} as const

/** 409 `alteracao_decidida` when it was decided before; 409 with the reason when it no longer fits. */
export const aplicarAlteracao = {
  method: 'POST',
  url: `${base}/:id/aplicar`,
  schema: {
    tags: ['importacoes'],
    summary: 'Aplica uma alteração que esperava decisão',
    params: ParamsId,
    response: { 200: Alteracao },
  },
} as const
export const descartarAlteracao = {
  method: 'POST',
  url: `${base}/:id/descartar`,
  schema: {
    tags: ['importacoes'],
    summary: 'Descarta uma alteração que esperava decisão',
    params: ParamsId,
    response: { 200: Alteracao },
  },
} as const
