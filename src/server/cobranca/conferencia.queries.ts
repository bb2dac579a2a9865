import { sql } from 'kysely'
import type { z } from 'zod'
import type { conferirPublico } from '#contract/cobranca.ts'
import { codigoDeExemplo } from '#domain/codigo.ts'
import { diaDe } from '#domain/data.ts'
import type { ModeloDoMotor } from '#domain/decisao.ts'
import { linkDeExemplo } from '#domain/link.ts'
import { problemasDosValoresDasPartes } from '#domain/partes-preenchidas.ts'
import {
  problemasDosValores,
  semRepetir,
  totalDoModelo,
  VALORES_DA_EMPRESA,
  valoresDoModelo,
} from '#domain/preenchimento.ts'
import { idsDosAchados } from '#server/clientes/busca.queries.ts'
import { lerEmpresa } from '#server/configuracao/configuracao.queries.ts'
import { modelosAprovados } from '#server/configuracao/modelos-em-uso.queries.ts'
import { camposDaPagina, type PedidoDePagina } from '#server/db/pagina.ts'
import type { Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { lerContas } from '#server/despacho/julgamento-regua.ts'
import { type Meios, procurar } from '#server/http/procurar.ts'
import { podemTerLink } from '#server/links/links.actions.ts'
import { lerMomento } from '#server/regua/momento.queries.ts'
import { selecionar } from '#server/regua/selecionar.actions.ts'
import { contaDoModelo } from '#server/saldo/conta-no-dia.ts'
import type { Servicos } from '#server/servicos.ts'

/** `origem`: what the addresses of pages begin with. */
type Onde = Pick<Servicos, 'db' | 'origem'>

type Conferencia = z.infer<(typeof conferirPublico)['schema']['response'][200]>
type Caso = Conferencia['data'][number]

const LOTE = 1_000
/** Checked one by one: those who would be billed first. */
const MAIOR_PUBLICO = 20_000

interface DoPublico {
  cliente_id: number
  nome: string
  documento: string | null
  modelo: ModeloDoMotor
  contas: number[]
  passos: number[]
}

/** One page of those in whose message something is wrong with a value of their own, and what is wrong with the company's. */
export async function conferir(
  onde: Onde & Meios,
  pedido: PedidoDePagina & { busca?: string | undefined },
  agora: Date,
): Promise<Conferencia> {
  const { deles, ...resumo } = await conferirTodos(onde, agora)
  const achados = pedido.busca ? await soOsAchados(onde, deles, pedido.busca) : deles
  const inicio = (pedido.page - 1) * pedido.per_page
  return { ...resumo, data: achados.slice(inicio, inicio + pedido.per_page), ...camposDaPagina(pedido, achados.length) }
}

async function soOsAchados(meios: Meios, casos: readonly Caso[], busca: string): Promise<Caso[]> {
  const achados = await procurar(
    meios,
    sql<{ id: number }>`
    select id from unnest(${casos.map(({ cliente }) => cliente.id)}::bigint[]) as u(id) where id in ${idsDosAchados(busca)}`,
  )
  const ids = new Set(achados.map(({ id }) => id))
  return casos.filter(({ cliente }) => ids.has(cliente.id))
}

/**
 * Whom the next run would bill, and in whose message a value of the template is missing, cut or mended: hours and
 * holidays lifted, so that it can be looked at the day before.
 */
export async function conferirTodos({ db, origem }: Onde, agora: Date) {
  return emTransacao(db, async (trx) => {
    const momento = await lerMomento(trx, agora, true)
    await selecionar(trx, { momento, agora })
    await sql`
      create temp table publico on commit drop as
      select cliente_id, modelo, contas, passos, ordem, count(*) over () as total
      from decisao where motivo = 'prevista' order by ordem limit ${MAIOR_PUBLICO}`.execute(trx)
    const { rows } = await sql<{ total: number; conferidos: number }>`
      select coalesce(max(total), 0) as total, count(*) as conferidos from publico`.execute(trx)
    const { total: publico, conferidos } = rows[0]!
    const casos: Caso[] = []
    for (let de = 0; de < conferidos; de += LOTE) casos.push(...(await casosDoLote(trx, de, origem, agora)))
    const deles = casos
      .map((caso) => ({ ...caso, problemas: caso.problemas.filter((um) => !daEmpresa(um)) }))
      .filter(({ problemas }) => problemas.length > 0)
    return { publico, conferidos, com_problema: casos.length, da_empresa: contarDaEmpresa(casos), deles }
  })
}

const daEmpresa = ({ variavel }: { variavel: string }) => VALORES_DA_EMPRESA.includes(variavel)

function contarDaEmpresa(casos: readonly Caso[]): Conferencia['da_empresa'] {
  const vistos = new Map<string, Conferencia['da_empresa'][number]>()
  for (const um of casos.flatMap(({ problemas }) => problemas).filter(daEmpresa)) {
    const chave = `${um.variavel} ${um.problema}`
    vistos.set(chave, { ...um, mensagens: (vistos.get(chave)?.mensagens ?? 0) + 1 })
  }
  return [...vistos.values()]
}

async function casosDoLote(trx: Trx, de: number, origem: string, agora: Date): Promise<Caso[]> {
  const hoje = diaDe(agora)
  const { rows } = await sql<DoPublico>`
    select p.*, c.nome, c.documento
    from (select * from publico order by ordem limit ${LOTE} offset ${de}) as p join cliente c on c.id = p.cliente_id
    order by p.ordem`.execute(trx)
  const contas = await lerContas(trx, rows)
  const modelos = await modelosAprovados(trx)
  const { empresa, pix, taxas, recebedor } = await lerEmpresa(trx)
  const comLink = await podemTerLink(
    trx,
    rows.map(({ cliente_id }) => cliente_id),
    agora,
  )
  return rows.flatMap(({ cliente_id: id, nome, documento, modelo, ...um }) => {
    const emUso = modelos.get(modelo)
    if (!emUso) return []
    const dela = um.contas.map((conta) => contaDoModelo(contas.get(conta)!, hoje, taxas))
    const copiaECola = codigoDeExemplo(recebedor, totalDoModelo(dela))
    const link = comLink.has(id) ? linkDeExemplo(origem) : null
    const valores = valoresDoModelo({ nome, documento, empresa, pix, operador: null, contas: dela, copiaECola, link })
    const problemas = semRepetir([
      ...problemasDosValores(emUso.texto, valores),
      ...problemasDosValoresDasPartes(emUso.partes, valores),
    ])
    return problemas.length > 0 ? [{ cliente: { id, nome }, modelo, passo: um.passos[0] ?? null, problemas }] : []
  })
}
