import { sql } from 'kysely'
import type { Decisao } from '#contract/cobranca.ts'
import { nomeDaConta } from '#domain/conta.ts'
import { diaPermitidoEm, fraseDoImpedimento, horasEm } from '#domain/contato-legal.ts'
import { type Dia, formatarDia } from '#domain/data.ts'
import { avaliarTodos, impedimentoDe, type Momento } from '#domain/decisao.ts'
import { formatarReais } from '#domain/dinheiro.ts'
import { explicar, fraseDaRecusada, VAI_PARA_A_FILA } from '#domain/explicacao.ts'
import { CONFIRMACAO, DA_REGUA } from '#domain/mensagem.ts'
import { MODELO_DA_PERGUNTA } from '#domain/pessoa.ts'
import { type ComPausa, proximoContato } from '#domain/proximo-contato.ts'
import { razoesDe } from '#domain/razoes.ts'
import { CERTEZAS_BOAS } from '#domain/sugestoes.ts'
import { lista } from '#server/db/lista.ts'
import { preparada } from '#server/db/preparada.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { PARCELAS } from '#server/saldo/parcelas.queries.ts'

/** The rule's input for a customer and those who share the phone, at a moment: read once for all answers about it. */
export interface Quadro {
  momento: Momento
  vizinhos: ComPausa[]
}

/**
 * Why this customer was, was not, or will be billed today: the run's own decision, with what comes next, as one line per reason.
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
  const enviada = cliente.cobradoHoje ? await mensagemDoDia(db, clienteId, dia) : undefined
  // Another customer with the same phone may take the day's message first.
  const avaliacao = avaliarTodos(vizinhos, momento).get(clienteId)!
  const { motivo, passo } = enviada ? { motivo: 'enviada' as const, passo: enviada.passo } : avaliacao
  const pergunta = enviada ? enviada.finalidade === CONFIRMACAO : avaliacao.modelo === MODELO_DA_PERGUNTA
  const { numeroChamadas } = cliente
  const maximo = momento.regua.maxTentativas
  const impedimento = motivo === 'feriado' || motivo === 'fora_do_horario' ? impedimentoDe(cliente, momento) : null
  const vaiParaFila = motivo === 'aguardando' && cliente.status !== 'aguardando_atendimento'
  const recusa = motivo === 'prevista' ? await recusaDoDia(db, clienteId, dia) : null
  const naoFoi = enviada?.falha ?? (recusa && fraseDaRecusada(recusa))
  const frase = naoFoi ?? (vaiParaFila ? VAI_PARA_A_FILA : impedimento && fraseDoImpedimento(impedimento))
  const explicada = explicar({ motivo, passo, pergunta, numeroChamadas, maximo, proximo, dia, frase })
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
    horas: diaPermitidoEm(dia, cliente.lugar, momento) ? horasEm(dia, cliente.lugar, momento) : null,
    forcada: enviada?.forcada ?? false,
    frase,
    vindo,
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
      select movimento_id from sugestao where cliente_id = ${clienteId} and acao = 'aplicar' and certeza in ${lista(CERTEZAS_BOAS)}))
    order by m.a_caminho_desde desc nulls last, m.id desc limit 1`.execute(db)
  const [vindo] = rows
  if (vindo) return `Vieram ${emPalavras(vindo)}.`
  const voltou = await pagamentoQueVoltou(db, clienteId)
  return voltou ? `Voltou, no todo ou em parte, o pagamento de ${emPalavras(voltou)}.` : null
}

const emPalavras = ({ id, dia, valor_centavos }: Vindo) =>
  `${formatarReais(valor_centavos)} em ${formatarDia(dia)} (movimento ${id} da conciliação)`

/** The latest reversed payment of an account that was reopened by it. */
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
export async function vizinhosDe(db: Db | Trx, clienteId: number): Promise<number[]> {
  const consulta = sql<{ id: number }>`
    select id from cliente where id = ${clienteId}
    union select v.id from cliente c join cliente v on v.contato_id = c.contato_id where c.id = ${clienteId}`
  return (await preparada(db, consulta.compile(db))).rows.map(({ id }) => id)
}

/** Why the day's message, known not sent, did not go; null when there is none. */
async function recusaDoDia(db: Db | Trx, clienteId: number, dia: Dia): Promise<string | null> {
  const consulta = db
    .selectFrom('mensagem')
    .select('erro_mensagem')
    .where('cliente_id', '=', clienteId)
    .where('dia', '=', dia)
    .where('finalidade', 'in', DA_REGUA)
    .where('status', '=', 'falha')
    .where('liberada', '=', true)
    .orderBy('id', 'desc')
    .limit(sql.lit(1))
  return (await preparada(db, consulta.compile())).rows[0]?.erro_mensagem ?? null
}

async function mensagemDoDia(db: Db | Trx, clienteId: number, dia: Dia) {
  const consulta = db
    .selectFrom('mensagem')
    .select((eb) => [
      'passo',
      'finalidade',
      'forcada',
      eb.case().when('status', '=', 'falha').then(eb.ref('erro_mensagem')).end().as('falha'),
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
