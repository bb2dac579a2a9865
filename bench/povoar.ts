import pg from 'pg'
import { abrirBanco } from '#server/db/conexao.ts'
import { garantirModelos } from '#server/modelos/modelos.queries.ts'

/*
 * A company after months of work, written in a few large statements: a third of a million customers have a million accounts, a
 * million and a half messages and as many log lines. One name in four is a "Comércio", one in six a "Silva", because searches are
 * often for names that many have. Deterministic.
 */
export const HOJE = '2026-11-24'
export const AGORA = new Date(`${HOJE}T13:00:00.000Z`)
const OPERADORES = 20

/**
 * Fills a migrated, empty database; the first user is the administrator, the next twenty are operators. `envios`: engine messages
 * to each customer, at most 40; one customer in three has answered.
 */
export async function povoar(
  url: string,
  clientes: number,
  envios = 4,
  contar: (passo: string) => void = () => {},
): Promise<void> {
  const { db, fechar } = abrirBanco(url)
  await garantirModelos(db, AGORA)
  await fechar()
  const maos = Array.from({ length: MAOS }, () => new pg.Client({ connectionString: url, options: PRESSA }))
  await Promise.all(maos.map((mao) => mao.connect()))
  const fazer = async (comandos: readonly string[]) => {
    const faltam = [...comandos]
    const trabalhar = async (mao: pg.Client) => {
      for (let comando = faltam.shift(); comando; comando = faltam.shift()) {
        await mao.query(comando)
        contar(comando)
      }
    }
    await Promise.all(maos.map(trabalhar))
  }
  try {
    const depois = await tirarIndices(maos[0]!)
    for (const juntos of passos(clientes, envios)) await fazer(juntos)
    await fazer(depois.indices)
    await fazer(depois.chaves)
    await fazer(await tabelas(maos[0]!))
  } finally {
    await Promise.all(maos.map((mao) => mao.end()))
  }
}

/** Concurrent statements: one per core, and one that waits for the disk. */
const MAOS = 3
// Rows and stored counts are written as the application would leave them, without running triggers.
const PRESSA =
  '-c session_replication_role=replica -c synchronous_commit=off -c maintenance_work_mem=1GB -c work_mem=256MB -c jit=off'

const GRANDES = [
  'cliente',
  'conta',
  'mensagem',
  'log',
  'pagamento',
  'pagamento_alocacao',
  'execucao_item',
  'cobranca_passo',
  'contato',
  'evento_recebido',
  'movimento',
]

/**
 * Drops the large tables' indexes, to be created after filling, which is faster. Primary keys stay, because rows arrive in their
 * order.
 */
async function tirarIndices(banco: pg.Client): Promise<{ indices: string[]; chaves: string[] }> {
  const { rows: chaves } = await banco.query<{ tabela: string; nome: string; sql: string }>(
    `select conrelid::regclass::text as tabela, conname as nome, pg_get_constraintdef(c.oid) as sql from pg_constraint c
    where contype = 'u' and conrelid = any($1::regclass[]) and not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = c.conindid)`,
    [GRANDES],
  )
  for (const { tabela, nome } of chaves) await banco.query(`alter table ${tabela} drop constraint ${nome}`)
  const { rows: indices } = await banco.query<{ nome: string; sql: string }>(
    `select indexrelid::regclass::text as nome, pg_get_indexdef(indexrelid) as sql from pg_index
    where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)
    order by pg_get_indexdef(indexrelid) like '%gin%' desc, indrelid = 'mensagem'::regclass desc, indrelid = 'log'::regclass desc`,
    [GRANDES],
  )
  for (const { nome } of indices) await banco.query(`drop index ${nome}`)
  return {
    indices: indices.map(({ sql }) => sql),
    chaves: chaves.map(({ tabela, nome, sql }) => `alter table ${tabela} add constraint ${nome} ${sql}`),
  }
}

/** A `vacuum analyze` of each table, the largest first, for the planner and index-only scans. */
async function tabelas(banco: pg.Client): Promise<string[]> {
  const { rows } = await banco.query<{ nome: string }>(`
    select oid::regclass::text as nome from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by pg_relation_size(oid) desc`)
  return rows.map(({ nome }) => `vacuum analyze ${nome}`)
}

