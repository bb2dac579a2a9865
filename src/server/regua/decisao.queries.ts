import { sql } from 'kysely'
import type { Decisao } from '#contract/cobranca.ts'
import { nomeDaConta } from '#domain/conta.ts'
import { fraseDoImpedimento, horasEm } from '#domain/contato-legal.ts'
import { type Dia, formatarDia } from '#domain/data.ts'
import { type Agenda, avaliarTodos, type ClienteNaRegua, impedimentoDe, type Momento } from '#domain/decisao.ts'
import { formatarReais } from '#domain/dinheiro.ts'
import { explicar } from '#domain/explicacao.ts'
import { A_SAIR, CONFIRMACAO, DA_REGUA, DE_COBRANCA, DO_DIA } from '#domain/mensagem.ts'
import { MODELO_DA_PERGUNTA } from '#domain/pessoa.ts'
import { proximoContato } from '#domain/proximo-contato.ts'
import { razoesDe } from '#domain/razoes.ts'
import { lugarDe, type Uf } from '#domain/uf.ts'
import { lista, listaDeIds } from '#server/db/lista.ts'
import { preparada } from '#server/db/preparada.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { telefoneNegado } from '#server/links/telefone-negado.ts'
import { PARCELAS } from '#server/saldo/parcelas.queries.ts'
import { AUTORIZOU } from './bloqueado.queries.ts'
import { lerMomento } from './momento.queries.ts'
import { pessoaDo } from './pessoa.queries.ts'
import { contasRetidas } from './retencao.queries.ts'

/** A customer as the rule wants it, beside those who share its phone, at a moment. */
export interface Quadro {
  momento: Momento
  vizinhos: ComPausa[]
}

/** Read once for all that is told of the customer: the decision, the next contact, what handing it back would bring. */
export async function lerQuadro(db: Db | Trx, clienteId: number, agora: Date): Promise<Quadro> {
  const momento = await lerMomento(db, agora)
  const vizinhos = await lerClientesNaRegua(db, await vizinhosDe(db, clienteId), momento, agora)
  return { momento, vizinhos }
}

/** The next contact of each of them. */
export const proximosDe = ({ momento, vizinhos }: Quadro): Map<number, Dia | null> =>
  new Map(vizinhos.map((cliente) => [cliente.id, proximoContato(cliente, momento)]))

/**
 * Why this customer was, was not, or will be billed today: the run's own decision, with what comes next, and taken apart
 * into one line a reason.
 */
export async function decisaoComRazoes(db: Db | Trx, clienteId: number, quadro: Quadro) {
  const { momento, vizinhos } = quadro
  const { dia } = momento
  const cliente = vizinhos.find(({ id }) => id === clienteId)
  if (!cliente) {
    const decisao: Decisao = { dia, enviada: false, motivo: 'sem_conta_no_passo', passo: null, detalhe: '' }
    return { ...decisao, razoes: [] }
  }
  const proximo = proximoContato(cliente, momento)
  const enviada = await mensagemDoDia(db, clienteId, dia)
  // Who shares the phone may take the day's message first.
  const avaliacao = avaliarTodos(vizinhos, momento).get(clienteId)!
  const { motivo, passo } = enviada ? { motivo: 'enviada' as const, passo: enviada.passo } : avaliacao
  const pergunta = enviada ? enviada.finalidade === CONFIRMACAO : avaliacao.modelo === MODELO_DA_PERGUNTA
  const { numeroChamadas } = cliente
  const maximo = momento.regua.maxTentativas
  const impedimento = motivo === 'feriado' || motivo === 'fora_do_horario' ? impedimentoDe(cliente, momento) : null
  const lei = impedimento && fraseDoImpedimento(impedimento)
  const explicada = explicar({ motivo, passo, pergunta, numeroChamadas, maximo, proximo, dia, lei })
  const vindo = motivo === 'pagamento_a_caminho' ? await dinheiroACaminho(db, clienteId) : null
  const detalhe = vindo === null ? explicada : `${vindo} ${explicada}`
  const decisao: Decisao = { dia, enviada: enviada !== undefined, motivo, passo, detalhe }
  const contaId = enviada ? enviada.conta_id : (avaliacao.contas[0]?.id ?? null)
  const razoes = razoesDe({
    ...decisao,
    pergunta,
    conta: contaId === null ? null : await contaEmPalavras(db, contaId),
    status: cliente.status,
    numeroChamadas,
    maximo,
    horas: horasEm(dia, cliente.lugar, momento),
    lei,
    proximo,
  })
  return { ...decisao, razoes }
}

