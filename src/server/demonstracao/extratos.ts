import { sql } from 'kysely'
import type { ResultadoDoBanco } from '#contract/extratos.ts'
import { diaUtil, proximoDiaUtil } from '#domain/calendario.ts'
import { type Dia, diaDe, somarDias } from '#domain/data.ts'
import { emReais } from '#domain/dinheiro.ts'
import type { Movimento } from '#domain/movimento.ts'
import { conhecerContas } from '#server/conciliacao/extratos.queries.ts'
import { contaDoBanco } from '#server/conciliacao/pesar.ts'
import type { Trx } from '#server/db/schema.ts'
import { registrarMovimentos } from '#server/movimentos/registrar.actions.ts'
import type { Cenario } from './cenario.ts'
import { ateAgora } from './cenario.ts'
import { creditoDoPago, lerDevedores, lerPagosAMao } from './extratos.queries.ts'
import {
  CALENDARIO,
  COMO_PAGAM,
  CONTA_BANCARIA,
  CONTA_NO_BANCO,
  credito,
  ESTRANHOS,
  proprias,
} from './linhas-do-banco.ts'
import type { Sorteio } from './sorteio.ts'

/** Statements of so many days back, one for each business day, brought in by the administrator in the morning after. */
const DIAS = 35

type Cena = Pick<Cenario, 'trx' | 'agora'>
/** A line of a statement, and the payment by hand that it is, where somebody found it. */
interface Linha {
  movimento: Movimento
  pagamentoId?: number
  clienteId?: number
}

/**
 * The bank's side of the story: each payment by Pix or transfer recorded by hand is in a statement, linked to it; fees
 * and transfers of the company's own; and, in the last days, unexplained money as it happens: two notes paid at once, a
 * payment for somebody else, only a name.
 */
export async function gravarExtratos(cena: Cena, sorteio: Sorteio, admin: number): Promise<void> {
  const hoje = diaDe(cena.agora)
  const { banco, agencia, conta } = CONTA_NO_BANCO
  await conhecerContas(cena.trx, [contaDoBanco({ banco, conta: `${agencia}/${conta}` })])
  const linhas = [
    ...(await dosPagamentos(cena.trx, somarDias(hoje, -DIAS), hoje)),
    ...proprias(
      sorteio,
      Array.from({ length: DIAS }, (_, i) => somarDias(hoje, i - DIAS)),
    ).map((movimento) => ({ movimento })),
    ...(await semDono(cena, sorteio, hoje)),
  ]
  const porDia = Map.groupBy(linhas, ({ movimento }) => movimento.dia)
  for (const dia of [...porDia.keys()].sort()) await gravarDia(cena, dia, porDia.get(dia)!, admin)
}

/** What one statement brought, found or not. */
async function gravarDia({ trx, agora }: Cena, dia: Dia, linhas: Linha[], admin: number): Promise<void> {
  const em = ateAgora(`${proximoDiaUtil(somarDias(dia, 1), CALENDARIO)}T11:10:00Z`, agora)
  const resultado = resultadoDe(dia, linhas)
  const { id: importacaoId } = await trx
    .insertInto('importacao')
    .values({
      tipo: 'extrato',
      arquivo: `extrato-${dia}.ofx`,
      usuario_id: admin,
      situacao: 'concluida',
      lidas: linhas.length,
      gravadas: linhas.length,
      criada_em: em,
      terminada_em: em,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const registrados = await registrarMovimentos(
    trx,
    linhas.map(({ movimento }) => movimento),
    { agora: em, importacaoId },
  )
  await trx
    .updateTable('importacao')
    .set({ resultado: JSON.stringify({ ...resultado, importacao_id: importacaoId }) })
    .where('id', '=', importacaoId)
    .execute()
  for (const [i, { pagamentoId, clienteId }] of linhas.entries()) {
    const { id } = registrados[i]!
    if (pagamentoId === undefined || clienteId === undefined) continue
    await sql`
      update movimento set situacao = 'aplicado', aplicado_centavos = valor_centavos, cliente_id = ${clienteId}, a_julgar = false
      where id = ${id}`.execute(trx)
    await trx.updateTable('pagamento').set({ movimento_id: id }).where('id', '=', pagamentoId).execute()
  }
}

function resultadoDe(dia: Dia, linhas: readonly Linha[]): Omit<ResultadoDoBanco, 'importacao_id'> {
  const creditos = linhas.filter(({ movimento }) => movimento.tipo === 'credito')
  const semDono = creditos.filter(({ pagamentoId }) => pagamentoId === undefined).length
  return {
    arquivos: [
      {
        arquivo: `extrato-${dia}.ofx`,
        formato: 'ofx',
        banco: CONTA_NO_BANCO.banco,
        conta: CONTA_BANCARIA,
        de: dia,
        ate: dia,
      },
    ],
    movimentos: linhas.length,
    novos: linhas.length,
    repetidos: 0,
    aplicados: 0,
    sugeridos: creditos.length - semDono,
    sem_dono: semDono,
    ignorados: linhas.length - creditos.length,
    valor_total: emReais(creditos.reduce((soma, { movimento }) => soma + movimento.valorCentavos, 0)),
    avisos: [],
    pendencias: [],
    erros: [],
  }
}

/** Each payment by Pix or transfer that somebody typed in, as the bank tells of it. */
async function dosPagamentos(trx: Trx, desde: Dia, ate: Dia): Promise<Linha[]> {
  const pagos = await lerPagosAMao(trx, desde, ate)
  return pagos.map((um) => ({ movimento: creditoDoPago(um), pagamentoId: um.id, clienteId: um.cliente_id }))
}

/** Money of the last days that nobody has explained. */
async function semDono({ trx }: Cena, sorteio: Sorteio, hoje: Dia): Promise<Linha[]> {
  const rows = await lerDevedores(trx, sql`c.id`, 60)
  const pessoas = rows.filter(() => sorteio.chance(0.35)).slice(0, 9)
  const dia = (i: number) => {
    const util = somarDias(hoje, -1 - Math.floor(i * 1.3))
    return diaUtil(util, CALENDARIO) ? util : somarDias(util, -2)
  }
  const conhecidas = pessoas.map(({ nome, documento, valores: [um = 0, outro = 0] }, i) =>
    COMO_PAGAM[i % COMO_PAGAM.length]!({ dia: dia(i), nome, documento, um, outro }),
  )
  const estranhas = ESTRANHOS.map(([nome, valorCentavos], i) =>
    credito({ dia: dia(i * 2 + 1), valorCentavos, como: 'PIX TRANSF', nome, documento: null }),
  )
  return [...conhecidas, ...estranhas].map((movimento) => ({ movimento }))
}
