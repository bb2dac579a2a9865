import { sql } from 'kysely'
import type { AConciliar, ClienteCandidato } from '#domain/candidatos.ts'
import { type Decisao, decidir } from '#domain/conciliacao.ts'
import { type Dia, diaDe, somarDias } from '#domain/data.ts'
import { formatarReais } from '#domain/dinheiro.ts'
import type { Taxas } from '#domain/encargos.ts'
import { CamposInvalidos, RegraViolada } from '#domain/erros.ts'
import { frase } from '#domain/frase-do-log.ts'
import { indeciso, SITUACOES_INDECISAS, type SituacaoIndecisa } from '#domain/movimento.ts'
import { travarClientes } from '#server/clientes/status.actions.ts'
import { pagarCodigo } from '#server/codigos/vida.actions.ts'
import { fixarCalendario, lerTaxas } from '#server/configuracao/configuracao.queries.ts'
import { lista } from '#server/db/lista.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { emMovimento } from '#server/movimentos/mesmo-dinheiro.queries.ts'
import type { MovimentoARegistrar } from '#server/movimentos/registrar.actions.ts'
import { iniciarProposta } from '#server/negociacoes/propostas.actions.ts'
import { anotar, aplicarPartes, deixarResto, dito } from './aplicar.actions.ts'
import { acharAtrasados } from './atrasados.queries.ts'
import { avisarImportacao, avisarMovimentos } from './avisar.ts'
import { type AProcurar, acharCandidatos } from './candidatos.queries.ts'
import { aplicarDevolucoes, preverDevolucoes, remarcarDevolucoes } from './devolucoes.actions.ts'
import { gravarSugestoes } from './sugestoes.actions.ts'
import type { Movimento } from './travas.queries.ts'

const LOTE = 500
/** For so long an undecided movement is looked at again each day: what would explain it may still be imported. */
const DIAS_EM_DUVIDA = 60

interface Regras {
  taxas: Taxas
  perdaoMaximoCentavos: number
  hoje: Dia
}

/**
 * Decides about what waits to be judged, some at a time: suggestions of a batch are one transaction, and what is certain is applied
 * each in its own, decided again under the locks of whose it is. Any number of nodes may do it at once. Gives how many it saw.
 */
export async function julgarPendentes(db: Db, agora: Date, daImportacao?: number): Promise<number> {
  const { certos, vistos } = await emTransacao(db, (trx) => julgarLote(trx, agora, daImportacao))
  await aplicarCertos(db, certos, agora)
  if (daImportacao === undefined) await avisarMovimentos(db, vistos)
  return vistos.length
}

/** What is certain, each in a transaction of its own, decided again under the locks of whose it is. */
export async function aplicarCertos(db: Db, certos: readonly number[], agora: Date): Promise<void> {
  if (certos.length === 0) return
  await Promise.all(
    (await emFilas(db, certos)).map(async (fila) => {
      for (const id of fila)
        await emTransacao(db, (trx) => aplicarCerto(trx, id, agora)).catch(async (erro: unknown) => {
          if (!(erro instanceof CamposInvalidos || erro instanceof RegraViolada)) throw erro
          await emTransacao(db, (trx) => deixarEmDuvida(trx, id, agora))
        })
    }),
  )
}

/**
 * A match that a rule refuses waits for a person, and is retried the next day, so that it does not block those after
 * it.
 */
async function deixarEmDuvida(trx: Trx, id: number, agora: Date): Promise<void> {
  const movimento = await trx.selectFrom('movimento').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (movimento?.a_julgar && indeciso(movimento)) await sugerirDeNovo(trx, movimento, agora)
}

/** What could explain an undecided credit, which is locked, as its accounts stand now; nothing is applied. */
export async function sugerirDeNovo(trx: Trx, movimento: Movimento, agora: Date): Promise<void> {
  const regras = await lerRegras(trx, agora)
  const [decisao] = await decidirCada(trx, [aJulgar({ ...movimento, desfeito: true })], regras)
  await gravarSugestoes(trx, [{ movimento, decisao: decisao! }], regras.hoje, agora)
}

const LARGURA = 4
/** What names the same code or boleto is in one queue: the first of them pays it, and the next is to be given back. */
async function emFilas(db: Db, ids: readonly number[]): Promise<number[][]> {
  const { rows } = await sql<{ juntos: number[] }>`
    select array_agg(id order by id) as juntos from movimento where id = any(${ids}::bigint[])
    group by coalesce(txid, nosso_numero, id::text) order by min(id)`.execute(db)
  return Array.from({ length: LARGURA }, (_, n) =>
    rows.filter((_, i) => i % LARGURA === n).flatMap(({ juntos }) => juntos),
  )
}

