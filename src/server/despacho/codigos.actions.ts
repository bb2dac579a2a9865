import { sql } from 'kysely'
import type { Recebedor } from '#domain/recebimento.ts'
import { completarCodigos, precisaDoPsp } from '#server/codigos/completar.actions.ts'
import { type CodigoPreparado, prepararCodigos } from '#server/codigos/preparar.actions.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Servicos } from '#server/servicos.ts'
import type { Corpo, Mensagem, PedeCodigo, Veredito } from './julgamento.ts'

/** How codes are made now; null: the company has not said how it receives. */
export type MeiosDosCodigos = { recebedor: Recebedor; comPsp: boolean; botao: boolean } | null

/** The recipient of the payment button's money; null: the button is not used. */
export const recebedorDoBotao = (meios: MeiosDosCodigos): Recebedor | null =>
  meios?.comPsp && meios.botao ? meios.recebedor : null

/** A claimed message whose code the PSP has still to make. */
export interface ComCodigo {
  id: number
  reivindicadaEm: Date
  corpo: Corpo
  codigo: { preparado: CodigoPreparado; comCodigo: PedeCodigo['comCodigo'] }
}

export async function lerMeiosDosCodigos(pix: Servicos['pix']): Promise<MeiosDosCodigos> {
  const { recebedor, psp, botaoDePagamento } = await pix.meios()
  return recebedor && { recebedor, comPsp: psp !== null && !pix.emFalta(), botao: botaoDePagamento }
}

/**
 * The codes requested by these messages, stored with the claim; those that need no PSP go into the text at once. Returns, by
 * message, those for which the PSP must be asked.
 */
export async function codigosDaVez(
  trx: Trx,
  mensagens: readonly Mensagem[],
  vereditos: Map<number, Veredito>,
  meios: MeiosDosCodigos,
  agora: Date,
): Promise<Map<number, ComCodigo['codigo']>> {
  const pendentes = new Map<number, ComCodigo['codigo']>()
  const pedidos = mensagens.flatMap(({ id, cliente_id }) => {
    const veredito = vereditos.get(id)!
    const contas = 'cancelar' in veredito ? undefined : veredito.codigo?.contas
    if (!contas?.length || cliente_id === null) return []
    return [{ clienteId: cliente_id, contas, mensagemId: id }]
  })
  if (!meios || pedidos.length === 0) return pendentes
  for (const preparado of await prepararCodigos(trx, pedidos, { ...meios, agora })) {
    const id = preparado.mensagemId!
    const veredito = vereditos.get(id) as Exclude<Veredito, { cancelar: unknown }>
    const { comCodigo } = veredito.codigo!
    const { copiaECola } = preparado
    if (copiaECola === null || precisaDoPsp(preparado)) pendentes.set(id, { preparado, comCodigo })
    else vereditos.set(id, { ...veredito, ...comCodigo({ ...preparado, copiaECola }) })
  }
  return pendentes
}

/** Outside any transaction: requests the codes and puts each into its message; without a code the message is sent without one. */
export async function porCodigos<T extends ComCodigo>(
  servicos: Pick<Servicos, 'db' | 'pix' | 'relogio' | 'log'>,
  mensagens: readonly T[],
): Promise<T[]> {
  if (mensagens.length === 0) return []
  const codigos = await completarCodigos(
    servicos,
    mensagens.map(({ codigo }) => codigo.preparado),
  )
  const escritas = mensagens.flatMap((mensagem, i) => {
    const codigo = codigos[i]
    if (!codigo || codigo.copiaECola === null) return []
    return [{ mensagem, ...mensagem.codigo.comCodigo({ ...codigo, copiaECola: codigo.copiaECola }) }]
  })
  const linhas = escritas.map(({ mensagem: { id, reivindicadaEm }, enviar, guardar = enviar, conteudo }) => ({
    id,
    em: reivindicadaEm,
    conteudo,
    parametros: 'parametros' in guardar ? guardar.parametros : null,
    partes: 'partes' in guardar ? guardar.partes : null,
  }))
  await sql`
    update mensagem m set conteudo = n.conteudo, parametros = n.parametros, partes = n.partes
    from jsonb_to_recordset(${JSON.stringify(linhas)}::jsonb) as n(id bigint, em timestamptz, conteudo text, parametros jsonb, partes jsonb)
    where m.id = n.id and m.envio = 'reivindicada' and m.reivindicada_em = n.em`.execute(servicos.db)
  const corpos = new Map(escritas.map(({ mensagem, enviar }) => [mensagem.id, enviar]))
  return mensagens.map((mensagem) => ({ ...mensagem, corpo: corpos.get(mensagem.id) ?? mensagem.corpo }))
}
