import { sql } from 'kysely'
import type { Oferta as OfertaNaApi } from '#contract/ofertas.ts'
import { type Dia, diaDe } from '#domain/data.ts'
import { emReais } from '#domain/dinheiro.ts'
import { EM_ANDAMENTO } from '#domain/negociacao.ts'
import { type Oferta, ofertasDoDia } from '#domain/oferta.ts'
import type { ContaNegociavel } from '#domain/politica.ts'
import { lerConfiguracao } from '#server/configuracao/configuracao.queries.ts'
import { lista } from '#server/db/lista.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { lerPolitica, type PoliticaEmVigor } from '#server/negociacoes/politica.queries.ts'
import { emAndamento, quebrouAntes } from '#server/saldo/acordos.queries.ts'
import { contaNegociavel } from '#server/saldo/conta-no-dia.ts'

/** The offers a customer may accept today, at most three; none without a policy, or with an agreement under way. */
export async function lerOfertas(db: Db | Trx, clienteId: number, agora: Date): Promise<OfertaNaApi[]> {
  return (await ofertasDe(db, clienteId, agora)).ofertas.map(naApi)
}

/** The same in cents, with the version of the policy that gives them. `politica`: one that may not be saved yet. */
export async function ofertasDe(
  db: Db | Trx,
  clienteId: number,
  agora: Date,
  politica?: PoliticaEmVigor,
): Promise<{ ofertas: Oferta[]; versao: number }> {
  const emVigor = politica ?? (await lerPolitica(db))
  if (!emVigor.ativa || (await emAndamento(db, clienteId))) return { ofertas: [], versao: emVigor.versao }
  const hoje = diaDe(agora)
  const { calendario } = await lerConfiguracao(db)
  const contas = await contasNegociaveis(db, clienteId, hoje)
  const quebrou = await quebrouAntes(db, clienteId)
  return { ofertas: ofertasDoDia(emVigor, { clienteId, contas, quebrou }, hoje, calendario), versao: emVigor.versao }
}

/** All that is late and not disputed, the oldest first. */
async function contasNegociaveis(db: Db | Trx, clienteId: number, hoje: Dia): Promise<ContaNegociavel[]> {
  const { taxas } = await lerConfiguracao(db)
  const { rows } = await sql<{ id: number; valor_centavos: number; pago_centavos: number; vencimento_util: Dia }>`
    select id, valor_centavos, pago_centavos, vencimento_util from conta
    where cliente_id = ${clienteId} and situacao = 'aberta' and vencimento_util < ${hoje}::date
      and not exists (select from contestacao_conta cc where cc.conta_id = conta.id and cc.aberta)
    order by vencimento_util, id`.execute(db)
  return rows.map((conta) => contaNegociavel(conta, hoje, taxas))
}

const naApi = (oferta: Oferta): OfertaNaApi => ({
  id: oferta.id,
  contas: oferta.contas,
  valor_original: emReais(oferta.originalCentavos),
  encargos: emReais(oferta.encargosCentavos),
  desconto: emReais(oferta.descontoCentavos),
  valor_negociado: emReais(oferta.negociadoCentavos),
  parcelas: oferta.parcelas.map(({ numero, vencimento, valorCentavos }) => ({
    numero,
    vencimento,
    valor: emReais(valorCentavos),
  })),
  texto: oferta.texto,
})

const EXEMPLOS = 3

/** What a policy, which may not be saved yet, would offer to real customers of different bands: the one that owes most of each. */
export async function exemplosDaPolitica(db: Db, politica: PoliticaEmVigor, agora: Date) {
  const hoje = diaDe(agora)
  const clientes = await clientesDeExemplo(db, politica, hoje)
  const exemplos = clientes.map(async ({ id, nome }) => {
    const contas = await contasNegociaveis(db, id, hoje)
    const { ofertas } = await ofertasDe(db, id, agora, { ...politica, ativa: true })
    return {
      cliente: { id, nome },
      dias_atraso: Math.max(...contas.map(({ diasAtraso }) => diasAtraso)),
      valor_atualizado: emReais(
        contas.reduce((soma, { abertoCentavos, encargosCentavos }) => soma + abertoCentavos + encargosCentavos, 0),
      ),
      ofertas: ofertas.map(naApi),
    }
  })
  // Of who disputes all that is late nothing is negotiated.
  return (await Promise.all(exemplos)).filter(({ valor_atualizado }) => valor_atualizado > 0)
}

interface ClienteDeExemplo {
  id: number
  nome: string
}

/** One of each band while there are bands, then whoever else is late; never who has an agreement under way. */
async function clientesDeExemplo(db: Db, { faixas }: PoliticaEmVigor, hoje: Dia): Promise<ClienteDeExemplo[]> {
  const { rows } = await sql<ClienteDeExemplo>`
    with faixa as (
      select row_number() over () as n, "deDias" as de, coalesce("ateDias", 99999) as ate
      from jsonb_to_recordset(${JSON.stringify(faixas)}::jsonb) as f("deDias" int, "ateDias" int)
      union all select 999, 1, 99999
    )
    select distinct on (c.id) c.id, c.nome, faixa.n
    from faixa cross join lateral (
      select * from cliente where contas_abertas > 0 and anonimizado_em is null
        and vencimento_mais_antigo between ${hoje}::date - faixa.ate and ${hoje}::date - greatest(faixa.de, 1)
        and not exists (select from negociacao n where n.cliente_id = cliente.id
          and n.status in ${lista(EM_ANDAMENTO)})
      order by vencimento_mais_antigo desc, id limit ${EXEMPLOS}) c
    order by c.id, faixa.n`.execute(db)
  return umDeCada(rows as (ClienteDeExemplo & { n: number })[])
}

function umDeCada(achados: readonly (ClienteDeExemplo & { n: number })[]): ClienteDeExemplo[] {
  const porFaixa = [...Map.groupBy(achados, ({ n }) => n).entries()].sort(([a], [b]) => a - b).map(([, deles]) => deles)
  const rodadas = Array.from({ length: EXEMPLOS }, (_, volta) => porFaixa.flatMap((deles) => deles[volta] ?? []))
  return rodadas.flat().slice(0, EXEMPLOS)
}
