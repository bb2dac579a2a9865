import type pg from 'pg'

/*
 * The lists measured against the floor: an address of the product, and the statement with which a bare server shows the same data
 * from the same tables. The floor has no counts and no business rules, and uses keyset pagination.
 */
export interface LinhaDoChao {
  nome: string
  /** Who calls: one operator, whose rows the floor reads too, or all in turn, where calls per person are limited. */
  quem: 'admin' | 'operador' | 'operadores'
  /** Several addresses take turns. */
  enderecos: string[]
  sql: string
  /** Parameters of `sql` for each address, in order; a single entry serves all. */
  valores: unknown[][]
}

const CLIENTE = `c.*, t.aceita_mensagens, t.janela_ate, t.invalido_em, u.name as operador_nome, m.conteudo, m.direcao, m.status as m_status,
  m.created_at as m_em, (select count(*) from conta a where a.cliente_id = c.id and a.situacao = 'aberta') as abertas
  from cliente c left join contato t on t.id = c.contato_id left join usuario u on u.id = c.operador_id
  left join lateral (select conteudo, direcao, status, created_at from mensagem where cliente_id = c.id order by id desc limit 1) m on true`
const PAGINA = `where c.id in (select id from (select id, vencimento_mais_antigo from cliente
  order by vencimento_mais_antigo, id limit 20) p) order by c.vencimento_mais_antigo, c.id`
const DEPOIS = PAGINA.replace(
  'from cliente\n',
  'from cliente where (vencimento_mais_antigo, id) > ($1::date, $2::bigint)\n',
)
const ACHADOS = (condicao: string) =>
  `select ${CLIENTE} where ${condicao} order by c.vencimento_mais_antigo, c.id limit 20`
const CONTA = `select a.*, c.nome from conta a join cliente c on c.id = a.cliente_id`

const POR_ATRASO = 'order by vencimento_mais_antigo, id'
const ate = (n: number) => Array.from({ length: n }, (_, i) => i)

