import { type Kysely, sql } from 'kysely'
import { peloUsuario } from '#domain/causa.ts'
import { type Dia, diaDe } from '#domain/data.ts'
import { plural } from '#domain/plural.ts'
import { reconciliar } from '#server/clientes/automaticas.actions.ts'
import { salvarDaPlanilha } from '#server/clientes/clientes.importacao.ts'
import { salvarContasDaPlanilha } from '#server/contas-receber/contas-receber.importacao.ts'
import type { Database } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { notificarTodos } from '#server/eventos/notificar.ts'
import { registrar, registrarDeCada } from '#server/logs/logs.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { exigirUsuarioAtivo } from '#server/sessao/usuario-ativo.actions.ts'
import { guardarDaPlanilha } from './alteracoes.guarda.ts'
import { type Andamento, exigirEmCurso } from './andamento.actions.ts'
import { type Contagem, linhasDoLote } from './csv-preparo.queries.ts'
import { anotarItens, registrarCadastros } from './itens.actions.ts'

/** Batches have different customers, so they never wait for each other, and two sessions keep two cores busy. */
const GRAVADORES = 2
const LOTES_QUE_MUDAM_PLANOS = 10

/** Writes all batches of a spreadsheet. When one fails, those in progress finish and no other begins. */
export async function gravarLotes(
  servicos: Servicos,
  andamento: Andamento,
  lotes: number,
  aoGravar: (gravados: number) => Promise<void>,
): Promise<void> {
  const hoje = diaDe(servicos.relogio.agora())
  const fila = Array(lotes).keys()
  const falhas: unknown[] = []
  let gravados = 0
  // The first is the import's own session: when that is lost, and with it the import's turn, the writing stops.
  const gravar = async (conexao: Kysely<Database>) => {
    for (const lote of fila) {
      if (falhas.length > 0) return
      await gravarLote(servicos, andamento, conexao, lote, hoje)
      await aoGravar(++gravados)
    }
  }
  await Promise.all(
    Array.from({ length: GRAVADORES }, (_, i) =>
      gravar(i === 0 ? andamento.conexao : servicos.db).catch((erro) => falhas.push(erro)),
    ),
  )
  if (falhas.length > 0) throw falhas[0]
  // Updates planner statistics after a large import; busy tables are skipped.
  if (lotes >= LOTES_QUE_MUDAM_PLANOS) await sql`select analisar('cadastros')`.execute(servicos.db)
}

/** One batch of a spreadsheet: customers, their accounts, their status, and the data for undoing; all or nothing. */
function gravarLote(
  servicos: Servicos,
  { id: importacaoId, usuarioId, ip, vincular, conexao: propria }: Andamento,
  conexao: Kysely<Database>,
  numero: number,
  hoje: Dia,
): Promise<void> {
  const agora = servicos.relogio.agora()
  const importacao = {
    importacaoId,
    usuarioId,
    agora,
    hoje,
    chaveSecreta: servicos.chaveSecreta,
    operadorId: vincular ? usuarioId : null,
  }
  const lote = linhasDoLote(importacaoId, numero)
  return emTransacao(conexao, async (trx) => {
    // Durability comes with the import's last commit, which waits for the disk.
    await sql`set local synchronous_commit = off`.execute(trx)
    // The import's own session needs no check: if it were lost, this transaction would be too.
    if (conexao !== propria) await exigirEmCurso(trx, importacaoId)
    await exigirUsuarioAtivo(trx, usuarioId)
    const clientes = await salvarDaPlanilha(trx, lote, importacao)
    const contas = await salvarContasDaPlanilha(trx, lote, importacao)
    await guardarDaPlanilha(trx, lote, importacao)
    const novos = new Set(clientes.criados)
    const mexidos = [...new Set([...contas.criadas, ...contas.atualizadas].map((conta) => conta.clienteId))]
    const causa = peloUsuario(usuarioId, ip, agora)
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
  const { alheias: _, ...contadas } = contagem
  const { importados, atualizados, contasCriadas } = contadas
  await registrar(servicos.db, {
    agora: servicos.relogio.agora(),
    usuarioId: andamento.usuarioId,
    ip: andamento.ip,
    acao: 'importacao.importar',
    descricao: `Planilha importada: ${plural(importados, 'cliente novo', 'clientes novos')}, ${plural(atualizados, 'atualizado', 'atualizados')}, ${plural(contasCriadas, 'conta', 'contas')}.`,
    entidade: 'importacao',
    entidadeId: andamento.id,
    dados: contadas,
  })
  await notificarTodos(servicos.db, 'cliente')
}
