import type { z } from 'zod'
import type { aplicarSugestoes as contrato, Sugestao } from '#contract/conciliacao.ts'
import { type Centavos, emCentavos, emReais } from '#domain/dinheiro.ts'
import { CamposInvalidos, NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import { travarClientes } from '#server/clientes/status.actions.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { exigirUsuarioAtivo } from '#server/sessao/usuario-ativo.actions.ts'
import { aplicarMovimento, creditarMovimento } from './aplicar.actions.ts'
import { ignorarMovimento, vincularMovimento } from './decisoes.actions.ts'
import { sugerirDeNovo } from './julgar.actions.ts'
import { sugestoesDe } from './sugestoes.queries.ts'
import { type CausaDaConciliacao, exigirIndeciso, travarMovimento } from './travas.queries.ts'

type Resultado = z.output<(typeof contrato.schema.response)[200]>['data'][number]

/** Applies the first suggestion of each of these if it is certain, each in its own transaction, in this order. */
export async function aplicarSugestoes(
  db: Db,
  ids: readonly number[],
  causa: CausaDaConciliacao,
): Promise<Resultado[]> {
  const resultados: Resultado[] = []
  for (const id of new Set(ids)) {
    const feito = await emTransacao(db, (trx) => aplicarPrimeira(trx, id, causa)).catch((falha: unknown) => ({
      dispensado: 0,
      erro: fraseDe(falha),
    }))
    const linha = await db.selectFrom('movimento').select('situacao').where('id', '=', id).executeTakeFirst()
    const encargos_dispensados = emReais(feito.dispensado)
    resultados.push({ id, situacao: linha?.situacao ?? null, encargos_dispensados, erro: feito.erro })
  }
  return resultados
}

interface Feito {
  /** The charges that were waived by it. */
  dispensado: Centavos
  erro: string | null
}

/** Judged again first: what was suggested, and seen, may have been of accounts that owe something else by now. */
async function aplicarPrimeira(trx: Trx, id: number, causa: CausaDaConciliacao): Promise<Feito> {
  if (causa.usuarioId) await exigirUsuarioAtivo(trx, causa.usuarioId)
  const movimento = await travarMovimento(trx, id)
  exigirIndeciso(movimento)
  const vista = await primeiraDe(trx, id)
  if (vista?.certeza !== 'alta')
    throw new RegraViolada('sugestao_duvidosa', 'A sugestão deste movimento pede que uma pessoa decida. Abra-o.')
  if (vista.cliente) await travarClientes(trx, [vista.cliente.id])
  await sugerirDeNovo(trx, movimento, causa.agora)
  const primeira = await primeiraDe(trx, id)
  if (!primeira || oQueFaz(primeira) !== oQueFaz(vista)) return { dispensado: 0, erro: MUDOU }
  return { dispensado: await fazer(trx, id, primeira, causa), erro: null }
}

const primeiraDe = async (trx: Trx, id: number) => (await sugestoesDe(trx, [id])).get(id)?.[0]

const oQueFaz = ({ certeza, acao, cliente, pagamento_id, contas }: Sugestao): string =>
  JSON.stringify([certeza, acao, cliente?.id, pagamento_id, contas.map(({ id, valor }) => [id, valor])])

const MUDOU = 'O que se sugere deste movimento mudou, porque as contas mudaram. Veja a sugestão de agora.'

async function fazer(trx: Trx, id: number, primeira: Sugestao, causa: CausaDaConciliacao): Promise<Centavos> {
  const partes = primeira.contas.map((conta) => ({ id: conta.id, valorCentavos: emCentavos(conta.valor) }))
  if (primeira.acao === 'aplicar' && partes.length > 0)
    return (await aplicarMovimento(trx, id, partes, causa)).dispensadoCentavos
  if (primeira.acao === 'ignorar') await ignorarMovimento(trx, id, primeira.porque, causa)
  else if (primeira.acao === 'vincular') await vincularMovimento(trx, id, primeira.pagamento_id!, causa)
  // The title owes nothing any more, so all of it becomes a credit to give back.
  else await creditarMovimento(trx, id, primeira.cliente!.id, causa)
  return 0
}

function fraseDe(falha: unknown): string {
  if (falha instanceof CamposInvalidos || falha instanceof RegraViolada || falha instanceof NaoEncontrado)
    return falha.message
  throw falha
}
