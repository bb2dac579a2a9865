import { sql } from 'kysely'
import { impedimentoEm } from '#domain/contato-legal.ts'
import { localDe } from '#domain/data.ts'
import type { AcaoDoLog } from '#domain/log.ts'
import { type FaixaDaPolitica, faixaDaPolitica, fracao } from '#domain/politica.ts'
import { lugarDe } from '#domain/uf.ts'
import { lerConfiguracao } from '#server/configuracao/configuracao.queries.ts'
import type { Db } from '#server/db/schema.ts'

/** A statement that must return no row, and what a row would mean. */
interface Regra {
  nome: string
  /** Returns the ids of rows that violate it. */
  violam: (db: Db) => Promise<unknown[]>
}

const consulta = (nome: string, texto: string): Regra => ({
  nome,
  violam: async (db) => (await sql.raw(texto).execute(db)).rows,
})

const TOTAIS = `select cliente_id, count(*)::int n, sum(valor_centavos - pago_centavos)::bigint soma, min(vencimento_util) velho
  from conta where situacao = 'aberta' group by cliente_id`

const INVARIANTES: Regra[] = [
  consulta(
    'no customer is a blocked operator’s, whom nobody serves',
    `select c.id, u.id as operador from cliente c join usuario u on u.id = c.operador_id where u.status <> 'Ativo'`,
  ),
  consulta(
    'nothing open ⇔ concluido, and the kept totals are those of the accounts',
    `select c.id, c.status, c.contas_abertas, t.n from cliente c left join (${TOTAIS}) t on t.cliente_id = c.id
     where (c.status = 'concluido') <> (coalesce(t.n, 0) = 0) or c.contas_abertas <> coalesce(t.n, 0)
        or c.aberto_centavos <> coalesce(t.soma, 0) or c.vencimento_mais_antigo is distinct from t.velho`,
  ),
  consulta(
    'the kept counts are those of the customers',
    `select coalesce(a.status, b.status) status, a.n, b.n as kept from
       (select operador_id, status, count(*) n, count(*) filter (where numero_chamadas >= 3) f, sum(aberto_centavos) s from cliente group by 1, 2) a
       full join (select operador_id, status, sum(clientes) n, sum(falhas) f, sum(aberto_centavos) s from contagem_cliente group by 1, 2) b
       on a.operador_id is not distinct from b.operador_id and a.status = b.status
     where (coalesce(a.n, 0), coalesce(a.f, 0), coalesce(a.s, 0)) <> (coalesce(b.n, 0), coalesce(b.f, 0), coalesce(b.s, 0))`,
  ),
  consulta(
    'the kept counts are those of the customers by their oldest due day',
    `select coalesce(a.status, b.status) status, coalesce(a.dia, b.dia) dia, a.n, b.n as kept from
       (select status, vencimento_mais_antigo dia, count(*) n from cliente group by 1, 2) a
       full join (select status, vencimento_mais_antigo dia, sum(clientes) n from contagem_atraso group by 1, 2) b
       on a.status = b.status and a.dia is not distinct from b.dia
     where coalesce(a.n, 0) <> coalesce(b.n, 0)`,
  ),
  consulta(
    'the kept counts are those of the accounts',
    `select coalesce(a.situacao, b.situacao) situacao, coalesce(a.vencimento, b.vencimento) vencimento, a.n, b.n as kept from
       (select operador_id, situacao, vencimento, vencimento_util, count(*) n, sum(valor_centavos) v, sum(pago_centavos) p
          from conta join cliente on cliente.id = cliente_id group by 1, 2, 3, 4) a
       full join (select operador_id, situacao, vencimento, vencimento_util, sum(contas) n, sum(valor_centavos) v, sum(pago_centavos) p
          from contagem_conta group by 1, 2, 3, 4) b
       on a.operador_id is not distinct from b.operador_id and (a.situacao, a.vencimento, a.vencimento_util) = (b.situacao, b.vencimento, b.vencimento_util)
     where (coalesce(a.n, 0), coalesce(a.v, 0), coalesce(a.p, 0)) <> (coalesce(b.n, 0), coalesce(b.v, 0), coalesce(b.p, 0))`,
  ),
  consulta(
    'the kept counts are those of what the bank told',
    `select coalesce(a.dia, b.dia) dia, coalesce(a.situacao, b.situacao) situacao, coalesce(a.origem, b.origem) origem, a.n, b.n as kept from
       (select dia, situacao, origem, array[count(*), count(*) filter (where tipo = 'credito'), count(*) filter (where automatico),
            sum(valor_centavos), coalesce(sum(valor_centavos) filter (where tipo = 'credito'), 0), sum(aplicado_centavos), sum(credito_centavos),
            sum(sem_dono_centavos), sum(ignorado_centavos), sum(devolvido_centavos),
            sum(tarifa_centavos + case when tipo = 'tarifa' then valor_centavos else 0 end),
            coalesce(sum(valor_centavos) filter (where automatico), 0)] n from movimento group by 1, 2, 3) a
       full join (select dia, situacao, origem, array[sum(movimentos), sum(creditos), sum(automaticas), sum(valor_centavos), sum(recebido_centavos),
            sum(aplicado_centavos), sum(credito_centavos), sum(sem_dono_centavos), sum(ignorado_centavos), sum(devolvido_centavos),
            sum(tarifa_centavos), sum(automatico_centavos)] n from contagem_movimento group by 1, 2, 3) b using (dia, situacao, origem)
     where coalesce(a.n, array_fill(0::numeric, '{12}')) <> coalesce(b.n, array_fill(0::numeric, '{12}'))`,
  ),
  consulta(
    'a live code asks what its accounts owe, and its parts are all of it',
    `select c.id from codigo c join codigo_conta p on p.codigo_id = c.id join conta k on k.id = p.conta_id
     where c.situacao = 'emitido' and c.negociacao_id is null and (k.situacao <> 'aberta' or k.valor_centavos - k.pago_centavos <> p.valor_centavos)
     union all select c.id from codigo c
       join (select codigo_id, sum(valor_centavos + encargos_centavos)::bigint soma from codigo_conta group by 1) p on p.codigo_id = c.id
     where c.valor_centavos <> p.soma`,
  ),
  consulta(
    'payments add up: what accounts say was paid is what payments not reversed allot to them',
    `select c.id from conta c left join (select a.conta_id, sum(a.principal_centavos)::bigint soma from pagamento_alocacao a
       join pagamento p on p.id = a.pagamento_id where p.estornado_em is null group by 1) s on s.conta_id = c.id
     where c.pago_centavos <> coalesce(s.soma, 0)`,
  ),
  consulta(
    'a payment counts once: its allocations add up to it',
    `select p.id from pagamento p left join (select pagamento_id, sum(principal_centavos + encargos_centavos)::bigint soma
       from pagamento_alocacao group by 1) s on s.pagamento_id = p.id
     where p.estornado_em is null and p.valor_centavos <> coalesce(s.soma, 0)`,
  ),
  consulta(
    'what came of the bank is told once, and its parts add up to it and to the payments made of it',
    `select m.id from movimento m left join (select movimento_id, sum(valor_centavos)::bigint soma from pagamento
       where estornado_em is null group by 1) p on p.movimento_id = m.id
     where m.tipo = 'credito' and (m.aplicado_centavos <> coalesce(p.soma, 0) or m.valor_centavos <> m.aplicado_centavos
       + m.credito_centavos + m.sem_dono_centavos + m.ignorado_centavos + m.devolvido_centavos)`,
  ),
  consulta(
    'nothing is applied by itself that a number does not name, nor again once a person undid it',
    `select id from movimento where automatico and (desfeito or (txid is null and nosso_numero is null))`,
  ),
  consulta(
    'what went back was taken of one credit, and of no credit more than came',
    `select d.id from movimento d where d.tipo = 'devolucao' and d.situacao = 'aplicado' and d.credito_id is null
     union all select c.id from movimento c join movimento d on d.credito_id = c.id group by c.id, c.devolvido_centavos
       having sum(d.valor_centavos) > c.devolvido_centavos`,
  ),
  consulta(
    'an account that a good suggestion is about is left in peace, since some moment that is kept',
    `select p.conta_id from sugestao_conta p join sugestao s using (movimento_id, ordem) join movimento m on m.id = s.movimento_id
     where m.situacao = 'sugerido' and s.acao = 'aplicar' and s.certeza <> 'baixa'
       and not exists (select from conta_a_caminho h where h.conta_id = p.conta_id and h.desde is not null)`,
  ),
  consulta(
    'instalments of an agreement add up to what was agreed',
    `select n.id from negociacao n join (select acordo_id, sum(valor_centavos)::bigint soma from conta where acordo_id is not null group by 1) s
       on s.acordo_id = n.id where s.soma <> n.valor_negociado_centavos`,
  ),
  consulta(
    'an agreement runs ⇔ its originals are replaced by it; ended otherwise, none of its instalments is open',
    `select n.id from negociacao n where
       (n.status = 'ativa' and exists (select 1 from negociacao_conta nc join conta c on c.id = nc.conta_id
          where nc.negociacao_id = n.id and c.substituida_por is distinct from n.id and not c.nota_cancelada))
       or (n.status in ('quebrada', 'cancelada') and exists (select 1 from conta c where c.acordo_id = n.id and c.situacao = 'aberta'))
       or (n.status in ('quebrada', 'cancelada') and exists (select 1 from conta c where c.substituida_por = n.id))`,
  ),
  consulta(
    'nothing stands for an agreement that is not in force; one that may yet be is about accounts as they were, and adds up',
    `select n.id from negociacao n where n.status in ('proposta', 'aguarda_aprovacao', 'recusada', 'expirada') and
         exists (select from conta c where c.acordo_id = n.id or c.substituida_por = n.id)
       union all
       select n.id from negociacao n join negociacao_conta nc on nc.negociacao_id = n.id join conta c on c.id = nc.conta_id
       where n.status = 'proposta' and (c.situacao <> 'aberta' or c.valor_centavos - c.pago_centavos <> nc.aberto_centavos
         or exists (select from contestacao_conta cc where cc.conta_id = c.id and cc.aberta))
       union all
       select n.id from negociacao n where n.status <> 'ativa' and n.parcelas_previstas is not null and n.decidida_em is null
         and (select sum((p->>'valorCentavos')::bigint) from jsonb_array_elements(n.parcelas_previstas) p) <> n.valor_negociado_centavos`,
  ),
  consulta(
    'what was accepted is proved, and has a code of its first payment; a code that lives is of one that waits',
    `select n.id from negociacao n left join aceite a on a.negociacao_id = n.id
       where n.origem = 'pagina' and (a.negociacao_id is null or a.texto_hash <> sha256(convert_to(a.texto, 'UTF8'))
         or a.total_centavos <> n.valor_negociado_centavos
         or not exists (select from codigo k where k.negociacao_id = n.id
           and k.valor_centavos = (n.parcelas_previstas->0->>'valorCentavos')::bigint))
     union all
     select n.id from codigo k join negociacao n on n.id = k.negociacao_id where k.situacao = 'emitido' and n.status <> 'proposta'
     union all
     select k.id from codigo k where (select sum(p.valor_centavos + p.encargos_centavos) from codigo_conta p
       where p.codigo_id = k.id) <> k.valor_centavos`,
  ),
  { nome: 'an offer never gives more than the policy by which it was made', violam: alemDaOferta },
  consulta(
    'negociado ⇔ an agreement may run',
    `select c.id from cliente c where c.status = 'negociado'
     and not exists (select 1 from negociacao n where n.cliente_id = c.id and n.status = 'ativa')`,
  ),
  consulta(
    'no account billed twice for a step',
    `select p.conta_id, p.dias, p.vencimento from cobranca_passo p group by 1, 2, 3 having count(*) > 1`,
  ),
  consulta(
    'one engine message a day to a phone',
    `select contato_id, dia from mensagem where finalidade in ('regua', 'parcela') and aceita_em is not null and not liberada
       group by 1, 2 having count(*) > 1`,
  ),
  consulta(
    'a covered step belongs to a message that went out, may have, or waits to',
    `select p.mensagem_id from cobranca_passo p join mensagem m on m.id = p.mensagem_id
     where m.status = 'cancelada' or (m.status = 'falha' and m.aceita_em is null and m.erro_codigo <> 'resultado_desconhecido')`,
  ),
  consulta(
    'a message stands at the highest status that was told of it',
    `select m.id, m.status, dito.status as told
     from evento_recebido e join mensagem m on m.wamid = e.payload->>'id'
       join (values ('sent', 1), ('failed', 2), ('delivered', 3), ('read', 4)) as dito (status, altura) on dito.status = e.payload->>'status'
       join (values ('pendente', 0), ('enviada', 1), ('falha', 2), ('entregue', 3), ('lida', 4)) as nosso (status, altura) on nosso.status = m.status
     where e.tipo = 'status' and e.processado_em is not null and e.posto_de_lado_em is null and nosso.altura < dito.altura`,
  ),
  consulta(
    'unread is what was not read',
    `select c.id from cliente c where c.nao_lidas <>
     (select count(*) from mensagem m where m.cliente_id = c.id and m.nao_lida)`,
  ),
  consulta(
    'who is in service has an owner who may work',
    `select c.id from cliente c join usuario u on u.id = c.operador_id
     where u.status <> 'Ativo'`,
  ),
  consulta(
    "who is in service is somebody's",
    `select id from cliente where status = 'em_atendimento' and operador_id is null`,
  ),
  consulta(
    'only who is in service has a place in the queue to go back to; who waits again waits no less than before',
    `select id from cliente where (fila_desde is null) <> (fila_motivo is null)
         or (fila_desde is not null and status <> 'em_atendimento') or (fila_livre and fila_desde is null)
       union all
       select c.id from cliente c join lateral (select acao, created_at from log where entidade = 'cliente' and entidade_id = c.id
         and dados ? 'motivo' order by id desc limit 1) l on true
       where c.status = 'aguardando_atendimento' and l.acao = 'cliente.devolver' and c.aguardando_desde > l.created_at`,
  ),
  consulta(
    'the log tells one story: each change of status begins where the one before it ended, and the last is how it stands',
    `with passo as (select entidade_id as id, l.id as n, dados->>'de' as de, dados->>'para' as para,
         lag(dados->>'para') over w as antes, lead(l.id) over w is null as ultimo
       from log l where acao like 'cliente.%' and dados ? 'motivo' window w as (partition by entidade_id order by l.id))
     select p.*, c.status from passo p join cliente c on c.id = p.id
     where (p.antes is not null and p.antes <> p.de) or (p.ultimo and p.para <> c.status)`,
  ),
  consulta(
    'of whoever was anonymised nothing personal is left, nor of what was written before',
    `select c.id from cliente c where c.anonimizado_em is not null and (
       c.documento is not null or c.telefone is not null or c.email is not null or c.contato_id is not null
       or c.nome not like 'Cliente anonimizado%'
       or exists (select from mensagem m where m.cliente_id = c.id and m.created_at < c.anonimizado_em
         and (m.telefone is not null or m.parametros is not null or m.midia is not null or m.conteudo not like '[apagado%')))`,
  ),
  consulta(
    "a phone without a number is nobody's, and keeps its opt-out by the hash",
    `select t.id from contato t where t.canonico is null and (t.wa_id is not null or t.hash is null
       or exists (select from cliente c where c.contato_id = t.id and c.telefone is not null))`,
  ),
  consulta(
    'a cancelled note stays cancelled while any import that told so stands',
    `select i.entidade_id from importacao_item i join importacao p on p.id = i.importacao_id and p.situacao = 'concluida'
     where i.entidade = 'cancelamento' and (not exists (select from nota_cancelada n where n.chave = i.entidade_id)
       or exists (select from conta c where c.chave_nfe = i.entidade_id and not c.nota_cancelada))`,
  ),
  {
    nome: 'nothing automatic is sent outside the allowed hours, on Sundays or holidays, unless forced',
    violam: foraDeHora,
  },
]

