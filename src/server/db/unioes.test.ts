import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { CAMPOS_ALTERADOS, CAMPOS_DA_CONTA, SITUACOES_DA_ALTERACAO } from '#domain/alteracao.ts'
import { FORMAS_DO_BOTAO } from '#domain/botao-pix.ts'
import { MOTIVOS_FILA, STATUS_CLIENTE } from '#domain/cliente.ts'
import { SITUACOES_DO_CODIGO, TERMINADOS_AQUI, TIPOS_DE_CODIGO } from '#domain/codigo.ts'
import { FORMAS_DE_PAGAMENTO, ORIGENS_DA_CONTA, ORIGENS_DO_PAGAMENTO, SITUACOES } from '#domain/conta.ts'
import {
  CONTESTACAO_EM_ABERTO,
  MOTIVOS_DA_CONTESTACAO,
  ORIGENS_DA_CONTESTACAO,
  STATUS_CONTESTACAO,
} from '#domain/contestacao.ts'
import { MOTIVOS_DA_DECISAO } from '#domain/decisao.ts'
import { FALHAS_DO_ENVIO, PORQUES_DA_RETENCAO } from '#domain/despacho.ts'
import { TIPOS_DE_NOTA } from '#domain/documento-fiscal.ts'
import { ORIGENS_DE_EVENTO, RECUSAS_DE_WEBHOOK, TIPOS_DE_EVENTO } from '#domain/entrada.ts'
import { ACOES_DO_ITEM, ENTIDADES_DO_ITEM, SITUACOES_DA_IMPORTACAO, TIPOS_DE_ENVIO } from '#domain/importacao.ts'
import { EVENTOS_DE_INTEGRACAO, STATUS_DA_ENTREGA } from '#domain/integracao.ts'
import { VERBOS_DO_LOG } from '#domain/log.ts'
import {
  DA_REGUA,
  DIRECOES,
  ENVIOS,
  FINALIDADES,
  SAINDO,
  SEM_DESFECHO,
  STATUS_MENSAGEM,
  TIPOS_MENSAGEM,
} from '#domain/mensagem.ts'
import { SITUACOES_MODELO, TIPOS_MODELO } from '#domain/modelo.ts'
import {
  ORIGENS_DO_MOVIMENTO,
  SITUACOES_DO_MOVIMENTO,
  SITUACOES_INDECISAS,
  TIPOS_DE_MOVIMENTO,
} from '#domain/movimento.ts'
import { EM_ANDAMENTO, EM_ESPERA, ORIGENS_DA_NEGOCIACAO, STATUS_NEGOCIACAO } from '#domain/negociacao.ts'
import { NIVEIS } from '#domain/nivel.ts'
import { SITUACOES_DO_ARQUIVO } from '#domain/pasta-vigiada.ts'
import { MEIOS_DA_CONFIRMACAO } from '#domain/pessoa.ts'
import { ORIGENS_DA_PROMESSA, STATUS_PROMESSA } from '#domain/promessa.ts'
import { CONFIRMAR_PESSOA } from '#domain/recebimento.ts'
import { SITUACOES_DO_PEDIDO } from '#domain/recuperacao.ts'
import { TIPOS_PASSO } from '#domain/regua.ts'
import { ACOES_SUGERIDAS, CERTEZAS } from '#domain/sugestoes.ts'
import { PAPEIS_GRAVADOS, STATUS_USUARIO } from '#domain/usuario.ts'
import { EM_MASSA } from '#server/logs/busca.queries.ts'
import { test, type World } from '#test/world.ts'