/** Every row of the table; first reads what depends on the data (the key before a far page, existing customers). */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a list
export async function linhasDoChao(banco: pg.Client): Promise<LinhaDoChao[]> {
  const um = async <T>(texto: string, valores: unknown[] = []) => (await banco.query(texto, valores)).rows as T[]
  const [{ n }] = (await um<{ n: number }>('select count(*)::int as n from cliente')) as [{ n: number }]
  const longe = [0.8, 0.55, 0.3].map((parte) => Math.floor((n * parte) / 20))
  const antes = async (pagina: number) => {
    const [linha] = await um<{ d: string; id: string }>(
      `select vencimento_mais_antigo::text as d, id from cliente where vencimento_mais_antigo is not null ${POR_ATRASO} offset $1 limit 1`,
      [Math.min((pagina - 1) * 20 - 1, Math.floor(n * 0.8))],
    )
    return [linha!.d, linha!.id]
  }
  const distantes: unknown[][] = []
  for (const pagina of longe) distantes.push(await antes(pagina))
  const ids = ate(50).map((i) => 1 + ((i * 7_919) % n))
  const [operador] = await um<{ id: number }>(`select min(id)::int as id from usuario where role = 'operador'`)
  const dono = operador!.id
  const dele = (await um<{ id: number }>('select id::int from cliente where operador_id = $1 limit 50', [dono])).map(
    ({ id }) => id,
  )
  const [{ contas }] = (await um<{ contas: number }>(
    'select sum(contas)::int as contas from contagem_conta where operador_id = $1 or operador_id is null',
    [dono],
  )) as [{ contas: number }]
  const paginasDeContas: { pagina: number; depoisDe: unknown[] }[] = []
  for (const parte of [0.9, 0.6, 0.35]) {
    const pagina = Math.min(5_000, Math.floor((contas * parte) / 15))
    const [linha] = await um<{ d: string; id: string }>(
      `select vencimento::text as d, conta.id from conta join cliente c on c.id = cliente_id
        where c.operador_id = $1 or c.operador_id is null order by vencimento, conta.id offset $2 limit 1`,
      [dono, (pagina - 1) * 15 - 1],
    )
    paginasDeContas.push({ pagina, depoisDe: [linha!.d, linha!.id] })
  }
  const busca = (texto: string) => `admin/clientes?busca=${encodeURIComponent(texto)}`
  return [
    {
      nome: 'customers, page 1',
      quem: 'admin',
      enderecos: ['admin/clientes'],
      sql: `select ${CLIENTE} ${PAGINA}`,
      valores: [[]],
    },
    {
      nome: 'customers, far pages',
      quem: 'admin',
      enderecos: longe.map((pagina) => `admin/clientes?page=${pagina}`),
      sql: `select ${CLIENTE} ${DEPOIS}`,
      valores: distantes,
    },
    {
      nome: 'search, two words',
      quem: 'admin',
      enderecos: [busca('maria silva')],
      sql: ACHADOS(`c.busca like '% maria%' and c.busca like '% silva%'`),
      valores: [[]],
    },
    {
      nome: 'search, a common word',
      quem: 'admin',
      enderecos: [busca('comercio')],
      sql: ACHADOS(`c.busca like '%comercio%'`),
      valores: [[]],
    },
    {
      nome: 'search, one customer',
      quem: 'admin',
      enderecos: ['c4ca4', 'eccbc', 'a87ff'].map(busca),
      sql: ACHADOS('c.busca like $1'),
      valores: [['%c4ca4%'], ['%eccbc%'], ['%a87ff%']],
    },
    {
      nome: 'search, one letter',
      quem: 'admin',
      enderecos: ['a', 'j', 's'].map(busca),
      sql: ACHADOS('c.busca like $1'),
      valores: [['% a%'], ['% j%'], ['% s%']],
    },
    {
      nome: 'search, two letters',
      quem: 'admin',
      enderecos: ['an', 'jo', 'si'].map(busca),
      sql: ACHADOS('c.busca like $1'),
      valores: [['% an%'], ['% jo%'], ['% si%']],
    },
    {
      nome: 'messages of a customer',
      quem: 'operador',
      enderecos: dele.map((id) => `operador/clientes/${id}/mensagens`),
      sql: `select m.*, u.name from mensagem m left join usuario u on u.id = m.autor_id where m.cliente_id = $1 order by m.id desc limit 50`,
      valores: dele.map((id) => [id]),
    },
    {
      nome: 'queue of the operator',
      quem: 'operador',
      enderecos: ['operador/clientes/aguardando-atendimento'],
      sql: `select ${CLIENTE} where c.status = 'aguardando_atendimento' and (c.operador_id = $1 or c.operador_id is null)
        order by c.aguardando_desde, c.id limit 20`,
      valores: [[dono]],
    },
    {
      nome: 'a customer opened',
      quem: 'admin',
      enderecos: ids.map((id) => `admin/clientes/${id}`),
      sql: `select ${CLIENTE.replace(
        'c.*',
        `c.*, (select json_agg(k) from conta k where k.cliente_id = c.id) as contas,
        (select json_agg(l) from (select * from log where entidade = 'cliente' and entidade_id = c.id order by created_at desc, id desc limit 50) l) as historico,
        (select json_agg(n) from negociacao n where n.cliente_id = c.id) as negociacao`,
      )} where c.id = $1`,
      valores: ids.map((id) => [id]),
    },
    {
      nome: 'active list',
      quem: 'operador',
      enderecos: ['operador/clientes/ativos'],
      sql: `select ${CLIENTE} where c.operador_id = $1 and c.status in ('ativo', 'em_atendimento', 'negociado', 'pausado')
        order by c.nao_lidas = 0, c.vencimento_mais_antigo, c.id limit 20`,
      valores: [[dono]],
    },
    {
      nome: "one's own customers",
      quem: 'operador',
      enderecos: ['operador/clientes/carteira'],
      sql: `select ${CLIENTE} where c.operador_id = $1 order by c.nao_lidas = 0, c.vencimento_mais_antigo, c.id limit 20`,
      valores: [[dono]],
    },
    {
      nome: 'accounts, page 1',
      quem: 'operador',
      enderecos: ['operador/contas-receber/listar'],
      sql: `${CONTA} where c.operador_id = $1 or c.operador_id is null order by a.vencimento, a.id limit 15`,
      valores: [[dono]],
    },
    {
      nome: 'accounts, one band',
      quem: 'operador',
      enderecos: ['operador/contas-receber/listar?faixa=31-60'],
      sql: `${CONTA} where (c.operador_id = $1 or c.operador_id is null) and a.situacao = 'aberta'
        and a.vencimento_util between date '2026-11-24' - 60 and date '2026-11-24' - 31 order by a.vencimento, a.id limit 15`,
      valores: [[dono]],
    },
    {
      nome: 'accounts, value and origin',
      quem: 'operador',
      enderecos: ['operador/contas-receber/listar?valor_min=109&origem=manual'],
      sql: `${CONTA} where (c.operador_id = $1 or c.operador_id is null) and a.valor_centavos >= 10900 and a.origem = 'manual'
        order by a.vencimento, a.id limit 15`,
      valores: [[dono]],
    },
    {
      nome: 'accounts, by number',
      quem: 'operadores',
      enderecos: ids.slice(0, 10).map((id) => `operador/contas-receber/listar?busca=${id * 4 + 10_001}`),
      sql: `${CONTA} where (' ' || normalizar(a.numero)) like $1 order by a.vencimento, a.id limit 20`,
      valores: ids.slice(0, 10).map((id) => [`%${id * 4 + 10_001}%`]),
    },
    {
      nome: 'accounts, by a common name',
      quem: 'operadores',
      enderecos: ['silva', 'comercio', 'maria'].map((nome) => `operador/contas-receber/listar?busca=${nome}`),
      sql: `${CONTA} where c.busca like $1 and (c.operador_id = $2 or c.operador_id is null) order by a.vencimento, a.id limit 20`,
      valores: ['silva', 'comercio', 'maria'].map((nome) => [`%${nome}%`, dono]),
    },
    {
      nome: 'accounts, by value',
      quem: 'operador',
      enderecos: ['operador/contas-receber/listar?ordenar=-valor&status=em_aberto,vencida'],
      sql: `${CONTA} where (c.operador_id = $1 or c.operador_id is null) and a.situacao = 'aberta'
        order by a.valor_centavos desc, a.id desc limit 15`,
      valores: [[dono]],
    },
    {
      nome: 'accounts, page 5000',
      quem: 'operador',
      enderecos: paginasDeContas.map(({ pagina }) => `operador/contas-receber/listar?page=${pagina}`),
      sql: `${CONTA} where (c.operador_id = $1 or c.operador_id is null) and (a.vencimento, a.id) > ($2::date, $3::bigint)
        order by a.vencimento, a.id limit 15`,
      valores: paginasDeContas.map(({ depoisDe }) => [dono, ...depoisDe]),
    },
    {
      nome: 'log, page 1',
      quem: 'admin',
      enderecos: ['admin/logs'],
      sql: 'select l.*, u.name from log l left join usuario u on u.id = l.usuario_id order by l.created_at desc, l.id desc limit 50',
      valores: [[]],
    },
    {
      nome: 'log, page 40000',
      quem: 'admin',
      enderecos: ['admin/logs?page=40000'],
      sql: 'select l.*, u.name from log l left join usuario u on u.id = l.usuario_id where l.id < $1 order by l.id desc limit 20',
      valores: [[200_000]],
    },
    {
      nome: 'log, common word',
      quem: 'admin',
      enderecos: ['mensagem', 'pagamento', 'silva', 'comercio'].map((palavra) => `admin/logs?busca=${palavra}`),
      sql: 'select l.* from log l where normalizar(l.descricao) like $1 order by l.created_at desc, l.id desc limit 20',
      valores: ['mensagem', 'pagamento', 'de'].map((palavra) => [`%${palavra}%`]),
    },
    {
      nome: "operator's dashboard",
      quem: 'operador',
      enderecos: ['operador/dashboard'],
      sql: 'select sum(clientes)::int as n, sum(aberto_centavos)::bigint as v from contagem_cliente where operador_id = $1',
      valores: [[dono]],
    },
    {
      nome: '/api/me',
      quem: 'admin',
      enderecos: ['me'],
      sql: 'select id, name, email, role from usuario where id = $1',
      valores: [[1]],
    },
  ]
}
