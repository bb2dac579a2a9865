import type { Autor, Causa } from '#domain/causa.ts'
import { type Acao, type StatusCliente, transitar } from '#domain/cliente.ts'
import { type Dia, diaDe, formatarDia } from '#domain/data.ts'
import { CamposInvalidos, RegraViolada } from '#domain/erros.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { comAcordoAtivo } from '#server/saldo/acordos.queries.ts'
import { exigirUsuarioAtivo } from '#server/sessao/usuario-ativo.actions.ts'
import { naoHa } from './cliente.queries.ts'
import { type ClienteTravado, gravar, type Mudanca, travarClientes } from './status.actions.ts'

/** Takes the customer over: of fifty simultaneous callers exactly one succeeds, and the others are told who did. */
export const assumir = (db: Db, id: number, autor: Autor) =>
  emTransacao(db, (trx) => assumirNaTransacao(trx, id, autor))

/** The same within a caller's transaction: sending a message and agreeing on a debt take over first. */
export async function assumirNaTransacao(trx: Trx, id: number, autor: Autor): Promise<ClienteTravado> {
  const cliente = await travar(trx, id, autor)
  if (deOutro(cliente, autor)) await recusarTomado(trx, cliente)
  if (cliente.status === 'em_atendimento') return cliente
  return mudarStatus(trx, cliente, 'assumir', autor, { operadorId: autor.usuarioId })
}

/** `ate` is the first day on which it is active again. */
export const pausar = (
  db: Db,
  id: number,
  { motivo, ate }: { motivo: string; ate?: Dia | null | undefined },
  autor: Autor,
) =>
  emTransacao(db, async (trx) => {
    const cliente = await travarParaPessoa(trx, id, autor)
    if (ate) exigirDiaAFrente({ ate }, autor, ', ou deixe sem data')
    await mudarStatus(trx, cliente, 'pausar', autor, { pausa: { motivo, ate: ate ?? null } })
  })

/** Hands the customer back to the engine, or ends its pause: at once, or from a later day on, until which it is paused. */
export const reativar = (db: Db, id: number, autor: Autor, aPartirDe?: Dia) =>
  emTransacao(db, async (trx) => {
    const cliente = await travarParaPessoa(trx, id, autor)
    if (aPartirDe === undefined) return mudarStatus(trx, cliente, 'reativar', autor)
    exigirDiaAFrente({ a_partir_de: aPartirDe }, autor)
    await destinoDe(trx, cliente, 'reativar') // a hand-back that would be refused today is refused for tomorrow too
    const pausa = { motivo: `Volta à cobrança em ${formatarDia(aPartirDe)}.`, ate: aPartirDe }
    await gravar(trx, [{ cliente, para: 'pausado', pausa }], autor, 'reativar')
  })

/** Undoes a take-over: back to the queue, for the reason and since when it waited there, and nobody's again if it was. */
export const devolver = (db: Db, id: number, autor: Autor) =>
  emTransacao(db, async (trx) => {
    const cliente = await travarParaPessoa(trx, id, autor)
    const { fila_motivo, fila_desde, fila_livre } = cliente
    await mudarStatus(trx, cliente, 'devolver', autor, {
      ...(fila_motivo && { motivo: fila_motivo }),
      ...(fila_desde && { desde: fila_desde }),
      ...(fila_livre && { operadorId: null }),
    })
  })

function exigirDiaAFrente(campo: Record<string, Dia>, { agora }: Autor, ou = '') {
  const hoje = diaDe(agora)
  for (const [nome, dia] of Object.entries(campo))
    if (dia <= hoje)
      throw new CamposInvalidos({ [nome]: [`Escolha um dia depois de hoje, ${formatarDia(hoje)}${ou}.`] })
}

/**
 * Applies a user's action to a locked customer: decides by `transitar`, writes, logs and announces. Returns the
 * customer afterwards.
 */
export async function mudarStatus(
  trx: Trx,
  cliente: ClienteTravado,
  acao: Acao,
  causa: Causa,
  muda: Pick<Mudanca, 'operadorId' | 'pausa' | 'motivo' | 'desde'> = {},
): Promise<ClienteTravado> {
  const para = await destinoDe(trx, cliente, acao)
  await gravar(trx, [{ cliente, para, ...muda }], causa, acao)
  return { ...cliente, status: para, operador_id: muda.operadorId ?? cliente.operador_id }
}

async function destinoDe(trx: Trx, cliente: ClienteTravado, acao: Acao): Promise<StatusCliente> {
  const acordos = await comAcordoAtivo(trx, [cliente.id])
  const acordo = {
    ativo: acordos.has(cliente.id),
    quebrado: cliente.acordo_quebrado_pendente,
    promessaQuebrada: cliente.promessa_quebrada_pendente,
  }
  return transitar(cliente.status, acao, acordo, cliente.fila_desde !== null)
}

/** The customer under its lock, for an operator who may see it (own or nobody's, else 404) and is still active. */
export async function travarParaPessoa(trx: Trx, id: number, autor: Autor): Promise<ClienteTravado> {
  const cliente = await travar(trx, id, autor)
  if (deOutro(cliente, autor)) throw naoHa()
  return cliente
}

/** The customer under its lock, whatever the cause: a user must be allowed to see it, other causes may take any. */
export const travarParaCausa = (trx: Trx, id: number, causa: Causa): Promise<ClienteTravado> =>
  causa.origem === 'usuario' ? travarParaPessoa(trx, id, causa) : travar(trx, id, causa)

async function travar(trx: Trx, id: number, { usuarioId }: Causa): Promise<ClienteTravado> {
  if (usuarioId) await exigirUsuarioAtivo(trx, usuarioId)
  const [cliente] = await travarClientes(trx, [id])
  if (!cliente) throw naoHa()
  return cliente
}

const deOutro = (cliente: ClienteTravado, autor: Autor) =>
  cliente.operador_id !== null && cliente.operador_id !== autor.usuarioId

async function recusarTomado(trx: Trx, cliente: ClienteTravado): Promise<never> {
  const dono = await trx.selectFrom('usuario').select('name').where('id', '=', cliente.operador_id).executeTakeFirst()
  throw new RegraViolada(
    'ja_assumido',
    `Este cliente está com ${dono?.name ?? 'outro operador'}. Escolha outro da fila.`,
  )
}
