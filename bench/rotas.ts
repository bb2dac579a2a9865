import { conectar } from '#server/db/conexao.ts'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { lerPlano, pedidasDurante } from '../test/leituras.ts'
import { abrirAplicacao, cronometrar, percentil } from './aplicacao.ts'
import { bancoDeMedida, medir } from './banco.ts'
import { AGORA, HOJE, povoar } from './povoar.ts'
import { segundosDe, segundosDoBanco } from './processador.ts'

/*
 * Every list and figure of the API over a company of a third of a million customers and a million accounts, through the whole
 * application, one call at a time: the median, the CPU time of a call in node and in PostgreSQL, and the rows of growing tables
 * and blocks that its statements read. The last three depend little on the machine's other work.
 *   node bench/rotas.ts [customers, 300000] [requests of each, 40] [only routes with this text]
 * Filling takes some minutes. BENCH_DATABASE_URL names a database that is kept: a migrated, empty one is filled; one with
 * customers is measured as it is, so that a query can be changed and measured again.
 */
const PEDIDOS = Number(process.argv[3] ?? 40)
const SO = process.argv[4] ?? ''
/** A person may search only 300 times a minute, so many take turns. */
const PESSOAS = 20

const mantido = process.env.BENCH_DATABASE_URL
const banco = mantido ? { url: mantido, fechar: async () => {} } : await bancoDeMedida()
const { app, db, fechar } = await abrirAplicacao(banco.url, AGORA)
const leitor = await conectar(banco.url)
try {
  const { rows } = await leitor.query('select from cliente limit 1')
  if (rows.length === 0)
    console.log(`filled in ${(await medir(() => povoar(banco.url, Number(process.argv[2] ?? 300_000)))).ms} ms`)
  const clientes = Number((await leitor.query<{ n: string }>('select max(id) as n from cliente')).rows[0]!.n)
  const tokens = { admin: await sessoes('admin'), operador: await sessoes('operador') }
  console.log('       ms  node ms    db ms     rows   blocks')
  for (const [quem, nome, url] of rotas(clientes)) {
    if (`${quem} ${nome}`.includes(SO)) await medirRota(`${quem} ${nome}`, tokens[quem], url)
  }
} finally {
  await leitor.end()
  await fechar()
  await banco.fechar()
}

/** One token per person; all operators have similar lists. */
async function sessoes(papel: 'admin' | 'operador'): Promise<string[]> {
  await leitor.query(
    `insert into usuario (name, email, senha_hash, role, created_at, updated_at)
      select 'Admin ' || i, 'a' || i || '@rotas.local', '-', 'admin', $2, $2 from generate_series(1, $1::int) i on conflict do nothing`,
    [PESSOAS, AGORA],
  )
  const { rows } = await leitor.query<{ id: string }>('select id from usuario where role = $1 order by id limit $2', [
    papel,
    PESSOAS,
  ])
  return Promise.all(rows.map(({ id }) => criarSessao(db, Number(id), AGORA, null)))
}

async function medirRota(nome: string, tokens: string[], url: (i: number) => string) {
  // The first call finds cold caches.
  const pedidas = await pedidasDurante(() => cronometrar(app, tokens[0]!, 1, url))
  const antes = { node: segundosDe('self'), db: await segundosDoBanco(db) }
  const tempos = await cronometrar(app, tokens, PEDIDOS, url)
  const ms = (segundos: number) => ((segundos * 1_000) / tempos.length).toFixed(1).padStart(9)
  const [node, doBanco] = [segundosDe('self') - antes.node, (await segundosDoBanco(db)) - antes.db]
  const lido = { linhas: 0, blocos: 0 }
  for (const pedida of pedidas) {
    const { linhas, blocos } = await lerPlano(leitor, pedida).catch(daTabelaPassageira)
    lido.linhas += linhas
    lido.blocos += blocos
  }
  console.log(
    `${percentil(tempos, 0.5).toFixed(1).padStart(9)}${ms(node)}${ms(doBanco)}${String(lido.linhas).padStart(9)}${String(lido.blocos).padStart(9)}  ${nome}`,
  )
}

/** A statement that reads a table created in its own transaction cannot be run again afterwards; the one that filled that table was counted. */
function daTabelaPassageira(erro: { code?: unknown }) {
  if (erro.code === '42P01') return { linhas: 0, blocos: 0 }
  throw erro
}

