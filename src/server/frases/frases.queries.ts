import type { z } from 'zod'
import type { Frase, frasesDoCliente } from '#contract/frases.ts'
import type { Dia } from '#domain/data.ts'
import { preencherFrase } from '#domain/frase.ts'
import { dadosParaMensagem, exigirVisivel } from '#server/clientes/destinatario.queries.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { valoresDoCliente } from '#server/modelos/preencher.queries.ts'

/** Whose phrases: an operator's, or (null) the company's. */
export type Dono = number | null

/** These phrases, by their shortcut. */
export async function frasesDe(db: Db | Trx, donos: readonly Dono[]): Promise<Frase[]> {
  const linhas = await db
    .selectFrom('frase')
    .selectAll()
    .where((eb) => eb.or(donos.map((dono) => eb('usuario_id', 'is not distinct from', dono))))
    .orderBy('atalho')
    .orderBy((eb) => eb('usuario_id', 'is', null))
    .execute()
  return linhas.map(paraApi)
}

export const paraApi = ({ id, atalho, texto, usuario_id, updated_at }: Linha<'frase'>): Frase => ({
  id,
  atalho,
  texto,
  da_empresa: usuario_id === null,
  updated_at,
})

/** An operator's own phrases and the company's, filled for a customer; one's own stands before the company's of that shortcut. */
export async function frasesParaCliente(
  db: Db,
  clienteId: number,
  operador: { id: number; name: string },
  dia: Dia,
): Promise<z.infer<(typeof frasesDoCliente.schema.response)[200]>> {
  await exigirVisivel(db, clienteId, operador.id)
  const cliente = (await dadosParaMensagem(db, clienteId))!
  const valores = await valoresDoCliente(db, { cliente, operador: operador.name, dia })
  const todas = await frasesDe(db, [operador.id, null])
  const achadas = todas.filter(({ atalho }, i) => todas[i - 1]?.atalho !== atalho)
  return { data: achadas.map((frase) => ({ ...frase, ...preencherFrase(frase.texto, valores) })) }
}
