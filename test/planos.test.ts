import { sql } from 'kysely'
import type pg from 'pg'
import { expect } from 'vitest'
import type { Candidatos } from '#domain/candidatos.ts'
import { diaDe } from '#domain/data.ts'
import { type AProcurar, acharCandidatos } from '#server/conciliacao/candidatos.queries.ts'
import { julgarPendentes } from '#server/conciliacao/julgar.actions.ts'
import { rejulgarOMesmo } from '#server/conciliacao/mesmo-boleto.actions.ts'
import { lerTaxas } from '#server/configuracao/configuracao.queries.ts'
import { conectar } from '#server/db/conexao.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { reivindicar } from '#server/despacho/reivindicacao.actions.ts'
import { processarEntrada } from '#server/entrada/processar.actions.ts'
import { doPsp } from '#server/recebimento/inbox.ts'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { test, type World } from '#test/world.ts'
import { povoar } from '../bench/povoar.ts'
import { lerPlano, lidasInteiras, pedidasDurante } from './leituras.ts'
import { abrirPagina } from './pagina.ts'
import { CHAVE_PIX, comBanco } from './psp.ts'
import { dizerStatus, escrever } from './whatsapp.ts'

/* What a call reads of the tables that grow with a company is bounded by what it shows, however much there is. */

const CLIENTES = 12_000
const ENCHER_MS = 100_000

/** Calls, and the maximum of growing tables' rows each may read. A search counts up to 5,000, over two pages. */
const CHAMADAS: [chamada: string, linhas: number][] = [
  ['me', 5],
  ['admin/clientes', 400],
  ['admin/clientes?page=505', 450],
  ['admin/clientes?ordenar=atraso&page=590', 600],
  ['admin/clientes/por-status/ativo?page=330', 450],
  ['admin/clientes/contagem', 0],
  ['admin/clientes?busca=c4ca4', 50],
  ['admin/clientes?busca=a', 7_000],
  ['admin/clientes/777', 100],
  ['admin/logs', 150],
  ['admin/logs?busca=zzz', 300],
  ['operador/clientes/ativos', 400],
  ['operador/clientes/ativos?carteira=livre', 400],
  ['operador/clientes/carteira', 400],
  ['operador/clientes/concluidos', 400],
  ['admin/clientes?operador_id=nenhum', 1_000],
  ['admin/clientes?ordenar=nome', 400],
  ['admin/clientes?ordenar=-valor', 700],
  ['operador/clientes/aguardando-atendimento', 500],
  ['operador/clientes/3/mensagens', 60],
  ['operador/contas-receber/listar', 200],
  ['operador/contas-receber/listar?page=1000', 1_500],
  ['operador/contas-receber/listar?faixa=31-60', 200],
  ['operador/contas-receber/listar?ordenar=-valor&status=em_aberto,vencida', 400],
  ['operador/contas-receber/listar?origem=csv', 50],
  ['operador/contas-receber/listar?busca=c4ca4', 100],
  ['operador/contas-receber/listar?busca=40031', 100],
  ['operador/contas-receber/listar?busca=NF-e%2040.031%20%C2%B7%201/2', 100],
  ['operador/contas-receber/listar?busca=acordo%2013', 100],
  ['admin/clientes?busca=NF-e%2040.031', 100],
  ['operador/contas-receber/listar?busca=comercio%20acordo%207', 100],
  ['admin/clientes?busca=comercio%20acordo%207', 100],
  ['operador/contas-receber/listar?busca=comercio', 13_000],
  // The disputed amount is summed anew: some seven hundred accounts here.
  ['operador/contas-receber/resumo', 2_000],
  ['operador/promessas', 200],
  ['operador/promessas?ordenar=-valor', 200],
  ['admin/promessas?page=20', 1_500],
  ['operador/contestacoes', 200],
  ['admin/contestacoes?page=20', 1_500],
  ['operador/contestacoes?busca=2026-000777', 50],
  ['admin/negociacoes', 2_000],
  ['admin/conciliacao/movimentos', 100],
  ['admin/conciliacao/movimentos?page=400', 500],
  ['admin/conciliacao/movimentos?ordenar=-valor', 300],
  ['admin/conciliacao/resumo', 0],
  ['admin/conciliacao/movimentos?situacao=aplicado&busca=pagador%20777', 100],
  ['admin/conciliacao/importacoes', 0],
  ['operador/mencoes?busca=comercio', 400],
  ['admin/recebimento/eventos', 100],
  ['admin/clientes?ordenar=nome&page=560', 450],
  ['operador/contas-receber/listar?ordenar=valor&page=900', 450],
  ['admin/clientes?ordenar=-chamadas&page=560', 450],
  ['admin/cobranca/execucoes/59', 2_500],
  ['admin/cobranca/execucoes/59?motivo=enviada', 4_500],
  ['admin/clientes/777/dados', 200],
  ['admin/configuracoes/guarda/previa?arquivos_meses=1', 50],
]

