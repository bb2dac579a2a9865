import { sql } from 'kysely'
import type { ResultadoDoBanco } from '#contract/extratos.ts'
import { criarCalendario, diaUtil, proximoDiaUtil } from '#domain/calendario.ts'
import { type Dia, diaDe, somarDias } from '#domain/data.ts'
import { type Centavos, emReais } from '#domain/dinheiro.ts'
import type { Movimento } from '#domain/movimento.ts'
import { normalizar } from '#domain/texto.ts'
import { registrarMovimentos } from '#server/movimentos/registrar.actions.ts'
import type { Cenario } from './cenario.ts'
import { ateAgora } from './cenario.ts'
import type { Sorteio } from './sorteio.ts'

/** Statements of so many days back, one for each business day, brought in by the administrator in the morning after. */
const DIAS = 35
const BANCO = { banco: '341', agencia: '1234', conta: '56789-0' }
const CONTA_BANCARIA = `${BANCO.agencia}/${BANCO.conta}`
const CALENDARIO = criarCalendario([])

type Cena = Pick<Cenario, 'trx' | 'agora'>
/** A line of a statement, and the payment by hand that it is, where somebody found it. */
interface Linha {
  movimento: Movimento
  pagamentoId?: number
  clienteId?: number
}

/**
 * The bank's side of the story: each payment by Pix or transfer that was typed in stands in a statement and was found there;
 * fees and transfers of the company's own; and in the last days money that nobody has explained yet, as it happens: who pays two
 * notes at once, who pays for somebody else, who only writes a name.
 */
export async function gravarExtratos(cena: Cena, sorteio: Sorteio, admin: number): Promise<void> {
  const hoje = diaDe(cena.agora)
  const linhas = [
    ...(await dosPagamentos(cena, somarDias(hoje, -DIAS), hoje)),
    ...proprias(sorteio, hoje),
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
      { arquivo: `extrato-${dia}.ofx`, formato: 'ofx', banco: BANCO.banco, conta: CONTA_BANCARIA, de: dia, ate: dia },
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
async function dosPagamentos({ trx }: Cena, desde: Dia, ate: Dia): Promise<Linha[]> {
  const pagos = await trx
    .selectFrom('pagamento as p')
    .innerJoin('cliente as c', 'c.id', 'p.cliente_id')
    .select(['p.id', 'p.pago_em', 'p.valor_centavos', 'p.forma', 'c.id as cliente_id', 'c.nome', 'c.documento'])
    .where('p.pago_em', '>=', desde)
    // Today's stand in the statement of tomorrow morning.
    .where('p.pago_em', '<', ate)
    .where('p.forma', 'in', ['pix', 'transferencia'])
    .where('p.estornado_em', 'is', null)
    .orderBy('p.id')
    .execute()
  return pagos.map((um) => ({
    movimento: credito({
      dia: um.pago_em,
      valorCentavos: um.valor_centavos,
      como: um.forma === 'pix' ? 'PIX TRANSF' : 'TED RECEBIDA',
      nome: um.nome,
      documento: um.documento,
    }),
    pagamentoId: um.id,
    clienteId: um.cliente_id,
  }))
}

interface Credito {
  dia: Dia
  valorCentavos: Centavos
  como: string
  nome: string | null
  documento: string | null
}

/** A line of credit as banks write it: capitals without accents, a CPF with its ends hidden. */
function credito({ dia, valorCentavos, como, nome, documento }: Credito): Movimento {
  const escrito = nome === null ? null : normalizar(nome).toUpperCase().slice(0, 40)
  const visto = documento?.length === 11 ? `***${documento.slice(3, 9)}**` : documento
  return {
    ...LINHA,
    tipo: 'credito',
    dia,
    diaCredito: dia,
    valorCentavos,
    saiu: false,
    descricao: [como, escrito, diaMes(dia)].filter(Boolean).join(' '),
    pagador: escrito === null && visto === null ? null : { nome: escrito, documento: visto },
  }
}

const diaMes = (dia: Dia) => `${dia.slice(8)}/${dia.slice(5, 7)}`

const LINHA = {
  origem: 'ofx',
  banco: BANCO.banco,
  contaBancaria: CONTA_BANCARIA,
  tarifaCentavos: 0,
  txid: null,
  endToEndId: null,
  nossoNumero: null,
  ocorrencia: null,
  lote: false,
  pagador: null,
} as const

/** What the account pays by itself: fees, taxes, suppliers. */
function proprias(sorteio: Sorteio, hoje: Dia): Linha[] {
  return Array.from({ length: DIAS }, (_, i) => somarDias(hoje, i - DIAS))
    .filter((dia) => diaUtil(dia, CALENDARIO))
    .flatMap((dia, i) => [
      ...(i % 5 === 0 ? [saida(dia, 'tarifa', 'TAR PACOTE ITAU', 8_990)] : []),
      ...(sorteio.chance(0.6)
        ? [saida(dia, 'outro', sorteio.escolher(DESPESAS), sorteio.inteiro(12_000, 980_000))]
        : []),
    ])
}
const DESPESAS = ['SISPAG FORNECEDORES', 'PAG TIT INT ENERGIA', 'SISPAG SALARIOS', 'DARF PREVIDENCIA']

const saida = (dia: Dia, tipo: 'tarifa' | 'outro', descricao: string, valorCentavos: Centavos): Linha => ({
  movimento: {
    ...LINHA,
    tipo,
    dia,
    diaCredito: dia,
    valorCentavos,
    saiu: true,
    descricao: `${descricao} ${diaMes(dia)}`,
  },
})

/** What came in the last days and nobody has explained. */
async function semDono({ trx }: Cena, sorteio: Sorteio, hoje: Dia): Promise<Linha[]> {
  const { rows } = await sql<{ nome: string; documento: string; valores: Centavos[] }>`
    select c.nome, c.documento, array_agg(t.valor_centavos order by t.vencimento) as valores
    from cliente c join conta t on t.cliente_id = c.id and t.situacao = 'aberta' and t.pago_centavos = 0
    where c.status = 'ativo' and c.documento is not null
    group by c.id having count(*) >= 2
    order by c.id limit 60`.execute(trx)
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

type Pagando = (quem: { dia: Dia; nome: string; documento: string; um: Centavos; outro: Centavos }) => Movimento
const COMO_PAGAM: Pagando[] = [
  // One note, to the cent.
  ({ dia, nome, documento, um }) => credito({ dia, valorCentavos: um, como: 'PIX TRANSF', nome, documento }),
  // Two at once.
  ({ dia, nome, documento, um, outro }) =>
    credito({ dia, valorCentavos: um + outro, como: 'PIX TRANSF', nome, documento }),
  // Only the name, which the bank cut.
  ({ dia, nome, um }) =>
    credito({
      dia,
      valorCentavos: um,
      como: 'TED RECEBIDA',
      nome: nome.split(' ').slice(0, 2).join(' '),
      documento: null,
    }),
  // Somebody else's account, and the amount alone says whose it may be.
  ({ dia, outro }) => credito({ dia, valorCentavos: outro, como: 'DEP DIN ATM', nome: null, documento: null }),
]
const ESTRANHOS: [string, Centavos][] = [
  ['MARIA DAS DORES LIMA', 35_000],
  ['RESTAURANTE SABOR DA SERRA LTDA', 128_450],
  ['J A TRANSPORTES ME', 76_000],
]
