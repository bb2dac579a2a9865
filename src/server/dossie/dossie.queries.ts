import { sql } from 'kysely'
import { type Dia, diaDe } from '#domain/data.ts'
import type { MotivoDecisao } from '#domain/decisao.ts'
import { calcularDevido } from '#domain/devido.ts'
import { type Centavos, emReais } from '#domain/dinheiro.ts'
import { COMO_CONFERIR, COMO_SE_CALCULA, PROGRAMA_DE_CONFERENCIA } from '#domain/dossie.ts'
import type { Taxas } from '#domain/encargos.ts'
import { fraseDaDecisao } from '#domain/explicacao.ts'
import { lerCliente } from '#server/clientes/cliente.queries.ts'
import { codigosDoCliente } from '#server/codigos/codigos.queries.ts'
import { lerTaxas } from '#server/configuracao/configuracao.queries.ts'
import { empresaDaPagina } from '#server/configuracao/empresa.queries.ts'
import { contasDe } from '#server/contas-receber/contas.queries.ts'
import { contestacoesDe } from '#server/contestacoes/contestacoes.queries.ts'
import type { Trx } from '#server/db/schema.ts'
import { negociacoesDe } from '#server/negociacoes/negociacoes.queries.ts'
import { promessasDe } from '#server/promessas/promessas.queries.ts'
import { contestacaoDaConta } from '#server/saldo/conta-no-dia.ts'

/** The data that fit in memory for any history; messages, entries and seals are read in batches (`partes.queries.ts`). */
export async function lerCapa(trx: Trx, id: number, agora: Date) {
  const hoje = diaDe(agora)
  const taxas = await lerTaxas(trx)
  const cliente = await lerCliente({ db: trx, agora }, id)
  return {
    formato: 'dossie/1',
    gerado_em: agora.toISOString(),
    como_conferir: COMO_CONFERIR,
    programa_de_conferencia: PROGRAMA_DE_CONFERENCIA,
    empresa: await empresaDaPagina(trx),
    cliente,
    calculo: await calculoDe(trx, id, hoje, taxas),
    contas: await contasDe(trx, id, hoje),
    acordos: await acordosDe(trx, id, hoje),
    pagamentos: await pagamentosDe(trx, id),
    codigos: await codigosDoCliente(trx, id, null),
    promessas: await promessasDe(trx, id),
    contestacoes: await contestacoesDe(trx, id),
    decisoes: await decisoesDe(trx, id),
  }
}
export type Capa = Awaited<ReturnType<typeof lerCapa>>

/** What is owed today, account by account, part by part. */
async function calculoDe(trx: Trx, id: number, dia: Dia, taxas: Taxas) {
  const { rows } = await sql<{
    id: number
    numero: string
    parcela: string | null
    vencimento: Dia
    util: Dia
    valor: Centavos
    pago: Centavos
    contestada_em: string | null
    devido: Centavos | null
  }>`
    select a.id, a.numero, a.parcela, a.vencimento, a.vencimento_util as util, a.valor_centavos as valor, a.pago_centavos as pago,
      d.criada_em as contestada_em, cc.devido_centavos as devido
    from conta a left join contestacao_conta cc on cc.conta_id = a.id and cc.aberta left join contestacao d on d.id = cc.contestacao_id
    where a.cliente_id = ${id} and a.situacao = 'aberta' order by a.vencimento, a.id`.execute(trx)
  const contas = rows.map(({ util, valor, pago, contestada_em, devido, ...conta }) => {
    const contestacao = contestacaoDaConta({ contestada_em, devido_ao_contestar: devido })
    const { aberto, dias, multa, juros, total } = calcularDevido(valor - pago, util, dia, taxas, contestacao)
    return {
      ...conta,
      vencimento_contado: util,
      contestada_em: contestacao?.desde ?? null,
      valor: emReais(valor),
      pago: emReais(pago),
      em_aberto: emReais(aberto),
      dias_de_atraso: dias,
      multa: emReais(multa),
      juros: emReais(juros),
      total: emReais(total),
      centavos: total,
    }
  })
  return {
    dia,
    multa_percentual: taxas.multaCentesimos / 100,
    juros_percentual_mes: taxas.jurosMesCentesimos / 100,
    como: COMO_SE_CALCULA,
    contas: contas.map(({ centavos: _, ...conta }) => conta),
    total: emReais(contas.reduce((soma, { centavos }) => soma + centavos, 0)),
  }
}