/** Far pages, and how many blocks of 8 KiB they may touch: what is told of a row beside it is read only for those shown. */
const LONGE: [chamada: string, blocos: number][] = [
  ['admin/promessas?page=200', 2_000],
  ['admin/contestacoes?page=200', 2_000],
]

/** PostgreSQL 15 reads some more than 18. */
const A_MAIS_ATE_O_15 = 1.6

/** Large counts are memoised (`db/folga.ts`), or the order is cached (`db/ids.ts`): only the page is bounded. */
const CONTADAS = /promessas|contestacoes|negociacoes|execucoes|page=560|valor&page=900/

test('no hot call reads much more than it shows, of a hundred and thirty thousand rows', {
  timeout: 3 * ENCHER_MS,
}, async ({ world }) => {
  await povoar(world.urlDoDono, CLIENTES)
  const agora = world.relogio.agora()
  const tokens = {
    admin: await criarSessao(world.db, 1, agora, null),
    operador: await criarSessao(world.db, 2, agora, null),
  }
  const dono = await conectar(world.urlDoDono)
  const { rows } = await dono.query<{ ate15: boolean }>(
    `select current_setting('server_version_num')::int < 160000 as ate15`,
  )
  const folga = rows[0]!.ate15 ? A_MAIS_ATE_O_15 : 1
  const demais: string[] = []
  const lerChamada = async (chamada: string) => {
    const token = tokens[chamada.startsWith('operador') ? 'operador' : 'admin']
    const chamar = async () => {
      const { statusCode, body } = await world.app.inject({
        url: `/api/${chamada}`,
        headers: { authorization: `Bearer ${token}` },
      })
      expect(statusCode, body).toBe(200)
      if (chamada.includes('page=')) expect(JSON.parse(body).data, `${chamada} has rows`).not.toEqual([])
    }
    if (CONTADAS.test(chamada)) await chamar()
    const lido = { linhas: 0, blocos: 0 }
    for (const pedida of await pedidasDurante(chamar)) {
      const { linhas, blocos } = await lerPlano(dono, pedida)
      lido.linhas += linhas
      lido.blocos += blocos
    }
    return lido
  }
  try {
    await mencionar(dono)
    await importar(dono)
    await percorrerSemOlhar(world, dono, demais)
    const lidas = await lidasPorBoletos(world, dono)
    if (lidas > LIDAS_POR_BOLETOS) demais.push(`boletos of a return: ${lidas} rows read, ${LIDAS_POR_BOLETOS} at most`)
    for (const [chamada, maximo] of CHAMADAS) {
      const soma = (await lerChamada(chamada)).linhas
      if (soma > maximo * folga) demais.push(`${chamada}: ${soma} rows read, ${maximo} at most`)
    }
    for (const [chamada, maximo] of LONGE) {
      const { blocos } = await lerChamada(chamada)
      if (blocos > maximo) demais.push(`${chamada}: ${blocos} blocks touched, ${maximo} at most`)
    }
    const porDecisao = await lidasPorDecisao(world, dono)
    if (porDecisao > LIDAS_POR_DECISAO) demais.push(`a decision: ${porDecisao} rows read, ${LIDAS_POR_DECISAO} at most`)
  } finally {
    await dono.end()
  }
  expect(demais).toEqual([])
})

/** Thirty notes that name the operator. */
const mencionar = (dono: pg.Client) =>
  dono.query(`with feitas as (
      insert into anotacao (cliente_id, autor_id, texto, fixada, created_at)
        select i, 3, 'Veja isto', false, now() from generate_series(1, 30) i returning id)
    insert into mencao (anotacao_id, usuario_id) select id, 2 from feitas`)

/** Every customer came from a spreadsheet. */
const importar = (dono: pg.Client) =>
  dono.query(`with feita as (
      insert into importacao (tipo, arquivo, usuario_id, situacao, criada_em) values ('csv', 'x.csv', 2, 'concluida', now()) returning id)
    insert into importacao_item (importacao_id, entidade, entidade_id, acao)
      select feita.id, 'cliente', cliente.id::text, 'criado' from feita, cliente;
    analyze importacao_item`)