/** What a column may hold: its own check constraint (`tabela_coluna_check`) says the same. */
const COLUNAS: Record<string, readonly string[]> = {
  'arquivo_da_pasta.situacao': SITUACOES_DO_ARQUIVO,
  'cliente.status': STATUS_CLIENTE,
  'cliente.aguardando_motivo': MOTIVOS_FILA,
  'cliente.fila_motivo': MOTIVOS_FILA,
  'codigo.situacao': SITUACOES_DO_CODIGO,
  'codigo.tipo': TIPOS_DE_CODIGO,
  'conta.origem': ORIGENS_DA_CONTA,
  'conta.situacao': SITUACOES,
  'despacho.falha_tipo': FALHAS_DO_ENVIO,
  'despacho.retida_porque': PORQUES_DA_RETENCAO,
  'evento_recebido.origem': ORIGENS_DE_EVENTO,
  'importacao.situacao': SITUACOES_DA_IMPORTACAO,
  'importacao.tipo': TIPOS_DE_ENVIO,
  'importacao_alteracao.campo': CAMPOS_ALTERADOS,
  'importacao_alteracao.situacao': SITUACOES_DA_ALTERACAO,
  'importacao_item.acao': ACOES_DO_ITEM,
  'importacao_item.entidade': ENTIDADES_DO_ITEM,
  'log.nivel': NIVEIS,
  'mensagem.direcao': DIRECOES,
  'mensagem.envio': ENVIOS,
  'mensagem.finalidade': FINALIDADES,
  'mensagem.status': STATUS_MENSAGEM,
  'mensagem.tipo': TIPOS_MENSAGEM,
  'modelo.tipo': TIPOS_MODELO,
  'modelo_botao.forma': FORMAS_DO_BOTAO,
  'modelo_botao.situacao': SITUACOES_MODELO,
  'modelo_versao.situacao': SITUACOES_MODELO,
  'movimento.origem': ORIGENS_DO_MOVIMENTO,
  'movimento.situacao': SITUACOES_DO_MOVIMENTO,
  'movimento.tipo': TIPOS_DE_MOVIMENTO,
  'negociacao.status': STATUS_NEGOCIACAO,
  'negociacao.origem': ORIGENS_DA_NEGOCIACAO,
  'nota_fiscal.tipo': TIPOS_DE_NOTA,
  'pagamento.forma': FORMAS_DE_PAGAMENTO,
  'pagamento.origem': ORIGENS_DO_PAGAMENTO,
  'passo_regua.tipo': TIPOS_PASSO,
  'contestacao.motivo': MOTIVOS_DA_CONTESTACAO,
  'contestacao.origem': ORIGENS_DA_CONTESTACAO,
  'contestacao.status': STATUS_CONTESTACAO,
  'pedido_de_senha.situacao': SITUACOES_DO_PEDIDO,
  'pessoa_do_telefone.confirmada_por': MEIOS_DA_CONFIRMACAO,
  'promessa.origem': ORIGENS_DA_PROMESSA,
  'promessa.status': STATUS_PROMESSA,
  'recebimento.confirmar_pessoa': CONFIRMAR_PESSOA,
  'sugestao.acao': ACOES_SUGERIDAS,
  'sugestao.certeza': CERTEZAS,
  'entrega.status': STATUS_DA_ENTREGA,
  'evento_de_integracao.tipo': EVENTOS_DE_INTEGRACAO,
  'usuario.role': PAPEIS_GRAVADOS,
  'usuario.status': STATUS_USUARIO,
  'webhook_recusado.motivo': RECUSAS_DE_WEBHOOK,
}

/** Subsets of a column's words: in the other checks, and in the conditions of partial indexes. */
const PARTES: Record<string, readonly string[]> = {
  'contestacao_check: contestacao.status': CONTESTACAO_EM_ABERTO,
  'codigo_a_remover: codigo.situacao': TERMINADOS_AQUI,
  'importacao_alteracao_check2: importacao_alteracao.campo': CAMPOS_DA_CONTA,
  'log_busca: log.acao': EM_MASSA,
  'mensagem_a_caminho: mensagem.envio': SAINDO,
  'mensagem_check3: mensagem.finalidade': DA_REGUA,
  'mensagem_em_voo: mensagem.envio': SEM_DESFECHO,
  'mensagem_saida: mensagem.finalidade': DA_REGUA,
  'mensagem_saida_pessoas: mensagem.finalidade': DA_REGUA,
  'mensagem_uma_por_dia: mensagem.finalidade': DA_REGUA,
  'mensagem_do_dia: mensagem.finalidade': DA_REGUA,
  'movimento_por_decidir: movimento.situacao': SITUACOES_INDECISAS,
  'negociacao_check1: negociacao.status': EM_ANDAMENTO,
  'negociacao_check2: negociacao.status': EM_ESPERA,
  'negociacao_em_andamento: negociacao.status': EM_ANDAMENTO,
  'negociacao_em_espera: negociacao.status': EM_ESPERA,
}

/** Columns without a check of their own, whose words the program alone holds to a list. */
const SEM_CHECK: Record<string, readonly string[]> = {
  'codigo_conta.situacao': SITUACOES_DO_CODIGO,
  'envio_sem_registro.status': ['failed'], // Meta’s own word
  'evento_recebido.tipo': TIPOS_DE_EVENTO,
  'execucao_item.motivo': MOTIVOS_DA_DECISAO,
  'log.acao': Object.entries(VERBOS_DO_LOG).flatMap(([assunto, verbos]) => verbos.map((um) => `${assunto}.${um}`)),
}