interface Vindo {
  id: number
  dia: Dia
  valor_centavos: number
}

/** The money that may be this customer's, or the payment that went back, by its movement: the latest. */
async function dinheiroACaminho(db: Db | Trx, clienteId: number): Promise<string | null> {
  const { rows } = await sql<Vindo>`
    select m.id, m.dia, m.valor_centavos from movimento m
    where (m.cliente_id = ${clienteId} and m.credito_centavos > 0) or (m.situacao = 'sugerido' and m.id in (
      select movimento_id from sugestao where cliente_id = ${clienteId} and acao = 'aplicar' and certeza in ('alta', 'media')))
    order by m.a_caminho_desde desc nulls last, m.id desc limit 1`.execute(db)
  const [vindo] = rows
  if (vindo) return `Vieram ${emPalavras(vindo)}.`
  const voltou = await pagamentoQueVoltou(db, clienteId)
  return voltou ? `Voltou, no todo ou em parte, o pagamento de ${emPalavras(voltou)}.` : null
}

const emPalavras = ({ id, dia, valor_centavos }: Vindo) =>
  `${formatarReais(valor_centavos)} em ${formatarDia(dia)} (movimento ${id} da conciliação)`

/** Whose payment was reversed when the account that it had paid was opened again. */
async function pagamentoQueVoltou(db: Db | Trx, clienteId: number): Promise<Vindo | undefined> {
  const { rows } = await sql<Vindo>`
    select m.id, m.dia, m.valor_centavos
    from pagamento p join pagamento_alocacao x on x.pagamento_id = p.id join conta_a_caminho h on h.conta_id = x.conta_id
      join movimento m on m.id = p.movimento_id
    where p.cliente_id = ${clienteId} and p.estornado_em is not null and h.reaberta_em is not null
    order by h.reaberta_em desc, p.estornado_em desc, p.id desc limit 1`.execute(db)
  return rows[0]
}

async function contaEmPalavras(db: Db | Trx, id: number) {
  const conta = await db
    .selectFrom('conta')
    .select(['numero', 'parcela', 'origem', 'chave_nfe', 'acordo_id as negociacao_id', 'vencimento', PARCELAS])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { nome: nomeDaConta(conta), vencimento: conta.vencimento }
}

/** A customer, and who shares its phone. */
async function vizinhosDe(db: Db | Trx, clienteId: number): Promise<number[]> {
  const consulta = sql<{ id: number }>`
    select id from cliente where id = ${clienteId}
    union select v.id from cliente c join cliente v on v.contato_id = c.contato_id where c.id = ${clienteId}`
  return (await preparada(db, consulta.compile(db))).rows.map(({ id }) => id)
}

async function mensagemDoDia(db: Db | Trx, clienteId: number, dia: Dia) {
  const consulta = db
    .selectFrom('mensagem')
    .select((eb) => [
      'passo',
      'finalidade',
      eb
        .selectFrom('cobranca_passo')
        .whereRef('mensagem_id', '=', 'mensagem.id')
        .select('conta_id')
        .orderBy('vencimento')
        .limit(sql.lit(1))
        .as('conta_id'),
    ])
    .where('cliente_id', '=', clienteId)
    .where('dia', '=', dia)
    .where('finalidade', 'in', DA_REGUA)
    .where('liberada', '=', false)
  return (await preparada(db, consulta.compile())).rows[0]
}