/** The statements of an inner list run concurrently, after the lists before it. */
const passos = (clientes: number, envios: number): string[][] => [
  [
    `insert into usuario (name, email, senha_hash, role, created_at, updated_at)
      select case when i = 0 then 'Admin' else 'Operadora ' || i end, 'u' || i || '@bench.local', '-',
        case when i = 0 then 'admin' else 'operador' end, '${HOJE}', '${HOJE}'
      from generate_series(0, ${OPERADORES}) i`,
    `update modelo_versao set situacao = 'aprovado', nome_meta = tipo || '_v1', aprovada_em = '${HOJE}'`,
    // Every seventh customer has nothing open; one in twenty of the others has an agreement of three instalments.
    `create unlogged table rascunho as
      select i as id, i % 7 = 0 as quitado, i % 20 = 3 and i % 7 <> 0 as acordo,
        (array['Comércio de ', 'Ana ', 'José ', 'Padaria ', 'Maria ', 'Comercial ', 'Luís ', 'Oficina '])[1 + i % 8]
        || (array['Silva', 'Souza', 'Andrade', 'Alvorada', 'Pereira', 'Central'])[1 + i / 8 % 6] || ' ' || md5(i::text)::char(5) as nome,
        case when i % 3 = 0 then null else 2 + i % ${OPERADORES} end as operador
      from generate_series(1, ${clientes}) i`,
  ],
  [
    `insert into mensagem (cliente_id, contato_id, direcao, tipo, conteudo, status, automatica, finalidade, envio, dia, execucao_id, passo, modelo_tipo,
        aceita_em, entregue_em, lida_em, created_at, wamid, meta_em)
      select id, id, case when k < ${envios} then 'enviada' else 'recebida' end, case when k < ${envios} then 'template' else 'texto' end,
        'Olá, há contas em aberto com a Serra Azul.', case when k = ${envios} then 'recebida' when id % 3 = 0 then 'lida' else 'entregue' end, k < ${envios},
        case when k < ${envios} then 'regua' else 'recebida' end, case when k < ${envios} then 'aceita' end, case when k < ${envios} then em::date end,
        case when k < ${envios} then 60 - (date '${HOJE}' - em::date) end, case when k < ${envios} then 5 end, case when k < ${envios} then 'atraso' end,
        case when k < ${envios} then em end, case when k < ${envios} then em end, case when k < ${envios} and id % 3 = 0 then em end, em, 'wamid.' || id || '.' || k, em
      from (select id, k, timestamptz '${HOJE} 12:00Z' - make_interval(days => (1 + id % ${Math.floor(40 / envios)} + ${Math.floor(40 / envios)} * greatest(${envios} - 1 - k, 0))::int,
          secs => (id % 3600)::int - case when k = ${envios} then 7200 else 0 end) as em
        from rascunho, generate_series(0, ${envios}) k where k < ${envios} or id % 3 = 0) m order by em`,
    `insert into contato (canonico, hash, aceita_mensagens, ultimo_contato_em, ultima_cobranca_dia, janela_ate)
      select '55119' || lpad(id::text, 8, '0'), int8send(id), id % 50 <> 0, timestamptz '${HOJE} 12:00Z' - make_interval(days => 1 + id % 40),
        date '${HOJE}' - 1 - id % 40, case when id % 97 = 0 then timestamptz '${HOJE} 20:00Z' end from rascunho order by id`,
    `insert into negociacao (cliente_id, status, valor_original_centavos, encargos_centavos, desconto_centavos, valor_negociado_centavos, usuario_id, criada_em)
      select id, 'ativa', 30000, 0, 0, 30000, 2, timestamptz '${HOJE}' - make_interval(days => 10 + id % 40) from rascunho where acordo order by id`,
    `insert into execucao (dia, simulada, forcada, automatica, criada_em, avaliados, enfileiradas, ignorados)
      select date '${HOJE}' - 60 + i, false, false, true, timestamptz '${HOJE} 11:00Z' - make_interval(days => 60 - i), ${clientes}, ${clientes} / 40,
        '{"sem_conta_no_passo": 1000}' from generate_series(1, 59) i`,
    `insert into execucao_item (execucao_id, cliente_id, enviada, motivo, passo)
      select e, id, id % 40 = e % 40, case when id % 40 = e % 40 then 'enviada' else 'sem_conta_no_passo' end, 5
      from generate_series(56, 59) e, rascunho where not quitado`,
    // Three customers in seven promised once, three others disputed; their payments came through the bank, and one in eleven of those is still open.
    `insert into promessa (cliente_id, valor_centavos, pago_centavos, ate, limite, status, origem, depois_de, criada_em, encerrada_em)
      select id, 1000 + id % 977, case when id % 11 = 1 then 0 else 1000 end, date '${HOJE}' - 30 + (id % 40)::int, date '${HOJE}' - 28 + (id % 40)::int,
        case when id % 11 = 1 then 'pendente' when id % 2 = 0 then 'cumprida' else 'quebrada' end, 'operador', 0, timestamptz '${HOJE}' - interval '35 days',
        case when id % 11 <> 1 then timestamptz '${HOJE}' - make_interval(days => (id % 30)::int) end
      from rascunho where id % 7 in (1, 2, 3) order by id`,
    `insert into contestacao (cliente_id, motivo, status, prazo, origem, criada_em, encerrada_em)
      select id, 'valor', case when id % 11 = 1 then 'aberta' else 'improcedente' end, date '${HOJE}' - 5 + (id % 20)::int, 'operador',
        timestamptz '${HOJE}' - interval '35 days', case when id % 11 <> 1 then timestamptz '${HOJE}' - make_interval(days => (id % 30)::int) end
      from rascunho where id % 7 in (4, 5, 6) order by id`,
  ],
  [
    `insert into log (created_at, nivel, acao, descricao, usuario_id, entidade, entidade_id, dados)
      select created_at, 'info', case when direcao = 'enviada' then 'mensagem.enviada' else 'mensagem.recebida' end, 'Mensagem de {cliente:' || cliente_id || '}.',
        null, 'cliente', cliente_id, '{}' from mensagem order by created_at`,
    `insert into conta (cliente_id, numero, parcela, valor_centavos, pago_centavos, emissao, vencimento, vencimento_util, situacao, origem,
        acordo_id, parcela_numero, substituida_por, pago_em, created_at, updated_at)
      select r.id, case when x.nova then 'AC-' || n.id else (r.id * 4 + k)::text end, (k % 3 + 1)::text,
        case when x.nova then 10000 else 10000 + r.id % 977 end, case when x.situacao = 'paga' then 10000 + r.id % 977 else 0 end,
        x.dia - 30, x.dia, x.dia, x.situacao, case when x.nova then 'negociacao' else 'manual' end,
        case when x.nova then n.id end, case when x.nova then k - 2 end, case when x.situacao = 'negociada' then n.id end,
        case when x.situacao = 'paga' then x.dia + 3 end, '${HOJE}', '${HOJE}'
      from rascunho r left join negociacao n on n.cliente_id = r.id cross join generate_series(0, 5) k,
        lateral (select r.acordo and k > 2 as nova, date '${HOJE}' - (r.id * 13 % 180)::int + 30 * (k % 3) as dia,
          case when k = 0 and not r.acordo or r.quitado then 'paga' when r.acordo and k < 3 then 'negociada' else 'aberta' end as situacao) x
      where k < case when r.acordo then 6 else 3 + (r.id % 4 = 0)::int end order by r.id, k`,
    `insert into evento_recebido (chave, tipo, ordem, contato_id, payload, recebido_em, processado_em)
      select 'e' || id, 'status', contato_id::text, contato_id, '{}', created_at, created_at from mensagem where id % 3 = 0`,
  ],
  [
    `insert into cliente (nome, documento, telefone, contato_id, status, operador_id, numero_chamadas, motivo_pausa, aguardando_desde,
        aguardando_motivo, nao_lidas, aberto_centavos, contas_abertas, vencimento_mais_antigo, ultimo_contato_em, concluido_em, created_at, updated_at)
      select r.nome, lpad(r.id::text, 11, '0'), '+' || t.canonico, t.id, s.status, case when s.status = 'em_atendimento' then coalesce(r.operador, 2) else r.operador end,
        r.id % 5, case when s.status = 'pausado' then 'prazo' end,
        case when s.status = 'aguardando_atendimento' then timestamptz '${HOJE} 12:00Z' - make_interval(mins => (r.id % 9000)::int) end,
        case when s.status = 'aguardando_atendimento' then 'respondeu' end, case when r.id % 60 = 0 then 1 else 0 end,
        coalesce(a.centavos, 0), coalesce(a.contas, 0), a.dia, t.ultimo_contato_em,
        case when a.contas is null then timestamptz '${HOJE}' - make_interval(days => (r.id % 60)::int) end, '${HOJE}', '${HOJE}'
      from rascunho r join contato t on t.id = r.id
        left join (select cliente_id, sum(valor_centavos - pago_centavos) as centavos, count(*) as contas, min(vencimento_util) as dia
          from conta where situacao = 'aberta' group by 1) a on a.cliente_id = r.id,
        lateral (select case when a.contas is null then 'concluido' when r.acordo then 'negociado' when r.id % 100 = 1 then 'aguardando_atendimento'
          when r.id % 50 = 2 then 'em_atendimento' when r.id % 50 = 4 then 'pausado' else 'ativo' end as status) s order by r.id`,
    `insert into cobranca_passo (conta_id, dias, vencimento, mensagem_id, cliente_id)
      select a.id, p.dias, a.vencimento, m.id, a.cliente_id from conta a
        join (select cliente_id, min(id) as id from mensagem where direcao = 'enviada' group by 1) m using (cliente_id), passo_regua p
      where a.situacao = 'aberta' and a.vencimento + p.dias <= date '${HOJE}' and a.cliente_id % 8 <> 0`,
    `insert into movimento (origem, tipo, dia, valor_centavos, saiu, descricao, pagador_nome, situacao, cliente_id, aplicado_centavos, a_julgar, created_at)
      select 'ofx', 'credito', least(pago_em, '${HOJE}'), pago_centavos, false, 'PIX RECEBIDO ' || numero, 'Pagador ' || cliente_id, 'aplicado', cliente_id,
        pago_centavos, false, least(pago_em, '${HOJE}')::timestamptz from conta where situacao = 'paga' order by pago_em, id`,
    `insert into pagamento (cliente_id, valor_centavos, pago_em, forma, usuario_id, operador_id, criado_em)
      select cliente_id, pago_centavos, least(pago_em, '${HOJE}'), 'pix', 2, 2, least(pago_em, '${HOJE}')::timestamptz from conta where situacao = 'paga' order by id`,
    `insert into pagamento_alocacao (pagamento_id, conta_id, principal_centavos, encargos_centavos)
      select row_number() over (order by id), id, pago_centavos, 0 from conta where situacao = 'paga'`,
    `insert into promessa_conta (promessa_id, conta_id, pendente)
      select p.id, a.id, p.status = 'pendente' from promessa p
        join (select distinct on (cliente_id) cliente_id, id from conta order by cliente_id, situacao <> 'aberta', id) a using (cliente_id)`,
    `insert into contestacao_conta (contestacao_id, conta_id, devido_centavos, aberta)
      select d.id, a.id, 1000, d.status = 'aberta' from contestacao d
        join (select distinct on (cliente_id) cliente_id, id from conta order by cliente_id, situacao <> 'aberta', id) a using (cliente_id)`,
  ],
  [
    `insert into log (created_at, nivel, acao, descricao, usuario_id, entidade, entidade_id, dados)
      select criado_em, 'info', 'pagamento.registrado', 'Pagamento de {cliente:' || cliente_id || '}.', 2 + id % ${OPERADORES}, 'cliente', cliente_id, '{}' from pagamento order by criado_em`,
    `insert into contagem_movimento (dia, situacao, origem, movimentos, creditos, automaticas, valor_centavos, recebido_centavos, aplicado_centavos,
        credito_centavos, sem_dono_centavos, ignorado_centavos, devolvido_centavos, tarifa_centavos, automatico_centavos)
      select dia, situacao, origem, count(*), count(*), 0, sum(valor_centavos), sum(valor_centavos), sum(aplicado_centavos), 0, 0, 0, 0, 0, 0
      from movimento group by 1, 2, 3`,
    `insert into contagem_cliente (operador_id, status, clientes, falhas, aberto_centavos)
      select operador_id, status, count(*), count(*) filter (where numero_chamadas >= 3), sum(aberto_centavos) from cliente group by 1, 2`,
    `insert into contagem_atraso (status, vencimento_mais_antigo, clientes)
      select status, vencimento_mais_antigo, count(*) from cliente group by 1, 2`,
    `insert into contagem_conta (operador_id, situacao, vencimento, vencimento_util, contas, valor_centavos, pago_centavos)
      select operador_id, situacao, vencimento, vencimento_util, count(*), sum(valor_centavos), sum(pago_centavos)
      from conta join cliente on cliente.id = cliente_id group by 1, 2, 3, 4`,
  ],
  [
    `insert into contagem_log (dia, nivel, acao, usuario_id, entidade, linhas)
      select (created_at at time zone 'America/Sao_Paulo')::date, nivel, acao, usuario_id, entidade, count(*) from log group by 1, 2, 3, 4, 5`,
    'update contagem_log_ate set contado = coalesce((select max(id) from log), 0), visto = coalesce((select max(id) from log), 0)',
  ],
  ['insert into contagem_log_dia (dia, linhas) select dia, sum(linhas) from contagem_log group by 1'],
  ['drop table rascunho'],
]
