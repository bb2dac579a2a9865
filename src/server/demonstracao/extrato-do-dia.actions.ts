import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { diaUtil } from '#domain/calendario.ts'
import { type Dia, diasEntre, localDe, somarDias } from '#domain/data.ts'
import type { Movimento } from '#domain/movimento.ts'
import { importarExtratos } from '#server/conciliacao/importar.actions.ts'
import type { Db } from '#server/db/schema.ts'
import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { comTravaGlobal } from '#server/jobs/trava.ts'
import type { Servicos } from '#server/servicos.ts'
import { creditoDoPago, lerDevedores, lerPagosAMao, lerPixDosDias, ultimoExtrato } from './extratos.queries.ts'
import { CALENDARIO, COMO_PAGAM, CONTA_NO_BANCO, credito, devolvido, ESTRANHOS, proprias } from './linhas-do-banco.ts'
import { criarSorteio } from './sorteio.ts'

const CADA_MS = 60_000
/** The hour at which the administrator imports the statement of the days before. */
const DE_MANHA = '08:10'
/** After a long pause nobody downloads more than the bank offers. */
const MAXIMO_DE_DIAS = 35

type Meios = Pick<Servicos, 'db' | 'relogio' | 'log'>

/** The demonstration's bank: on the morning of each business day, the statement of the days since the last. */
export const trabalhoDoExtrato = (servicos: Servicos): Trabalho => ({
  nome: 'extrato da demonstração',
  cadaMs: CADA_MS,
  async executar() {
    await comTravaGlobal(servicos.db, 'extrato da demonstração', () => trazerExtrato(servicos))
    return undefined
  },
})

/**
 * Imports a statement of the days since the last one up to yesterday, like any other file: payments recorded by hand,
 * Pix that the PSP reported, money that left the account, and money for somebody to explain. Returns the file's name;
 * null: it is not time, nothing is left to report, or nobody may import it.
 */
export async function trazerExtrato(servicos: Servicos): Promise<string | null> {
  const { dia: hoje, hora } = localDe(servicos.relogio.agora())
  if (hora < DE_MANHA || !diaUtil(hoje, CALENDARIO)) return null
  const dias = diasQueFaltam(await ultimoExtrato(servicos.db, hoje), hoje)
  const admin = await umAdmin(servicos.db)
  if (dias.length === 0 || admin === null) return null
  const arquivo = `extrato-${dias.at(-1)!}.ofx`
  await importar(servicos, admin, arquivo, emOfx(await linhasDe(servicos, dias, hoje), dias))
  return arquivo
}

function diasQueFaltam(ultimo: Dia | null, hoje: Dia): Dia[] {
  const quantos = ultimo === null ? 1 : Math.min(MAXIMO_DE_DIAS, diasEntre(ultimo, hoje) - 1)
  return Array.from({ length: quantos }, (_, i) => somarDias(hoje, i - quantos))
}

async function umAdmin(db: Db): Promise<number | null> {
  const admin = await db
    .selectFrom('usuario')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'Ativo')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return admin?.id ?? null
}

async function importar(servicos: Servicos, usuarioId: number, arquivo: string, ofx: string): Promise<void> {
  const pasta = await mkdtemp(join(tmpdir(), 'cobranca-extrato-'))
  try {
    const caminho = join(pasta, arquivo)
    await writeFile(caminho, ofx)
    const { size: tamanho } = await stat(caminho)
    const pedido = { usuarioId, ip: null, simular: false, aceitar: new Set(['outra_conta'] as const) }
    await importarExtratos(servicos, { ...pedido, arquivo, caminho, tamanho })
  } finally {
    await rm(pasta, { recursive: true, force: true })
  }
}

async function linhasDe({ db }: Meios, dias: readonly Dia[], hoje: Dia): Promise<Movimento[]> {
  const sorteio = criarSorteio(Number(hoje.replaceAll('-', '')))
  const [desde] = dias as [Dia]
  const linhas = [
    ...(await lerPagosAMao(db, desde, hoje)).map(creditoDoPago),
    ...(await lerPixDosDias(db, desde, hoje)).map(doPsp),
    ...proprias(sorteio, dias),
  ]
  for (const dia of dias.filter((um) => diaUtil(um, CALENDARIO))) {
    const pessoas = await lerDevedores(db, sql`md5(c.id || ${dia})`, sorteio.inteiro(1, 3))
    for (const { nome, documento, valores } of pessoas)
      linhas.push(sorteio.escolher(COMO_PAGAM)({ dia, nome, documento, um: valores[0]!, outro: valores[1]! }))
    if (!sorteio.chance(0.4)) continue
    const [nome, valorCentavos] = sorteio.escolher(ESTRANHOS)
    linhas.push(credito({ dia, valorCentavos, como: 'PIX TRANSF', nome, documento: null }))
  }
  return linhas
}

function doPsp(um: Awaited<ReturnType<typeof lerPixDosDias>>[number]): Movimento {
  const { dia, valor_centavos: valorCentavos, pagador_nome: nome, pagador_documento: documento } = um
  const veio = credito({ dia, valorCentavos, como: 'PIX TRANSF', nome, documento })
  return um.tipo === 'credito' ? veio : devolvido(veio)
}

const compacto = (dia: Dia) => dia.replaceAll('-', '')

/** OFX 1, as most banks of the country write it. */
function emOfx(linhas: readonly Movimento[], dias: readonly Dia[]): string {
  const { banco, agencia, conta } = CONTA_NO_BANCO
  const lancamentos = linhas
    .toSorted((a, b) => a.dia.localeCompare(b.dia))
    .map(({ dia, valorCentavos, saiu, descricao }, i) =>
      [
        `<STMTTRN><TRNTYPE>${saiu ? 'DEBIT' : 'CREDIT'}<DTPOSTED>${compacto(dia)}120000[-3:BRT]`,
        `<TRNAMT>${saiu ? '-' : ''}${(valorCentavos / 100).toFixed(2)}<FITID>${compacto(dia)}${i + 1}`,
        `<MEMO>${descricao.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</STMTTRN>`,
      ].join('\n'),
    )
  return [
    'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:UTF-8\nCHARSET:NONE\n',
    `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>${banco}<BRANCHID>${agencia}<ACCTID>${conta}`,
    `<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>${compacto(dias[0]!)}<DTEND>${compacto(dias.at(-1)!)}`,
    ...lancamentos,
    '</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n',
  ].join('\n')
}