/**
 * What an import brought and was not judged as it came (a day's lump sums, whose boletos are all here now), and its refunds, with
 * those that waited for a credit of its.
 */
export async function julgarImportacao(db: Db, agora: Date, importacaoId: number): Promise<void> {
  while ((await julgarPendentes(db, agora, importacaoId)) > 0);
  await emTransacao(db, (trx) => remarcarDevolucoes(trx, importacaoId))
  while ((await aplicarDevolucoes(db, agora)) > 0);
  await avisarImportacao(db)
}

/** As `julgarImportacao`, in a transaction that is taken back: what would be applied is only marked so. */
export async function julgarSemAplicar(trx: Trx, agora: Date, importacaoId: number): Promise<void> {
  for (;;) {
    const { certos, vistos } = await julgarLote(trx, agora, importacaoId)
    if (vistos.length === 0) return preverDevolucoes(trx, agora, importacaoId)
    await sql`update movimento set a_julgar = false, automatico = true where id = any(${certos}::bigint[])`.execute(trx)
  }
}

/** Movements of a running import are left to that import, which judges them itself. */
const DE_OUTRA_QUE_CORRE = sql`and not exists (
  select from importacao i where i.id = movimento.importacao_id and i.situacao = 'processando')`

async function julgarLote(trx: Trx, agora: Date, daImportacao?: number) {
  const quais = daImportacao === undefined ? DE_OUTRA_QUE_CORRE : sql`and importacao_id = ${daImportacao}`
  const { rows: movimentos } = await sql<Movimento>`
    select * from movimento where a_julgar and tipo = 'credito' ${quais} order by id limit ${sql.lit(LOTE)} for update skip locked`.execute(
    trx,
  )
  if (movimentos.length === 0) return { certos: [], vistos: [] }
  const regras = await lerRegras(trx, agora)
  const indecisos = movimentos.filter(indeciso)
  const ditas = await decidirCada(trx, indecisos.map(aJulgar), regras)
  const decisoes = indecisos.map((movimento, i) => ({ movimento, decisao: ditas[i]! }))
  const certos = decisoes.filter(({ decisao }) => decisao.situacao === 'aplicado').map(({ movimento }) => movimento.id)
  await gravarSugestoes(trx, decisoes, regras.hoje, agora)
  return { certos, vistos: movimentos.map(({ id }) => id) }
}

async function lerRegras(db: Db | Trx, agora: Date): Promise<Regras> {
  const { rows } = await sql<{ perdao: number }>`select perdao_maximo_centavos as perdao from recebimento`.execute(db)
  return { taxas: await lerTaxas(db), perdaoMaximoCentavos: rows[0]!.perdao, hoje: diaDe(agora) }
}

/**
 * Judges credits before they are written, by their index, so that each is written once. Omits certain matches, which
 * are decided under their customer's lock, and lump sums, whose boletos may still come.
 */
export async function julgarAntes(
  db: Db | Trx,
  movimentos: readonly MovimentoARegistrar[],
  agora: Date,
): Promise<Map<number, Duvida>> {
  const lugares = [...movimentos.keys()].filter((i) => movimentos[i]!.tipo === 'credito' && !movimentos[i]!.lote)
  if (lugares.length === 0) return new Map()
  const ditas = await decidirCada(
    db,
    lugares.map((i) => aindaPorEscrever(movimentos[i]!, i)),
    await lerRegras(db, agora),
  )
  return new Map(
    lugares.flatMap((i, n) => {
      const decisao = ditas[n]!
      return decisao.situacao === 'novo' || decisao.situacao === 'sugerido' ? [[i, decisao] as const] : []
    }),
  )
}

/** What a person decides. */
export type Duvida = Extract<Decisao, { situacao: SituacaoIndecisa }>

/** Where to look for candidates, and what is judged. */
interface AJulgar {
  onde: AProcurar
  aConciliar: AConciliar
}

const aindaPorEscrever = (um: MovimentoARegistrar, lugar: number): AJulgar => ({
  onde: {
    id: lugar,
    lote: um.lote,
    dia: um.dia,
    banco: um.banco,
    sem_dono_centavos: um.valorCentavos,
    pagador_nome: um.pagador?.nome ?? null,
    pagador_documento: um.pagador?.documento ?? null,
    nosso_numero: um.nossoNumero,
    txid: um.txid,
    seu_numero: um.titulo?.seuNumero ?? null,
    titulo_vencimento: um.titulo?.vencimento ?? null,
    titulo_centavos: um.titulo?.nominalCentavos ?? null,
    pelo_pix: um.peloPix ?? false,
  },
  aConciliar: { movimento: um, componentes: um.componentes ?? null, desfeito: false },
})

