import { createReadStream, createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { pino } from 'pino'
import { abrirBanco } from '#server/db/conexao.ts'
import type { Db } from '#server/db/schema.ts'
import { importarCsv } from '#server/importacoes/csv.actions.ts'
import { desfazerImportacao } from '#server/importacoes/desfazer.actions.ts'
import { importarXml } from '#server/importacoes/xml.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { criarNota } from '#test/nota.ts'
import { criarZip } from '#test/zip.ts'
import { bancoDeMedida } from './banco.ts'

/**
 * Imports a spreadsheet and a zip of notes of the given sizes, simulates and undoes the spreadsheet, and prints for each the
 * time, this process's CPU time (without the database's), and memory growth. The floor of the spreadsheet is `COPY` of the same
 * rows into the same tables, with their indexes and triggers (rolled back).
 *   node bench/importacoes.ts [rows] [notes]
 * BENCH_DATABASE_URL names a database that is kept, where everything but the notes is undone.
 */
export async function medirImportacoes(url: string, linhas: number, notas: number) {
  const pasta = mkdtempSync(join(tmpdir(), 'bench-importacoes-'))
  const banco = abrirBanco(url)
  const relogio = { agora: () => new Date() }
  // An import uses no other service.
  const servicos = {
    db: banco.db,
    relogio,
    log: pino({ level: 'silent' }),
    chaveSecreta: Buffer.alloc(32, 1),
  } as unknown as Servicos
  try {
    const usuarioId = await usuario(servicos)
    const pedido = { usuarioId, ip: null, simular: false, vincular: false }
    const csv = join(pasta, 'clientes.csv')
    await escreverPlanilha(csv, linhas)
    const aquecimento = join(pasta, 'aquecimento.csv')
    await escreverPlanilha(aquecimento, 2000)
    await importarCsv(servicos, { ...pedido, arquivo: 'aquecimento.csv', caminho: aquecimento, mapeamento: {} })
    const importar = (simular: boolean) => () =>
      importarCsv(servicos, { ...pedido, simular, arquivo: 'clientes.csv', caminho: csv, mapeamento: {} })
    await medir(`CSV, ${linhas} rows, simulated`, importar(true))
    const marca = await marcar(servicos.db)
    const { importacao_id: id } = await medir(`CSV, ${linhas} rows, all but 2,000 new`, importar(false))
    await guardarLinhas(banco.pool, pasta, marca)
    const { importacao_id: segunda } = await medir(`CSV, the same ${linhas} rows again`, importar(false))
    const quem = { usuarioId, ip: null }
    await desfazerImportacao(servicos, segunda, quem)
    await medir(`CSV, undoing the ${linhas} rows`, () => desfazerImportacao(servicos, id, quem))
    await copiarLinhas(banco.pool, pasta)
    const zip = join(pasta, 'notas.zip')
    const bytes = criarZip(Array.from({ length: notas }, (_, i) => ({ nome: `${i}.xml`, dados: nota(i) })))
    writeFileSync(zip, bytes)
    const palavra = { aceitar: new Set<never>(), diasVencimento: null }
    await medir(`zip, ${notas} notes`, () =>
      importarXml(servicos, { ...pedido, arquivo: 'notas.zip', caminho: zip, tamanho: bytes.length, palavra }),
    )
  } finally {
    await banco.fechar()
    rmSync(pasta, { recursive: true, force: true })
  }
}

/** Tables that get a row per imported customer, in foreign-key order; contacts remain after undoing. */
const TABELAS = ['cliente', 'conta', 'log'] as const
type Marca = Record<(typeof TABELAS)[number], number>

/** The last id of each table. */
async function marcar(db: Db): Promise<Marca> {
  const ultimos = TABELAS.map(
    (tabela) => sql`(select coalesce(max(id), 0) from ${sql.table(tabela)}) as ${sql.ref(tabela)}`,
  )
  return (await sql<Marca>`select ${sql.join(ultimos)}`.execute(db)).rows[0]!
}

const arquivoDe = (pasta: string, tabela: string) => join(pasta, `${tabela}.copy`)

/** Columns that are not generated; the log's rows cannot be deleted, so their copies get ids of their own. */
async function colunasDe(conexao: pg.PoolClient, tabela: string): Promise<string> {
  const { rows } = await conexao.query<{ nome: string }>(
    `select column_name as nome from information_schema.columns
      where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [tabela],
  )
  return rows.flatMap(({ nome }) => (tabela === 'log' && nome === 'id' ? [] : nome)).join()
}

async function guardarLinhas(pool: pg.Pool, pasta: string, marca: Marca) {
  const conexao = await pool.connect()
  try {
    for (const tabela of TABELAS) {
      const linhas = `copy (select ${await colunasDe(conexao, tabela)} from ${tabela} where id > ${marca[tabela]}) to stdout`
      await pipeline(conexao.query(copyTo(linhas)), createWriteStream(arquivoDe(pasta, tabela)))
    }
  } finally {
    conexao.release()
  }
}

async function copiarLinhas(pool: pg.Pool, pasta: string) {
  const conexao = await pool.connect()
  try {
    await conexao.query('begin')
    const colunas = new Map<string, string>()
    for (const tabela of TABELAS) colunas.set(tabela, await colunasDe(conexao, tabela))
    await medir('the same rows by COPY', async () => {
      for (const tabela of TABELAS) {
        const destino = conexao.query(copyFrom(`copy ${tabela} (${colunas.get(tabela)}) from stdin`))
        await pipeline(createReadStream(arquivoDe(pasta, tabela)), destino)
      }
      return {}
    })
  } finally {
    await conexao.query('rollback')
    conexao.release()
  }
}

/** Time, CPU time, and peak growth of resident memory. */
async function medir<R extends object>(nome: string, fazer: () => Promise<R>): Promise<R> {
  globalThis.gc?.()
  const antes = process.memoryUsage().rss
  let pico = antes
  const amostra = setInterval(() => {
    pico = Math.max(pico, process.memoryUsage().rss)
  }, 20)
  const inicio = performance.now()
  const cpu = process.cpuUsage()
  const resultado = await fazer()
  const { user, system } = process.cpuUsage(cpu)
  const ms = performance.now() - inicio
  clearInterval(amostra)
  const contagem = Object.entries(resultado).filter(([, valor]) => typeof valor === 'number')
  const segundos = (ms / 1000).toFixed(2)
  const processador = ((user + system) / 1e6).toFixed(2)
  const mib = Math.round((pico - antes) / 1_048_576)
  console.log(`${nome}: ${segundos} s, processor ${processador} s, +${mib} MiB`, Object.fromEntries(contagem))
  return resultado
}

async function usuario({ db, relogio }: Servicos): Promise<number> {
  const agora = relogio.agora()
  const { id } = await db
    .insertInto('usuario')
    .values({
      name: 'Bench',
      email: `bench-${agora.getTime()}@exemplo.com.br`,
      senha_hash: 'x',
      role: 'operador',
      status: 'Ativo',
      created_at: agora,
      updated_at: agora,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function escreverPlanilha(caminho: string, linhas: number) {
  const saida = createWriteStream(caminho)
  saida.write('nome;documento;telefone;email;codigo_externo;conta_numero;valor;vencimento\r\n')
  for (let i = 0; i < linhas; i++) {
    const fone = String(80_000_000 + i)
    const linha = `Cliente Número ${i};${cpf(i)};(11) 9${fone.slice(0, 4)}-${fone.slice(4)};cliente${i}@exemplo.com.br;C-${i};T-${i};${100 + (i % 900)},37;${1 + (i % 28)}/12/2026\r\n`
    if (!saida.write(linha)) await new Promise<void>((pronto) => saida.once('drain', () => pronto()))
  }
  saida.end()
  await finished(saida)
}

/** A note of about five kilobytes, like a real one with a handful of items. */
function nota(i: number): string {
  const itens =
    `<det nItem="1"><prod><cProd>1</cProd><xProd>${'PRODUTO '.repeat(20)}</xProd></prod><imposto><ICMS><orig>0</orig></ICMS></imposto></det>`.repeat(
      12,
    )
  const xml = criarNota({
    numero: i + 1,
    cliente: { documento: cpf(i % 3000), nome: `Cliente ${i % 3000}`, fone: '11987654321' },
    parcelas: [1, 2, 3].map((n) => ({ numero: `00${n}`, vencimento: `2027-0${n}-10`, valor: '100.00' })),
  })
  return xml.replace('<total>', `${itens}<total>`)
}

function cpf(i: number): string {
  const nove = String(100_000_000 + i * 7)
  const digito = (base: string) =>
    (([...base].reduce((soma, d, k) => soma + Number(d) * (base.length + 1 - k), 0) * 10) % 11) % 10
  const dez = `${nove}${digito(nove)}`
  return `${dez}${digito(dez)}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const mantido = process.env.BENCH_DATABASE_URL
  const banco = mantido ? { url: mantido, fechar: async () => {} } : await bancoDeMedida()
  try {
    await medirImportacoes(banco.url, Number(process.argv[2] ?? 100_000), Number(process.argv[3] ?? 10_000))
  } finally {
    await banco.fechar()
  }
}