/** A due day may be moved after the offer: the best band of the days before it is allowed too. */
const DIAS_DE_FOLGA = 5

async function alemDaOferta(db: Db) {
  const { rows } = await sql<{
    id: number
    negociado: number
    faixas: FaixaDaPolitica[]
    parcelas: { numero: number; valorCentavos: number }[]
    contas: { aberto: number; dias: number }[]
  }>`
    select n.id, n.valor_negociado_centavos as negociado, p.faixas, n.parcelas_previstas as parcelas,
      (select jsonb_agg(jsonb_build_object('aberto', nc.aberto_centavos, 'dias',
          (n.criada_em at time zone 'America/Sao_Paulo')::date - c.vencimento_util))
        from negociacao_conta nc join conta c on c.id = nc.conta_id where nc.negociacao_id = n.id) as contas
    from negociacao n join politica_negociacao p on p.versao = n.politica_versao where n.origem = 'pagina'`.execute(db)
  return rows.filter(({ negociado, faixas, parcelas, contas }) => {
    const perto = (dias: number) =>
      Array.from({ length: 2 * DIAS_DE_FOLGA + 1 }, (_, n) => faixaDaPolitica(faixas, dias - DIAS_DE_FOLGA + n)).filter(
        (faixa) => faixa !== null,
      )
    const minimo = contas.reduce((soma, { aberto, dias }) => {
      const maior = Math.max(0, ...perto(dias).map((faixa) => faixa.descontoPrincipalCentesimos))
      return soma + aberto - fracao(aberto, maior)
    }, 0)
    const dasMaisAntigas = perto(Math.max(...contas.map(({ dias }) => dias)))
    const maximo = Math.max(...dasMaisAntigas.map(({ parcelasMax }) => parcelasMax))
    const menor = Math.min(...dasMaisAntigas.map(({ parcelaMinimaCentavos }) => parcelaMinimaCentavos))
    const pequena = parcelas.length > 1 && parcelas.some(({ valorCentavos }) => valorCentavos < menor)
    return negociado < minimo || pequena || parcelas.filter(({ numero }) => numero > 0).length > maximo
  })
}

