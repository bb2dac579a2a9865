import type { Dia } from '#domain/data.ts'
import { reconciliar } from '#server/clientes/automaticas.actions.ts'
import { salvarDaPlanilha } from '#server/clientes/clientes.importacao.ts'
import { salvarContasDaPlanilha } from '#server/contas-receber/contas-receber.importacao.ts'
import { notificar } from '#server/eventos/notificar.ts'
import { registrar, registrarDeCada } from '#server/logs/logs.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { exigirUsuarioAtivo } from '#server/sessao/usuario-ativo.actions.ts'
import type { Andamento } from './andamento.actions.ts'
import type { Contagem } from './csv-preparo.queries.ts'
import { anotarItens, registrarCadastros } from './itens.actions.ts'

/** One batch of a spreadsheet: customers, their accounts, their status, and what is needed to take it back; or nothing. */
export function gravarLote(servicos: Servicos, andamento: Andamento, lote: number, hoje: Dia): Promise<void> {
  const { id: importacaoId, usuarioId, ip, vincular } = andamento
  const agora = servicos.relogio.agora()
  const importacao = {
    importacaoId,
    agora,
    hoje,
    chaveSecreta: servicos.chaveSecreta,
    operadorId: vincular ? usuarioId : null,
  }
  return andamento.conexao.transaction().execute(async (trx) => {
    await exigirUsuarioAtivo(trx, usuarioId)
    const clientes = await salvarDaPlanilha(trx, lote, importacao)
    const contas = await salvarContasDaPlanilha(trx, lote, importacao)
    const novos = new Set(clientes.criados)
    const mexidos = [...new Set([...contas.criadas, ...contas.atualizadas].map((conta) => conta.clienteId))]
    const causa = { agora, usuarioId, ip }
    await reconciliar(
      trx,
      mexidos.filter((id) => !novos.has(id)),
      causa,
    )
    await registrarCadastros(trx, clientes.criados, importacaoId, causa)
    await registrarDeCada(
      trx,
      clientes.atualizados.map(({ id }) => id),
      {
        ...causa,
        acao: 'cliente.atualizar',
        descricao: `{cliente:#} teve o cadastro atualizado pela importação ${importacaoId}.`,
        entidade: 'cliente',
      },
    )
    await anotarItens(trx, importacaoId, { clientes, contas })
  })
}

/** One line of the log for the whole import, and one word to the screens. */
export async function registrarImportacao(servicos: Servicos, andamento: Andamento, contagem: Contagem): Promise<void> {
  const { importados, atualizados, contasCriadas } = contagem
  await registrar(servicos.db, {
    agora: servicos.relogio.agora(),
    usuarioId: andamento.usuarioId,
    ip: andamento.ip,
    acao: 'importacao.importar',
    descricao: `Planilha importada: ${importados} clientes novos, ${atualizados} atualizados, ${contasCriadas} contas.`,
    entidade: 'importacao',
    entidadeId: andamento.id,
    dados: { ...contagem },
  })
  await notificar(servicos.db, { tipo: 'cliente', cliente_id: null, operador_id: null })
}
