import { sql } from 'kysely'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { abrirAplicacao, cronometrar, percentil } from './aplicacao.ts'
import { bancoDeMedida, medir } from './banco.ts'
import { AGORA, HOJE, povoar } from './povoar.ts'

/*
 * Every list and figure of the API over a company of a third of a million customers and a million accounts, through the
 * whole application: p50 and p99 of each, and how far above the budget.
 *   node bench/rotas.ts [customers, 300000] [requests of each, 40] [only routes with this text]
 * Filling takes some minutes. BENCH_DATABASE_URL names a database that is kept: a migrated, empty one is filled, and one
 * that has customers is measured as it is, so that a query can be mended and measured again.
 */
const CLIENTES = Number(process.argv[2] ?? 300_000)
const PEDIDOS = Number(process.argv[3] ?? 40)
const SO = process.argv[4] ?? ''
const ORCAMENTO_MS = 100

const mantido = process.env.BENCH_DATABASE_URL
const banco = mantido ? { url: mantido, fechar: async () => {} } : await bancoDeMedida()
const { app, db, fechar } = await abrirAplicacao(banco.url, AGORA)
try {
  const { rows } = await sql<{ vazio: boolean }>`select not exists (select from cliente) as vazio`.execute(db)
  if (rows[0]!.vazio) console.log(`filled in ${(await medir(() => povoar(banco.url, CLIENTES))).ms} ms`)
  const tokens = { admin: await criarSessao(db, 1, AGORA, null), operador: await criarSessao(db, 2, AGORA, null) }
  for (const [quem, nome, url] of rotas()) {
    if (!`${quem} ${nome}`.includes(SO)) continue
    await cronometrar(app, tokens[quem], 1, url) // the first finds nothing in memory
    const tempos = await cronometrar(app, tokens[quem], PEDIDOS, url)
    const [p50, p99] = [percentil(tempos, 0.5), percentil(tempos, 0.99)]
    console.log(
      `${p50.toFixed(1).padStart(9)} ${p99.toFixed(1).padStart(9)} ms ${p50 > ORCAMENTO_MS ? '!' : ' '} ${quem} ${nome}`,
    )
  }
} finally {
  await fechar()
  await banco.fechar()
}

type Rota = [quem: 'admin' | 'operador', nome: string, url: (i: number) => string]

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a list
function rotas(): Rota[] {
  const de = (quem: Rota[0], caminhos: string[]): Rota[] =>
    caminhos.map((caminho) => [
      quem,
      caminho,
      (i) => `/api/${caminho.replace('ID', String(1 + ((i * 7_919) % CLIENTES)))}`,
    ])
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
        ['carteira=minha', 'carteira=livre', 'status=pausado', 'page=2500', 'chamadas=3%2B', 'janela=fechando'],
        buscas,
      ),
      ...listas('operador/clientes/aguardando-atendimento', ['motivo=respondeu'], ['silva']),
      'operador/clientes/aguardando-atendimento/contagem',
      ...listas('operador/clientes/concluidos', ['page=500'], ['comercio', 'c4ca4']),
      ...listas(
        'operador/contas-receber/listar',
        [
          'status=em_aberto,vencida',
          'faixa=31-60',
          'ordenar=-valor&status=vencida',
          'status=paga',
          'page=10000',
          'ordenar=valor&page=10000',
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
          'page=14000',
          'status=ativo',
          'operador_id=nenhum',
          'ordenar=nome',
          'ordenar=-valor',
          'ordenar=-chamadas',
          'chamadas=3%2B',
          'atraso=31-60',
          'valor_min=300',
          'page=7000&ordenar=nome',
        ],
        buscas,
      ),
      'admin/clientes/contagem',
      'admin/clientes/por-status/ativo',
      'admin/clientes/por-status/ativo?page=5000',
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
          'page=80000',
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
        ['page=10000', 'motivo=enviada', 'motivo=sem_conta_no_passo'],
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