type Rota = [quem: 'admin' | 'operador', nome: string, url: (i: number) => string]

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a list
function rotas(clientes: number): Rota[] {
  const de = (quem: Rota[0], caminhos: string[]): Rota[] =>
    caminhos.map((caminho) => [
      quem,
      caminho,
      (i) => `/api/${caminho.replace('ID', String(1 + ((i * 7_919) % clientes)))}`,
    ])
  /** A page at this fraction of a list with this many rows per customer. */
  const longe = (parte: number, porPagina = 20, porCliente = 1) =>
    `page=${Math.floor((clientes * parte * porCliente) / porPagina)}`
  const buscas = ['comercio', 'silva', 'maria silva', 'jose 4471', 'c4ca4', '00000012345', '999', 'a', 'nada-disso']
  return [
    ...de('operador', [
      'me',
      'operador/dashboard',
      'operador/clientes/3',
      'operador/clientes/3/modelos',
      'operador/clientes/3/mensagens',
      'operador/clientes/3/negociacoes',
      'operador/contas-receber/cliente/3',
      'operador/importacoes',
      'operador/importacoes/andamento',
      ...listas(
        'operador/clientes/ativos',
        ['carteira=minha', 'carteira=livre', 'status=pausado', longe(0.2), 'chamadas=3%2B', 'janela=fechando'],
        buscas,
      ),
      ...listas('operador/clientes/aguardando-atendimento', ['motivo=respondeu'], ['silva']),
      'operador/clientes/aguardando-atendimento/contagem',
      ...listas('operador/clientes/concluidos', [longe(0.03)], ['comercio', 'c4ca4']),
      ...listas(
        'operador/contas-receber/listar',
        [
          'status=em_aberto,vencida',
          'faixa=31-60',
          'ordenar=-valor&status=vencida',
          'status=paga',
          longe(0.6, 15),
          `ordenar=valor&${longe(0.6, 15)}`,
          `ordenar=-valor&status=vencida&${longe(0.3, 15)}`,
          'valor_min=109',
          'origem=negociacao',
          `vencimento_de=${HOJE}`,
        ],
        buscas,
      ),
      'operador/contas-receber/resumo',
    ]),
    ...de('admin', [
      'admin/dashboard',
      'admin/dashboard/grafico-mensal',
      'admin/dashboard/operadores',
      ...listas(
        'admin/clientes',
        [
          longe(0.9),
          longe(0.5),
          'status=ativo',
          'operador_id=nenhum',
          'ordenar=nome',
          'ordenar=-valor',
          'ordenar=-chamadas',
          'chamadas=3%2B',
          'atraso=31-60',
          'valor_min=300',
          `${longe(0.5)}&ordenar=nome`,
          `${longe(0.5)}&ordenar=-nome`,
          `${longe(0.5)}&ordenar=-valor`,
          `${longe(0.5)}&ordenar=valor`,
          `${longe(0.5)}&ordenar=-chamadas`,
          `${longe(0.3)}&operador_id=nenhum`,
          `${longe(0.3)}&ordenar=nome&status=ativo`,
        ],
        buscas,
      ),
      'admin/clientes/contagem',
      'admin/clientes/por-status/ativo',
      `admin/clientes/por-status/ativo?${longe(0.5)}`,
      'admin/clientes/ID',
      'admin/clientes/ID/dados',
      ...listas(
        'admin/logs',
        [
          'acao=mensagem',
          'acao=pagamento',
          'nivel=erro',
          'usuario_id=5',
          'entidade=cliente',
          longe(0.5, 20, 10),
          `de=2026-11-01&ate=${HOJE}`,
        ],
        ['silva', 'pagamento', 'nada-disso'],
      ),
      'admin/logs/acoes',
      'admin/operadores',
      'admin/operadores/3',
      'admin/cobranca/execucoes',
      ...listas(
        'admin/cobranca/execucoes/59',
        [longe(0.5, 50), 'motivo=enviada', 'motivo=sem_conta_no_passo'],
        ['silva'],
      ),
      'admin/configuracoes/regua',
      'admin/mensagens/sem-cliente',
      'admin/configuracoes/mensagens/templates',
      'admin/configuracoes/mensagens/exemplo',
      'admin/configuracoes/mensagens/desempenho',
      'admin/configuracoes/whatsapp/status',
      'admin/configuracoes/whatsapp/movimento',
      'admin/configuracoes/whatsapp/preparo',
      'admin/whatsapp/eventos',
      'admin/cobranca/conferencia',
    ]),
  ]
}

function listas(caminho: string, filtros: string[], buscas: string[]) {
  const pedidos = [...filtros, ...buscas.map((busca) => `busca=${encodeURIComponent(busca)}`)]
  return [caminho, ...pedidos.map((pedido) => `${caminho}?${pedido}`)]
}
