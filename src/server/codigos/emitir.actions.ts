import type { Codigo } from '#contract/codigos.ts'
import type { Causa } from '#domain/causa.ts'
import { formatarReais } from '#domain/dinheiro.ts'
import { RegraViolada } from '#domain/erros.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import type { Recebedor } from '#domain/recebimento.ts'
import { travarParaCausa } from '#server/clientes/clientes.actions.ts'
import type { Trx } from '#server/db/schema.ts'
import { notificar } from '#server/eventos/notificar.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { exigirAbertas } from '#server/saldo/abertas.queries.ts'
import type { Servicos } from '#server/servicos.ts'
import { esperaPeloPsp, lerCodigo, lerNoLugarDe } from './codigos.queries.ts'
import { completarCodigos, precisaDoPsp } from './completar.actions.ts'
import { type CodigoPreparado, prepararCodigos } from './preparar.actions.ts'
import { pouparProposta } from './proposta.queries.ts'

/** Who receives, and whether a PSP makes the codes; 409 while the company has not said. */
export async function exigirRecebedor(pix: Servicos['pix']): Promise<{ recebedor: Recebedor; comPsp: boolean }> {
  const { recebedor, psp } = await pix.meios()
  if (!recebedor) throw new RegraViolada('sem_recebimento', SEM_RECEBIMENTO)
  return { recebedor, comPsp: psp !== null && !pix.emFalta() }
}

const SEM_RECEBIMENTO =
  'A empresa ainda não informou como recebe. Um administrador informa a chave Pix, o nome e a cidade em Recebimento.'

/** A code for these accounts, in the caller's transaction; it may still have to be asked of the PSP (`terminarCodigo`). */
export async function iniciarCodigo(
  trx: Trx,
  clienteId: number,
  contas: readonly number[],
  meios: { recebedor: Recebedor; comPsp: boolean },
  causa: Causa,
): Promise<CodigoPreparado> {
  const { operador_id } = await travarParaCausa(trx, clienteId, causa)
  await exigirAbertas(trx, clienteId, contas)
  if (causa.origem !== 'pagina') await pouparProposta(trx, contas)
  const pedido = { clienteId, contas, mensagemId: null }
  const [codigo] = await prepararCodigos(trx, [pedido], { ...meios, agora: causa.agora })
  if (!codigo!.novo) return codigo!
  await registrar(trx, {
    agora: causa.agora,
    usuarioId: causa.usuarioId ?? null,
    ip: causa.ip ?? null,
    acao: 'codigo.emitir',
    descricao: frase`Código Pix de ${formatarReais(codigo!.valorCentavos)} emitido para ${oCliente(clienteId)}.`,
    entidade: 'cliente',
    entidadeId: clienteId,
    dados: { codigo: codigo!.id, contas },
  })
  await notificar(trx, { tipo: 'cliente', cliente_id: clienteId, operador_id })
  return codigo!
}

type Meios = Pick<Servicos, 'db' | 'pix' | 'relogio' | 'log'>

/** By txid: what is being finished on this node. */
const emCurso = new Map<string, Promise<Codigo>>()

/**
 * Outside any transaction: the code in its current state, asking the PSP if still needed. A reply stored for an
 * `Idempotency-Key` is unfinished forever, so a repeated call joins the PSP request under way, or reads the answered
 * code.
 */
export function terminarCodigo(meios: Meios, codigo: CodigoPreparado): Promise<Codigo> {
  const outra = emCurso.get(codigo.txid)
  if (outra) return outra
  const esta = terminar(meios, codigo).finally(() => emCurso.delete(codigo.txid))
  emCurso.set(codigo.txid, esta)
  return esta
}

async function terminar(meios: Meios, codigo: CodigoPreparado): Promise<Codigo> {
  const { db } = meios
  const falta = codigo.copiaECola === null ? await esperaPeloPsp(db, codigo.id) : precisaDoPsp(codigo)
  const [feito] = falta ? await completarCodigos(meios, [codigo]) : []
  const dele = await lerCodigo(db, feito?.id ?? codigo.id)
  if (dele?.situacao === 'emitido') return dele
  const noLugar = await lerNoLugarDe(db, codigo.id)
  if (noLugar?.situacao === 'emitido') return noLugar
  // What ended while the PSP was asked is given to nobody.
  const lido = falta ? undefined : (dele ?? noLugar)
  if (!lido) throw new RegraViolada('conta_mudou', 'A conta mudou enquanto o código era feito. Peça o código de novo.')
  return lido
}