/** The next day on which the engine means to write to each of these; null where it means to stay silent. */
export async function proximosContatos(
  db: Db | Trx,
  ids: readonly number[],
  agenda: Agenda,
  agora: Date,
): Promise<Map<number, Dia | null>> {
  const clientes = await lerClientesNaRegua(db, ids, agenda, agora)
  return new Map(clientes.map((cliente) => [cliente.id, proximoContato(cliente, agenda)]))
}

type ComPausa = ClienteNaRegua & { pausadoAte: Dia | null }

/** Some customers as the rule wants them, with their open accounts, in one statement: it runs for every page of every list. */
async function lerClientesNaRegua(
  db: Db | Trx,
  ids: readonly number[],
  agenda: Agenda,
  agora: Date,
): Promise<ComPausa[]> {
  const { dia } = agenda
  const umDiaAntes = new Date(agora.getTime() - 86_400_000)
  const consulta = sql<Omit<ComPausa, 'lugar'> & { uf: Uf | null; municipio: string | null; telefone: string | null }>`
    with retidas as materialized (${contasRetidas(agenda, ids)})
    select c.id, c.contato_id as "contatoId", c.documento, ${pessoaDo(agenda)} as pessoa, c.uf, c.municipio, c.telefone, c.status, c.pausado_ate as "pausadoAte",
      c.numero_chamadas as "numeroChamadas", c.ultimo_contato_em as "ultimoContatoEm",
      c.telefone is not null and t.id is not null and t.invalido_em is null and not ${telefoneNegado('c')} as "numeroValido",
      coalesce(t.aceita_mensagens, true) as "aceitaMensagens", t.canonico is not null and not ${AUTORIZOU}
        and not coalesce(t.janela_ate > ${agora.toISOString()}::timestamptz, false)
        and exists (select from bloqueio b where b.canonico = t.canonico and b.vale_de <= ${dia}::date) as bloqueado, coalesce(t.aceita_marketing, true) as "aceitaMarketing",
      greatest(t.ultimo_modelo_dia, case when v.contato_id is not null then ${dia}::date end) as "ultimoModeloDia",
      greatest(t.ultima_cobranca_dia, case when v.cobranca then ${dia}::date end) as "ultimaCobrancaDia",
      coalesce(t.ultimo_contato_em > ${umDiaAntes}, false) as alcancado,
      exists (select from mensagem m where m.cliente_id = c.id and m.dia = ${dia}::date
        and m.finalidade in ${lista(DA_REGUA)} and not m.liberada) as "cobradoHoje",
      (select coalesce(json_agg(json_build_object('id', a.id, 'vencimento', a.vencimento, 'vencimentoUtil', a.vencimento_util,
          'parcelaDeAcordo', a.acordo_id is not null,
          'coberto', (select max(p.dias) from cobranca_passo p where p.conta_id = a.id and p.vencimento = a.vencimento),
          'retencao', (select json_build_object('motivo', r.motivo, 'ate', r.ate) from retidas r where r.conta_id = a.id))), '[]')
        from conta a where a.cliente_id = c.id and a.situacao = 'aberta') as contas
    from cliente c left join contato t on t.id = c.contato_id
    left join lateral (
      select contato_id, bool_or(finalidade in ${lista(DE_COBRANCA)}) as cobranca from mensagem
      where contato_id = c.contato_id and envio in ${lista(A_SAIR)} and tipo = 'template' and finalidade in ${lista(DO_DIA)}
      group by contato_id
    ) v on true
    where c.id = any(${listaDeIds(ids)})`
  const { rows } = await preparada(db, consulta.compile(db))
  return rows.map(({ uf, municipio, telefone, ...linha }) => ({
    ...linha,
    lugar: lugarDe({ uf, municipio, telefone }),
  }))
}