/** Background work: none of its statements may scan a growing table sequentially. */
async function percorrerSemOlhar(world: World, dono: pg.Client, demais: string[]) {
  const feitos: [nome: string, fazer: () => Promise<unknown>][] = [
    ['claim', () => reivindicarAlgumas(world)],
    ['statuses', () => dizerStatus(world, ...wamids(40).flatMap((wamid) => [{ wamid, status: 'read' }]))],
    ['a reply', () => escrever(world, { de: '+5511900000777' })],
    ['a customer’s page', () => usarPagina(world)],
    ['a Pix that the PSP tells', () => receberPix(world)],
  ]
  for (const [nome, fazer] of feitos) {
    for (const pedida of await pedidasDurante(fazer, 'todas')) {
      const inteiras = await lidasInteiras(dono, pedida)
      if (inteiras.length > 0) demais.push(`${nome} reads ${inteiras} from end to end: ${pedida.text.slice(0, 300)}`)
    }
  }
}

const BOLETOS = 50
const LIDAS_POR_BOLETOS = BOLETOS * 100

/** Titles whose number at the bank nobody kept: what is read to find their accounts. */
async function lidasPorBoletos(world: World, dono: pg.Client): Promise<number> {
  const { rows } = await sql<AProcurar>`
    select id, false as lote, vencimento as dia, '341' as banco, valor_centavos as sem_dono_centavos, null as pagador_nome,
      null as pagador_documento, null as nosso_numero, null as txid, numero as seu_numero, vencimento as titulo_vencimento,
      valor_centavos as titulo_centavos
    from conta where situacao = 'aberta' and pago_centavos = 0 order by id limit ${BOLETOS}`.execute(world.db)
  const taxas = await lerTaxas(world.db)
  const pedidas = await pedidasDurante(async () => {
    const achados = await acharCandidatos(world.db, rows, taxas)
    const contas = ({ clientes }: Candidatos) => clientes.flatMap((cliente) => cliente.contas.map((conta) => conta.id))
    for (const { id } of rows) expect(contas(achados.get(id)!)).toContain(id)
  })
  let soma = 0
  for (const pedida of pedidas) soma += (await lerPlano(dono, pedida)).linhas
  return soma
}

const DECIDIDOS = 5_000
const LIDAS_POR_DECISAO = 50

/** Of an amount that thousands paid by Pix in a day, all of them decided but one: what a decision about another reads. */
async function lidasPorDecisao(world: World, dono: pg.Client): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into movimento (origem, tipo, dia, valor_centavos, saiu, descricao, txid, end_to_end_id, situacao, aplicado_centavos, a_julgar, created_at)
    select 'pix', 'credito', ${world.hoje()}::date, 9990, false, 'Pix', 'doBanco' || n, 'EdoMesmo' || n, case when n = 1 then 'novo' else 'aplicado' end,
      case when n = 1 then 0 else 9990 end, false, ${world.relogio.agora()}
    from generate_series(1, ${DECIDIDOS}::int) n returning id`.execute(world.db)
  await dono.query('analyze movimento')
  const pedidas = await pedidasDurante(
    () => emTransacao(world.db, (trx) => rejulgarOMesmo(trx, [rows[1]!.id])),
    'todas',
  )
  let soma = 0
  for (const pedida of pedidas) soma += (await lerPlano(dono, pedida)).linhas
  return soma
}

const wamids = (quantos: number) => Array.from({ length: quantos }, (_, i) => `wamid.${i + 1}.0`)

async function reivindicarAlgumas(world: World) {
  const agora = world.relogio.agora()
  await sql`
    insert into mensagem (cliente_id, contato_id, direcao, tipo, conteudo, status, finalidade, modelo_tipo, automatica, envio, dia, proxima_em, created_at)
    select id, contato_id, 'enviada', 'template', 'x', 'pendente', 'regua', 'atraso', true, 'fila', ${diaDe(agora)}::date, ${agora}, ${agora}
    from cliente where status = 'ativo' and numero_chamadas < 3 order by id limit 40`.execute(world.db)
  const { vistas } = await reivindicar(world.db, agora, 40, { origem: world.servicos.origem })
  expect(vistas).toBe(40)
}

async function usarPagina(world: World) {
  const pagina = await (await abrirPagina(world, 777)).entrar()
  expect((await pagina.chamar('GET', '/inicio')).statusCode).toBe(200)
}

const receberPix = (world: World) =>
  comBanco(world, async (banco) => {
    const pix = banco.psp.pagarChave(CHAVE_PIX, 12_34)
    const { segredo } = await world.servicos.pix.meios()
    const url = `/api/webhooks/pix/${segredo}/pix`
    expect((await world.app.inject({ method: 'POST', url, payload: { pix: [pix] } })).statusCode).toBe(200)
    while (await processarEntrada(world.servicos, doPsp(world.servicos))) {}
    await julgarPendentes(world.db, world.relogio.agora())
  })