interface Aceite {
  negociacao_id: number
  texto: string
  texto_sha256: string
  em: string
  endereco: string | null
}

/** Agreements, each with the words that the customer accepted, where they did so on their page. */
async function acordosDe(trx: Trx, id: number, hoje: Dia) {
  const acordos = await negociacoesDe(trx, id, hoje)
  const { rows } = await sql<Aceite>`
    select a.negociacao_id, a.texto, encode(a.texto_hash, 'hex') as texto_sha256, a.em, a.endereco
    from aceite a join negociacao n on n.id = a.negociacao_id where n.cliente_id = ${id}`.execute(trx)
  const aceites = new Map(rows.map(({ negociacao_id, ...aceite }) => [negociacao_id, aceite]))
  return acordos.map((acordo) => ({ ...acordo, aceite: aceites.get(acordo.id) ?? null }))
}

interface Pagamento {
  id: number
  valor: number
  pago_em: Dia
  forma: string
  origem: string
  registrado_em: string
  por: string | null
  estornado_em: string | null
  motivo_estorno: string | null
  contas: { conta_id: number; numero: string; parcela: string | null; principal: number; encargos: number }[]
  /** What the bank reported, for payments that came from it. */
  movimento: {
    id: number
    origem: string
    banco: string | null
    dia: Dia
    valor: number
    descricao: string
    pagador: string | null
    documento: string | null
    txid: string | null
    end_to_end_id: string | null
    nosso_numero: string | null
  } | null
}

async function pagamentosDe(trx: Trx, id: number): Promise<Pagamento[]> {
  const { rows } = await sql<Pagamento>`
    select p.id, p.valor_centavos / 100.0 as valor, p.pago_em, p.forma, p.origem, p.criado_em as registrado_em, u.name as por,
      p.estornado_em, p.motivo_estorno,
      (select jsonb_agg(jsonb_build_object('conta_id', c.id, 'numero', c.numero, 'parcela', c.parcela,
        'principal', a.principal_centavos / 100.0, 'encargos', a.encargos_centavos / 100.0) order by c.vencimento, c.id)
        from pagamento_alocacao a join conta c on c.id = a.conta_id where a.pagamento_id = p.id) as contas,
      (select jsonb_build_object('id', m.id, 'origem', m.origem, 'banco', m.banco, 'dia', m.dia, 'valor', m.valor_centavos / 100.0,
        'descricao', m.descricao, 'pagador', m.pagador_nome, 'documento', m.pagador_documento, 'txid', m.txid,
        'end_to_end_id', m.end_to_end_id, 'nosso_numero', m.nosso_numero) from movimento m where m.id = p.movimento_id) as movimento
    from pagamento p left join usuario u on u.id = p.usuario_id where p.cliente_id = ${id} order by p.id`.execute(trx)
  return rows.map((pago) => ({ ...pago, valor: Number(pago.valor) }))
}

interface Decidido {
  execucao_id: number
  dia: Dia
  em: string
  enviada: boolean
  motivo: MotivoDecisao
  passo: number | null
  detalhe: string | null
}

/** Why this customer was or was not billed, by each run; found by primary key, run by run. */
async function decisoesDe(trx: Trx, id: number) {
  const { rows } = await sql<Decidido>`
    select e.id as execucao_id, e.dia, e.criada_em as em, i.*
    from execucao e cross join lateral (
      select enviada, motivo, passo, detalhe from execucao_item i where i.execucao_id = e.id and i.cliente_id = ${id} limit 1) i
    where not e.simulada order by e.id`.execute(trx)
  return rows.map((uma) => ({ ...uma, detalhe: uma.detalhe ?? fraseDaDecisao(uma.motivo, uma.passo) }))
}
