import { sql } from 'kysely'
import { criarCalendario, diaPermitido, instanteDe } from '#domain/calendario.ts'
import { type Dia, diaDe, somarDias } from '#domain/data.ts'
import { CONFIRMACAO, DE_COBRANCA } from '#domain/mensagem.ts'
import { MODELO_DA_PERGUNTA } from '#domain/pessoa.ts'
import { moverParaFila } from '#server/clientes/automaticas.actions.ts'
import { lista } from '#server/db/lista.ts'
import type { Cenario } from './cenario.ts'

interface Devedor {
  id: number
  contato_id: number
  nome: string
  documento: string
  telefone: string
  /** The day on which they last wrote. */
  escreveu: Dia | null
}

/**
 * Whose the phones are: confirmed for most customers with a CPF; two were asked some days ago; one was asked twice without an
 * answer and waits for a person; some were not asked yet, and one was silent too long: the next run asks them.
 */
export async function saberDasPessoas(cena: Pick<Cenario, 'trx' | 'agora' | 'redigir'>): Promise<void> {
  const { trx, agora } = cena
  const hoje = diaDe(agora)
  const devedores = await buscarDevedores(cena)
  const tirar = (desde: Dia) => {
    const i = devedores.findIndex(({ escreveu }) => escreveu === null || escreveu < desde)
    return i === -1 ? [] : devedores.splice(i, 1)
  }
  const [primeira, segunda, recente] = [-16, -8, -4].map((dias) => diaDeEnvio(somarDias(hoje, dias)))
  const calados = tirar(primeira!)
  for (const um of calados) await semCobrancas(cena, um, primeira!)
  for (const um of calados) for (const dia of [primeira!, segunda!]) await perguntar(cena, um, dia)
  const esperados = [...tirar(recente!), ...tirar(recente!)]
  for (const um of esperados) {
    await semCobrancas(cena, um, recente!)
    await perguntar(cena, um, recente!)
  }
  const porPerguntar = devedores.filter((_, i) => i % 4 === 0).slice(0, 4)
  const fora = [...calados, ...esperados, ...porPerguntar].map(({ id }) => id)
  await confirmar(cena, fora, 'sabidas')
  await confirmar(cena, fora.slice(-1), 'calada')
  await moverParaFila(
    trx,
    calados.map(({ id }) => id),
    'pessoa_nao_confirmada',
    agora,
  )
}

const CALENDARIO = criarCalendario()

/** The day itself, or the one before on which something may be sent. */
const diaDeEnvio = (dia: Dia): Dia => (diaPermitido(dia, CALENDARIO) ? dia : diaDeEnvio(somarDias(dia, -1)))

/** Who has a CPF, owes something overdue and is being billed, with nothing else going on. */
async function buscarDevedores({ trx, agora }: Pick<Cenario, 'trx' | 'agora'>): Promise<Devedor[]> {
  const { rows } = await sql<Devedor>`
    select c.id, c.contato_id, c.nome, c.documento, c.telefone, (select max((m.created_at at time zone 'America/Sao_Paulo')::date)
      from mensagem m where m.contato_id = c.contato_id and m.direcao = 'recebida') as escreveu
    from cliente c join contato t on t.id = c.contato_id
    where c.status = 'ativo' and length(c.documento) = 11 and c.telefone is not null and c.nao_lidas = 0 and t.aceita_mensagens
      and c.vencimento_mais_antigo < ${diaDe(agora)}::date
      and not exists (select from conta a join promessa_conta p on p.conta_id = a.id where a.cliente_id = c.id and p.pendente)
      and not exists (select from conta a join contestacao_conta p on p.conta_id = a.id where a.cliente_id = c.id and p.aberta)
      and not exists (select from negociacao n where n.cliente_id = c.id and n.encerrada_em is null)
    order by c.id`.execute(trx)
  return rows
}

/** Deletes what was billed after the question, because a real run would have waited for the answer. */
async function semCobrancas({ trx }: Pick<Cenario, 'trx'>, { id, contato_id }: Devedor, desde: Dia) {
  const desfeitas = sql`(select m.id from mensagem m where m.cliente_id = ${id} and m.finalidade in ${lista(DE_COBRANCA)} and m.dia >= ${desde}::date)`
  const { rows } = await sql`select from mensagem where id in ${desfeitas}`.execute(trx)
  await sql`delete from cobranca_passo where mensagem_id in ${desfeitas}`.execute(trx)
  await sql`delete from mensagem where id in ${desfeitas}`.execute(trx)
  await sql`update cliente set numero_chamadas = greatest(0, numero_chamadas - ${rows.length}) where id = ${id}`.execute(
    trx,
  )
  await sql`
    update contato set ultima_cobranca_dia = (select max(dia) from mensagem where contato_id = ${contato_id} and finalidade in ${lista(DE_COBRANCA)})
    where id = ${contato_id}`.execute(trx)
}

async function perguntar({ trx, redigir }: Pick<Cenario, 'trx' | 'redigir'>, um: Devedor, dia: Dia) {
  const em = instanteDe(dia, '09:20')
  await trx
    .insertInto('mensagem')
    .values({
      cliente_id: um.id,
      contato_id: um.contato_id,
      direcao: 'enviada',
      tipo: 'template',
      conteudo: redigir({ tipo: MODELO_DA_PERGUNTA, contas: [], dia }, um),
      status: 'entregue',
      automatica: true,
      finalidade: CONFIRMACAO,
      modelo_tipo: MODELO_DA_PERGUNTA,
      envio: 'aceita',
      wamid: `wamid.demo-pergunta-${um.id}-${dia}`,
      dia,
      tentativas: 1,
      aceita_em: em,
      entregue_em: em,
      preco_tipo: 'regular',
      preco_categoria: 'utility',
      telefone: um.telefone,
      created_at: em,
    })
    .execute()
  await sql`update contato set ultimo_modelo_dia = ${dia}, ultimo_contato_em = ${em} where id = ${um.contato_id}`.execute(
    trx,
  )
  await sql`update cliente set ultimo_contato_em = ${em} where id = ${um.id}`.execute(trx)
}

/** Confirmed in the last months, in different ways; `calada`: long ago, and silent since. */
async function confirmar(
  { trx, agora }: Pick<Cenario, 'trx' | 'agora'>,
  ids: readonly number[],
  quais: 'sabidas' | 'calada',
) {
  const sabidas = quais === 'sabidas'
  await sql`
    insert into pessoa_do_telefone (cliente_id, contato_id, confirmada_em, confirmada_por, ouvida_em)
    select c.id, c.contato_id, d.em, case when c.id % 9 = 0 then 'operador' when c.id % 3 = 0 then 'pagina' else 'sim' end, d.em
    from cliente c, lateral (select ${agora}::timestamptz
      - make_interval(days => case when ${sabidas} then 3 + (c.id * 37 % 140)::int else 200 end) as em) as d
    where length(c.documento) = 11 and c.contato_id is not null
      and (c.id = any(${[...ids]}::bigint[])) <> ${sabidas}`.execute(trx)
}
