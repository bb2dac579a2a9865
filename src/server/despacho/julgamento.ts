import type { PartesPreenchidas } from '#domain/partes-preenchidas.ts'
import type { CodigoPreparado } from '#server/codigos/preparar.actions.ts'
import type { Linha } from '#server/db/schema.ts'
import type { LinkFeito } from '#server/links/links.actions.ts'
import type { Cancelamento } from '#server/saida/saida.actions.ts'

// Only the columns that the judgement needs: each claim reads hundreds of wide rows.
export const DA_MENSAGEM = [
  ...(['id', 'cliente_id', 'contato_id', 'referencia', 'tipo', 'conteudo', 'midia', 'autor_id', 'finalidade'] as const),
  ...(['modelo_tipo', 'modelo_versao_id', 'parametros', 'partes', 'dia', 'forcada', 'execucao_id', 'passo'] as const),
  ...(['tentativas', 'responde_a', 'created_at', 'nao_antes_de'] as const),
]
export const DO_CLIENTE = [
  ...(['id', 'nome', 'documento', 'telefone', 'uf', 'municipio', 'contato_id', 'anonimizado_em'] as const),
]
export const DO_CONTATO = [
  ...(['id', 'wa_id', 'bsuid', 'aceita_mensagens', 'janela_ate', 'ultimo_contato_em'] as const),
  'sem_botao_de_pagamento' as const,
]

/** A message in the outbox, as it is judged. */
export type Mensagem = Pick<Linha<'mensagem'>, (typeof DA_MENSAGEM)[number]>
/** Who would get it, under their locks. */
export interface QuemRecebe {
  cliente: Pick<Linha<'cliente'>, (typeof DO_CLIENTE)[number]>
  contato: Pick<Linha<'contato'>, (typeof DO_CONTATO)[number]>
}
/** The key of a recipient: the customer's id, or minus the phone's id when it has no customer. */
export const quemRecebe = ({ cliente_id, contato_id }: Pick<Mensagem, 'cliente_id' | 'contato_id'>): number =>
  cliente_id ?? -(contato_id ?? 0)
/** By `quemRecebe`. */
export type Pessoas = ReadonlyMap<number, QuemRecebe>

/** What is sent of it. */
export type Corpo =
  | { texto: string; citar: string | null }
  | { arquivo: { tipo: 'image' | 'document'; midiaId: string; legenda: string | null; nome: string | null } }
  | { modelo: string; idioma: string; parametros: readonly string[]; partes: PartesPreenchidas | null }

/** What is sent of it, and what is kept of that: the same, but for the address of a page. */
export interface Escrito {
  enviar: Corpo
  conteudo: string
  /** Stored in place of `enviar`. */
  guardar?: Corpo
}

/** Waits for a payment code; `comCodigo` writes the message once there is one. */
export interface PedeCodigo {
  contas: readonly number[]
  comCodigo(codigo: CodigoDaMensagem): Escrito
}
export type CodigoDaMensagem = Pick<CodigoPreparado, 'tipo' | 'valorCentavos' | 'descricao'> & { copiaECola: string }

/** It goes, with all this fixed; or it is cancelled, and why. */
export type Veredito =
  | { cancelar: Cancelamento }
  | {
      enviar: Corpo
      conteudo?: string
      guardar?: Corpo
      modelo?: { tipo: string; versaoId: number }
      passo?: number | null
      /** It asks for a payment code of these accounts. */
      codigo?: PedeCodigo
      /** The text contains the customer's page: builds the sent version once there is a link, or none can be made. */
      comLink?(link: LinkFeito | null): Escrito & { codigo?: PedeCodigo }
      /** The steps it covers from now on; absent for what is no engine message. */
      cobre?: { contaId: number; dias: number }[]
    }
