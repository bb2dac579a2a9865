import { type Autor, peloUsuario } from '#domain/causa.ts'
import { aConta, frase, oCliente } from '#domain/frase-do-log.ts'
import { reconciliar } from '#server/clientes/automaticas.actions.ts'
import { travarClientes } from '#server/clientes/status.actions.ts'
import {
  type ContaCancelada,
  cancelarContasDasNotas,
  clientesDasNotas,
  contarContasDasNotas,
  contasACancelar,
  notasAlheias,
} from '#server/contas-receber/contas-receber.importacao.ts'
import type { Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { type Registro, registrar } from '#server/logs/logs.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { exigirUsuarioAtivo } from '#server/sessao/usuario-ativo.actions.ts'
import { guardarCancelamentos } from './alteracoes.guarda.ts'
import type { Andamento } from './andamento.actions.ts'
import { anotarItens } from './itens.actions.ts'
import { lotesDe } from './lotes.ts'
import { gravarCancelamentos, notasCanceladas } from './notas.queries.ts'
import type { RelatorioXml } from './resultado-xml.ts'

/** The cancellations of an upload, each note once. */
export class Cancelamentos {
  readonly porChave = new Map<string, { arquivo: string; avulso: boolean }>()

  /** `avulso`: it came as an event of its own, and not inside the note it cancels. */
  juntar(arquivo: string, chave: string, avulso: boolean) {
    const antes = this.porChave.get(chave)
    this.porChave.set(chave, { arquivo: antes?.arquivo ?? arquivo, avulso: avulso || antes?.avulso === true })
  }
}

/**
 * Cancels what is open of cancelled notes, a batch at a time, and records them for notes imported later. Cancelled
 * notes of the same upload were refused already, and have nothing to cancel.
 */
export async function cancelarNotas(
  servicos: Servicos,
  andamento: Andamento,
  { porChave }: Cancelamentos,
  relatorio: RelatorioXml,
): Promise<void> {
  if (porChave.size === 0) return
  const contasDe = await contarContasDasNotas(andamento.conexao, [...porChave.keys()])
  for (const chaves of lotesDe(porChave.keys(), (chave) => contasDe.get(chave) ?? 0)) {
    const cancelado = andamento.simular
      ? await emTransacao(andamento.conexao, (trx) => prever(trx, chaves, andamento.usuarioId))
      : await gravar(servicos, andamento, chaves)
    relatar(cancelado, chaves, porChave, relatorio)
  }
}

function relatar(
  { contas, novos, alheias }: Cancelado,
  chaves: readonly string[],
  porChave: Cancelamentos['porChave'],
  relatorio: RelatorioXml,
) {
  if (alheias.size > 0) relatorio.esperarAdministrador()
  relatorio.cancelamentosNovos(novos.length)
  relatorio.contasAtualizadas(contas.filter((conta) => conta.situacao === 'aberta').length)
  for (const conta of contas) {
    const aviso = avisoDe(conta)
    if (aviso) relatorio.avisar(porChave.get(conta.chave)!.arquivo, conta.chave, aviso)
  }
  const comContas = new Set(contas.map((conta) => conta.chave))
  for (const chave of chaves) {
    const { arquivo, avulso } = porChave.get(chave)!
    if (avulso && !comContas.has(chave) && !alheias.has(chave)) relatorio.avisar(arquivo, chave, SEM_CONTA_EM_ABERTO)
  }
}

const SEM_CONTA_EM_ABERTO =
  'Cancelamento guardado: não há conta em aberto dessa nota, e nada será cobrado se ela chegar.'

interface Cancelado {
  contas: ContaCancelada[]
  /** The notes whose cancellation was not known. */
  novos: string[]
  /** Notes of other operators' customers: an administrator's to cancel. */
  alheias: ReadonlyMap<string, number>
}

async function prever(trx: Trx, chaves: string[], usuarioId: number): Promise<Cancelado> {
  const alheias = await notasAlheias(trx, chaves, usuarioId)
  const proprias = chaves.filter((chave) => !alheias.has(chave))
  const sabidos = await notasCanceladas(trx, proprias)
  const novos = proprias.filter((chave) => !sabidos.has(chave))
  return { contas: await contasACancelar(trx, proprias), novos, alheias }
}

function gravar(servicos: Servicos, andamento: Andamento, chaves: string[]): Promise<Cancelado> {
  const { id: importacaoId, usuarioId, ip } = andamento
  const agora = servicos.relogio.agora()
  return emTransacao(andamento.conexao, async (trx) => {
    await exigirUsuarioAtivo(trx, usuarioId)
    await travarClientes(trx, await clientesDasNotas(trx, chaves))
    const alheias = await notasAlheias(trx, chaves, usuarioId)
    await guardarCancelamentos(trx, alheias, { importacaoId, agora })
    const proprias = chaves.filter((chave) => !alheias.has(chave))
    const causa = peloUsuario(usuarioId, ip, agora)
    const { contas, novos } = await cancelarTravadas(trx, proprias, importacaoId, causa)
    await anotarItens(trx, importacaoId, {
      clientes: { criados: [], atualizados: [] },
      contas: { criadas: [], atualizadas: contas },
      cancelamentos: proprias, // known ones too: the import that told them first cannot be undone before this one
    })
    return { contas, novos, alheias }
  })
}

/** Cancels these notes, whose customers are locked, remembers them, and tells each customer's history. */
export async function cancelarTravadas(
  trx: Trx,
  chaves: readonly string[],
  importacaoId: number,
  causa: Autor,
): Promise<Pick<Cancelado, 'contas' | 'novos'>> {
  const contas = await cancelarContasDasNotas(trx, chaves, causa.agora)
  const novos = await gravarCancelamentos(trx, chaves, importacaoId, causa.agora)
  await reconciliar(
    trx,
    contas.map((conta) => conta.clienteId),
    causa,
  )
  await registrar(
    trx,
    ...contas
      .filter((conta) => conta.situacao === 'aberta')
      .map(
        (conta): Registro => ({
          ...causa,
          acao: 'conta.cancelar',
          descricao: frase`A conta ${aConta(conta.id)} de ${oCliente(conta.clienteId)} foi cancelada com a nota fiscal.`,
          entidade: 'cliente',
          entidadeId: conta.clienteId,
          dados: { conta: conta.id, importacao: importacaoId },
        }),
      ),
  )
  return { contas, novos }
}

function avisoDe({ numero, parcela, situacao, acordoCumprido, pagoCentavos }: ContaCancelada): string | null {
  const conta = `NF-e ${numero}, parcela ${parcela ?? 'única'}`
  if (acordoCumprido) return `${conta}: já foi paga, por um acordo cumprido. Veja se há o que devolver.`
  if (situacao === 'paga') return `${conta}: já estava paga e ficou como está. Veja se há o que devolver.`
  if (situacao === 'negociada') return `${conta}: está em um acordo. Se o acordo acabar, ela volta cancelada.`
  if (situacao === 'aberta' && pagoCentavos > 0)
    return `${conta}: cancelada com parte já paga. Veja se há o que devolver.`
  return null
}