const aJulgar = (movimento: Movimento): AJulgar => ({
  onde: movimento,
  aConciliar: {
    movimento: { ...emMovimento(movimento), valorCentavos: movimento.sem_dono_centavos },
    componentes: movimento.componentes,
    // When a part went back, a person decides what the rest pays.
    desfeito: movimento.desfeito || movimento.devolvido_centavos > 0,
  },
})

/**
 * The decision about each, in order. Overdue accounts are costly to find, so only when nothing else explains the
 * credit.
 */
async function decidirCada(db: Db | Trx, movimentos: readonly AJulgar[], regras: Regras): Promise<Decisao[]> {
  const candidatos = await acharCandidatos(
    db,
    movimentos.map(({ onde }) => onde),
    regras.taxas,
  )
  const decidirUm = ({ onde, aConciliar }: AJulgar, clientes: readonly ClienteCandidato[] = []) => {
    const achados = candidatos.get(onde.id)!
    return decidir(
      aConciliar,
      { ...achados, clientes: [...achados.clientes, ...clientes] },
      regras.perdaoMaximoCentavos,
    )
  }
  const ditas = movimentos.map((um) => decidirUm(um))
  const deNinguem = movimentos.filter(({ onde }, i) => ditas[i]!.situacao === 'novo' && !onde.lote)
  const atrasados = await acharAtrasados(
    db,
    deNinguem.map(({ onde }) => onde),
    regras.taxas,
  )
  return movimentos.map((um, i) => (atrasados.has(um.onde.id) ? decidirUm(um, atrasados.get(um.onde.id)) : ditas[i]!))
}

/** Decides again under the customer's lock; what is no longer certain waits for a person. */
async function aplicarCerto(trx: Trx, id: number, agora: Date): Promise<void> {
  const movimento = await trx.selectFrom('movimento').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!movimento?.a_julgar || !indeciso(movimento)) return
  const regras = await lerRegras(trx, agora)
  const decidirAgora = async () => (await decidirCada(trx, [aJulgar(movimento)], regras))[0]!
  const antes = await decidirAgora()
  // Before any customer is locked, as everywhere.
  if (antes.situacao === 'aplicado' && antes.iniciaAcordoId !== null) await fixarCalendario(trx)
  if (antes.situacao === 'aplicado') await travarClientes(trx, [antes.clienteId])
  const decisao = await decidirAgora()
  if (decisao.situacao !== 'aplicado' || antes.situacao !== 'aplicado' || decisao.clienteId !== antes.clienteId)
    return gravarSugestoes(trx, [{ movimento, decisao }], regras.hoje, agora)
  const causa = { origem: 'conciliacao' as const, agora }
  if (decisao.codigoId !== null) await pagarCodigo(trx, decisao.codigoId)
  const contas =
    decisao.iniciaAcordoId === null
      ? decisao.contas
      : [
          {
            id: await iniciarProposta(trx, decisao.iniciaAcordoId, causa),
            valorCentavos: movimento.sem_dono_centavos,
          },
        ]
  await aplicarPartes(trx, movimento, contas, causa, decisao.encargosDados)
  const { clienteId, creditoCentavos: resto } = decisao
  await deixarResto(trx, movimento, { clienteId, aplicado: movimento.sem_dono_centavos - resto, resto }, causa, true)
  const texto = frase`${formatarReais(movimento.valor_centavos)} de ${dito(movimento)} conciliados. ${decisao.porque}`
  await anotar(trx, movimento, 'aplicar', clienteId, texto, causa)
}

/**
 * What has to be judged again: suggestions of accounts that are not open any more or of payments that are linked or reversed, and,
 * once a day, whatever is undecided and young enough to be explained yet.
 */
export async function remarcarVelhas(db: Db, agora: Date): Promise<void> {
  const hoje = diaDe(agora)
  await sql`
    update movimento m set a_julgar = true
    where m.situacao in ${lista(SITUACOES_INDECISAS)} and not m.a_julgar and (
      (m.julgado_dia < ${hoje}::date and m.dia >= ${somarDias(hoje, -DIAS_EM_DUVIDA)}::date)
      or exists (select from sugestao_conta p join conta c on c.id = p.conta_id where p.movimento_id = m.id and c.situacao <> 'aberta')
      or exists (select from sugestao s join pagamento p on p.id = s.pagamento_id
        where s.movimento_id = m.id and (p.movimento_id is not null or p.estornado_em is not null)))`.execute(db)
}