interface Regra {
  nome: string
  tabela: string
  texto: string
}

/** Every check constraint, and the condition of every partial index, as PostgreSQL writes them. */
async function lerRegras({ db }: World): Promise<Regra[]> {
  const { rows } = await sql<Regra>`
    select c.conname as nome, c.conrelid::regclass::text as tabela, pg_get_constraintdef(c.oid) as texto
    from pg_constraint c join pg_class k on k.oid = c.conrelid
    where c.contype = 'c' and k.relnamespace = current_schema()::regnamespace
    union all
    select i.indexrelid::regclass::text, i.indrelid::regclass::text, pg_get_expr(i.indpred, i.indrelid)
    from pg_index i join pg_class k on k.oid = i.indrelid
    where i.indpred is not null and k.relnamespace = current_schema()::regnamespace`.execute(db)
  return rows
}

const LISTA = /\(?\b(?<coluna>\w+) (?:= ANY|<> ALL) \(+ARRAY\[(?<palavras>[^\]]*)\]/g
const PALAVRA = /'([^']*)'::text/g
const UMA_SO = /\(?\b(?<coluna>\w+) (?:=|<>) '(?<palavra>[^']*)'::text/g
const emOrdem = (palavras: readonly string[]) => [...palavras].sort()

const listasDe = ({ nome, tabela, texto }: Regra) =>
  [...texto.matchAll(LISTA)].map(({ groups }) => {
    const coluna = `${tabela}.${groups!.coluna}`
    const propria = nome === `${tabela}_${groups!.coluna}_check`
    const palavras = [...groups!.palavras!.matchAll(PALAVRA)].map(([, palavra]) => palavra!)
    return [propria ? coluna : `${nome}: ${coluna}`, emOrdem(palavras)] as const
  })

test('each list of words that the database holds a column to is the domain’s', async ({ world }) => {
  const achadas = (await lerRegras(world)).flatMap(listasDe)
  const esperadas = Object.entries({ ...COLUNAS, ...PARTES }).map(([onde, palavras]) => [onde, emOrdem(palavras)])
  const oQueFazer = 'Onde o domínio tem outras palavras, uma migração nova refaz a restrição ou o índice'
  expect(Object.fromEntries(achadas), oQueFazer).toEqual(Object.fromEntries(esperadas))
  expect(achadas).toHaveLength(esperadas.length)
})

test('each single word that the database compares with a column is one that it may hold', async ({ world }) => {
  const comparadas = (await lerRegras(world)).flatMap(({ nome, tabela, texto }) =>
    [...texto.matchAll(UMA_SO)].map(({ groups }) => ({
      nome,
      coluna: `${tabela}.${groups!.coluna}`,
      palavra: groups!.palavra!,
    })),
  )
  expect(comparadas.length).toBeGreaterThan(25)
  const estranhas = comparadas.filter(
    ({ coluna, palavra }) => !(COLUNAS[coluna] ?? SEM_CHECK[coluna])?.includes(palavra),
  )
  expect(estranhas).toEqual([])
})

/** Not an assignment of the program itself; the log names its `entidade` more freely than an import does. */
const NA_DECLARACAO = /(?<!const )\b(?!entidade)(?<coluna>\w+) (?:=|<>) '(?<palavra>\w+)'/g

test('each single word that a statement of the program compares with such a column is one that it may hold', () => {
  const palavrasDe = Map.groupBy(Object.entries({ ...COLUNAS, ...SEM_CHECK }), ([onde]) => onde.split('.')[1]!)
  const fontes = readdirSync('src/server', { recursive: true, encoding: 'utf8' }).filter((um) =>
    /(?<!\.test)\.ts$/.test(um),
  )
  const comparadas = fontes.flatMap((arquivo) =>
    [...readFileSync(`src/server/${arquivo}`, 'utf8').matchAll(NA_DECLARACAO)]
      .map(({ groups }) => ({ arquivo, coluna: groups!.coluna!, palavra: groups!.palavra! }))
      .filter(({ coluna }) => palavrasDe.has(coluna)),
  )
  expect(comparadas.length).toBeGreaterThan(200)
  const estranhas = comparadas.filter(
    ({ coluna, palavra }) => !palavrasDe.get(coluna)!.some(([, palavras]) => palavras.includes(palavra)),
  )
  expect(estranhas).toEqual([])
})
