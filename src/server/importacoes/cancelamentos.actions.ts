import { aConta, frase, oCliente } from '#domain/frase-do-log.ts'
import { reconciliar } from '#server/clientes/automaticas.actions.ts'
import { travarClientes } from '#server/clientes/status.actions.ts'
import {
  type ContaCancelada,
  cancelarContasDasNotas,
  clientesDasNotas,
  contasACancelar,
} from '#server/contas-receber/contas-receber.importacao.ts'
import type { Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { type Registro, registrar } from '#server/logs/logs.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { exigirUsuarioAtivo } from '#server/sessao/usuario-ativo.actions.ts'
import type { Andamento } from './andamento.actions.ts'
import { anotarItens } from './itens.actions.ts'
import { gravarCancelamentos, notasCanceladas } from './notas.queries.ts'
import type { RelatorioXml } from './resultado-xml.ts'
import type { Conhecido } from './xml-lote.actions.ts'

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
 * Cancels what is open of cancelled notes, and remembers them for notes that come later. Done after the notes of the
 * same upload, whatever their order in it.
 */
export async function cancelarNotas(
  servicos: Servicos,
  andamento: Andamento,
  { porChave }: Cancelamentos,
  relatorio: RelatorioXml,
  conhecido: Conhecido,
): Promise<void> {
  if (porChave.size === 0) return
  const chaves = [...porChave.keys()]
  const { contas, novos } = andamento.simular
    ? await emTransacao(andamento.conexao, (trx) => prever(trx, chaves))
    : await gravar(servicos, andamento, chaves)
  relatorio.cancelamentosNovos(novos.length)
  relatorio.contasAtualizadas(contas.filter((conta) => conta.situacao === 'aberta').length)
  for (const conta of contas) {
    const aviso = avisoDe(conta)
    if (aviso) relatorio.avisar(porChave.get(conta.chave)!.arquivo, conta.chave, aviso)
  }
  const comContas = new Set(contas.map((conta) => conta.chave))
  for (const [chave, { arquivo, avulso }] of porChave) {
    if (!avulso || comContas.has(chave)) continue
    // While simulating, the accounts of this very upload are not there to be found.
    const aceitas = andamento.simular ? conhecido.aceitas.get(chave) : undefined
    if (aceitas) relatorio.contasAtualizadas(aceitas)
    else relatorio.avisar(arquivo, chave, SEM_CONTA_EM_ABERTO)
  }
}

const SEM_CONTA_EM_ABERTO =
  'Cancelamento guardado: não há conta em aberto dessa nota, e nada será cobrado se ela chegar.'

interface Cancelado {
  contas: ContaCancelada[]
  /** The notes whose cancellation was not known. */
  novos: string[]
}

async function prever(trx: Trx, chaves: string[]): Promise<Cancelado> {
  const sabidos = await notasCanceladas(trx, chaves)
  return { contas: await contasACancelar(trx, chaves), novos: chaves.filter((chave) => !sabidos.has(chave)) }
}

function gravar(servicos: Servicos, andamento: Andamento, chaves: string[]): Promise<Cancelado> {
  const { id: importacaoId, usuarioId, ip } = andamento
  const agora = servicos.relogio.agora()
  return emTransacao(andamento.conexao, async (trx) => {
    await exigirUsuarioAtivo(trx, usuarioId)
    await travarClientes(trx, await clientesDasNotas(trx, chaves))
    const contas = await cancelarContasDasNotas(trx, chaves, agora)
    const novos = await gravarCancelamentos(trx, chaves, importacaoId, agora)
    const causa = { agora, usuarioId, ip }
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
    await anotarItens(trx, importacaoId, {
      clientes: { criados: [], atualizados: [] },
      contas: { criadas: [], atualizadas: contas },
      cancelamentos: novos,
    })
    return { contas, novos }
  })
}

function avisoDe({ numero, parcela, situacao, pagoCentavos }: ContaCancelada): string | null {
  const conta = `NF-e ${numero}, parcela ${parcela ?? 'única'}`
  if (situacao === 'paga') return `${conta}: já estava paga e ficou como está. Veja se há o que devolver.`
  if (situacao === 'negociada') return `${conta}: está em um acordo. Se o acordo acabar, ela volta cancelada.`
  if (situacao === 'aberta' && pagoCentavos > 0)
    return `${conta}: cancelada com parte já paga. Veja se há o que devolver.`
  return null
}
