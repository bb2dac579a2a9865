import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { mudarRegua as contrato, Regua } from '#contract/cobranca.ts'
import { criarCalendario, diasTocados, HORAS_DA_LEI, passaDaLei, proximoDiaUtil } from '#domain/calendario.ts'
import type { Autor } from '#domain/causa.ts'
import { type Dia, diaDe } from '#domain/data.ts'
import { CamposInvalidos, RegraViolada } from '#domain/erros.ts'
import { nomeDoPasso } from '#domain/explicacao.ts'
import { limiteDaPromessa } from '#domain/prazos.ts'
import { reconciliar } from '#server/clientes/automaticas.actions.ts'
import { moverLimites } from '#server/clientes/promessas.actions.ts'
import { travarClientes } from '#server/clientes/status.actions.ts'
import { travarCalendario } from '#server/configuracao/configuracao.queries.ts'
import { haMudanca } from '#server/configuracao/versao.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { verRegua, versaoDaRegua } from './regua.queries.ts'

type NovaRegua = z.output<typeof contrato.schema.body>

/** Replaces the cadence; a step keeps its id while its `dias` stay. Due days that a holiday moves move at once. */
export async function mudarRegua(db: Db, nova: NovaRegua, autor: Autor): Promise<Regua> {
  recusarInvalida(nova)
  return emTransacao(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('regua.mudar', 0))`.execute(trx)
    const antes = await verRegua(trx, diaDe(autor.agora))
    const igual = isDeepStrictEqual(comoFica(antes, nova), antes)
    if (!haMudanca({ igual, dita: nova.se_versao, emUso: versaoDaRegua(antes), frase: MUDOU_ANTES })) return antes
    // Customers before settings: the order in which whoever stops the account locks them.
    await mudarFeriados(trx, antes.feriados, [...new Set(nova.feriados)], autor)
    if (nova.nomes_feriados) await nomearFeriados(trx, nova.nomes_feriados)
    await gravarAjustes(trx, nova)
    await gravarPassos(trx, nova.passos)
    const depois = await verRegua(trx, diaDe(autor.agora))
    await registrar(trx, {
      ...autor,
      acao: 'regua.mudar',
      ...(passaDaLei(nova.horario) ? { nivel: 'aviso', descricao: ALEM_DA_LEI } : { descricao: MUDOU }),
      dados: { antes, depois },
    })
    return depois
  })
}

const MUDOU_ANTES =
  'A régua mudou enquanto você escrevia. O que você não mexeu já aparece como ficou: confira e salve de novo.'
const MUDOU = 'Mudou a régua de cobrança e os horários de envio.'
/** Companies outside São Paulo may have other hours: it is not refused, but it does not pass unseen. */
const ALEM_DA_LEI = `${MUDOU} As horas passam do que a lei de São Paulo permite: ${HORAS_DA_LEI}.`

/** As it will be read once this is written; 0, which no step has, is the id of a new one. */
function comoFica(
  antes: Regua,
  { se_versao: _, nomes_feriados: nomes = antes.nomes_feriados, ...nova }: NovaRegua,
): Regua {
  const feriados = [...new Set(nova.feriados)].toSorted()
  return {
    ...antes,
    ...nova,
    passos: nova.passos
      .map((passo) => ({ ...passo, id: antes.passos.find(({ dias }) => dias === passo.dias)?.id ?? 0 }))
      .toSorted((a, b) => a.dias - b.dias),
    feriados,
    nomes_feriados: Object.fromEntries(feriados.flatMap((dia) => (nomes[dia] ? [[dia, nomes[dia]]] : []))),
  }
}

function recusarInvalida({ passos, horario }: NovaRegua) {
  const campos: Record<string, string[]> = {}
  const vistos = new Set<number>()
  if (!passos.some(({ ativo }) => ativo)) campos.passos = [SEM_PASSOS]
  for (const { dias } of passos) {
    if (vistos.has(dias))
      campos.passos = [`Há dois passos em ${nomeDoPasso(dias)}. Cada passo precisa de um dia só seu.`]
    vistos.add(dias)
  }
  if (horario.inicio >= horario.fim) campos['horario.fim'] = ['O fim do horário precisa ser depois do início.']
  if (horario.sabado_inicio > horario.sabado_fim)
    campos['horario.sabado_fim'] = [
      'No sábado, o fim não pode ser antes do início. Horas iguais: não envia aos sábados.',
    ]
  if (Object.keys(campos).length > 0) throw new CamposInvalidos(campos)
}

/** An overdue account with no step ahead waits for a person: without any step, all of them at once. */
const SEM_PASSOS =
  'Deixe ao menos um passo ligado. Sem nenhum, todos os clientes com conta vencida iriam para a fila no próximo dia útil.'

const gravarAjustes = (trx: Trx, nova: NovaRegua) =>
  trx
    .updateTable('configuracao')
    .set({
      dias_uteis: nova.dias_uteis,
      ...nova.horario,
      max_tentativas: nova.max_tentativas,
      intervalo_minimo_dias: nova.intervalo_minimo_dias,
      multa_centesimos: Math.round(nova.multa_percentual * 100),
      juros_mes_centesimos: Math.round(nova.juros_percentual_mes * 100),
    })
    .execute()

async function gravarPassos(trx: Trx, passos: NovaRegua['passos']) {
  const dias = passos.map((passo) => passo.dias)
  await trx
    .deleteFrom('passo_regua')
    .where('dias', 'not in', dias.length > 0 ? dias : [9999])
    .execute()
  if (passos.length === 0) return
  await trx
    .insertInto('passo_regua')
    .values(passos.map(({ dias, tipo, ativo }) => ({ dias, tipo, ativo })))
    .onConflict((conflito) =>
      conflito.column('dias').doUpdateSet((eb) => ({ tipo: eb.ref('excluded.tipo'), ativo: eb.ref('excluded.ativo') })),
    )
    .execute()
}

async function mudarFeriados(trx: Trx, antes: Dia[], depois: Dia[], autor: Autor) {
  const tirados = antes.filter((dia) => !depois.includes(dia))
  const postos = depois.filter((dia) => !antes.includes(dia))
  if (tirados.length + postos.length === 0) return
  if (!(await travarCalendario(trx))) throw new RegraViolada('importacao_em_andamento', IMPORTANDO)
  if (tirados.length > 0) await trx.deleteFrom('feriado').where('dia', 'in', tirados).execute()
  if (postos.length > 0) {
    await trx
      .insertInto('feriado')
      .values(postos.map((dia) => ({ dia, nome: null })))
      .execute()
  }
  await moverVencimentos(trx, antes, depois, autor)
}

/** The names of all of them: a day that is left out has none. */
const nomearFeriados = (trx: Trx, nomes: Record<Dia, string>) =>
  sql`update feriado set nome = nullif(${JSON.stringify(nomes)}::jsonb ->> dia::text, '')`.execute(trx)

const IMPORTANDO =
  'Há uma importação em andamento, que conta os vencimentos pelos feriados de agora. Espere que ela termine e salve de novo.'

/** Moves the business due day of every account that a change of the calendar affects, in one statement. */
async function moverVencimentos(trx: Trx, antes: Dia[], depois: Dia[], autor: Autor) {
  const calendario = criarCalendario(depois)
  const dias = diasTocados(criarCalendario(antes), calendario)
  const uteis = dias.map((dia) => proximoDiaUtil(dia, calendario))
  const movidas = sql`conta.vencimento = novo.dia and conta.vencimento_util <> novo.util`
  const novos = sql`unnest(${dias}::date[], ${uteis}::date[]) as novo(dia, util)`
  await moverLimites(trx, (ate) => limiteDaPromessa(ate, calendario))
  const { rows } = await sql<{ id: number }>`
    select distinct conta.cliente_id as id from conta join ${novos} on ${movidas} order by 1`.execute(trx)
  if (rows.length === 0) return
  const clientes = rows.map(({ id }) => id)
  await travarClientes(trx, clientes)
  // Ten holidays move a fifteenth of all accounts: of a large company that takes longer than any other statement may.
  await sql`set local statement_timeout = 0`.execute(trx)
  await sql`update conta set vencimento_util = novo.util, updated_at = ${autor.agora} from ${novos} where ${movidas}`.execute(
    trx,
  )
  await reconciliar(trx, clientes, autor)
}