/** Uses the current hours and calendar, so only messages sent since they were last changed are judged. */
async function foraDeHora(db: Db) {
  const configuracao = await lerConfiguracao(db)
  const { rows } = await sql<{ id: number; enviando_em: string; telefone: string | null }>`
    select id, enviando_em, telefone from mensagem
    where finalidade in ('regua', 'parcela') and enviando_em is not null and not forcada
      and enviando_em > coalesce((select max(created_at) from log where acao in (${'regua.mudar' satisfies AcaoDoLog}, ${'regua.mudar_contato_legal' satisfies AcaoDoLog})), '-infinity')`.execute(
    db,
  )
  return rows.filter((mensagem) => {
    const lugar = lugarDe({ uf: null, municipio: null, telefone: mensagem.telefone })
    return impedimentoEm(lugar, { ...configuracao, ...localDe(mensagem.enviando_em) }) !== null
  })
}

/** The first violated invariant, with the violating rows; null when all hold. */
export async function violada(db: Db): Promise<string | null> {
  for (const { nome, violam } of INVARIANTES) {
    const linhas = await violam(db)
    if (linhas.length > 0) return `${nome}: ${JSON.stringify(linhas.slice(0, 3))}`
  }
  return null
}

const SEM_PROVA = 'falha sem prova'
/** `cancelada` can only follow `pendente`; a failure without proof is replaced by any proof. */
const ALTURA: Record<string, number> = {
  pendente: 0,
  cancelada: 0.5,
  [SEM_PROVA]: 0.5,
  enviada: 1,
  falha: 2,
  entregue: 3,
  lida: 4,
}

/** A status only rises, and `cancelada` is final. Takes the results of `estados` before and after a step. */
export function statusQueVoltaram(antes: ReadonlyMap<number, string>, depois: ReadonlyMap<number, string>): string[] {
  return [...antes].flatMap(([id, de]) => {
    const para = depois.get(id)
    if (para === undefined || para === de) return []
    if (de === 'cancelada' || (ALTURA[para] ?? -1) < (ALTURA[de] ?? -1)) return [`${id}: ${de} → ${para}`]
    return []
  })
}

export async function estados(db: Db): Promise<Map<number, string>> {
  const linhas = await db
    .selectFrom('mensagem')
    .select(['id', 'status', 'erro_codigo'])
    .where('direcao', '=', 'enviada')
    .execute()
  return new Map(
    linhas.map(({ id, status, erro_codigo }) => [id, erro_codigo === 'resultado_desconhecido' ? SEM_PROVA : status]),
  )
}
