import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { importarExtratos } from '#server/conciliacao/importar.actions.ts'
import { abrirBanco } from '#server/db/conexao.ts'
import type { Servicos } from '#server/servicos.ts'
import { bancoDeMedida } from './banco.ts'
import { segundosDe, segundosDoBanco } from './processador.ts'

/**
 * A statement of this many lines read, written and matched against this many open accounts: time, lines per second, CPU time of
 * node and of PostgreSQL, and memory growth. One line in four has the payer's document, one in four a masked CPF, one in four a
 * truncated name, one no customer; one in five credits has no account's amount.
 *   node bench/conciliacao.ts [lines] [accounts]
 */
export async function medirConciliacao(url: string, linhas: number, contas: number) {
  await povoar(url, contas)
  await medirImportacao(url, Math.min(2_000, linhas), 'aquecimento', 7)
  await medirImportacao(url, linhas, 'extrato', 1)
  await medirImportacao(url, linhas, 'extrato', 1)
}

/** Imports one statement into an existing company. */
export async function medirImportacao(url: string, linhas: number, nome: string, semente: number) {
  const pasta = mkdtempSync(join(tmpdir(), 'bench-conciliacao-'))
  const banco = abrirBanco(url)
  const agora = new Date('2026-11-24T13:00:00.000Z')
  const relogio = { agora: () => agora, deFora: () => agora }
  try {
    await medir({ db: banco.db, relogio }, pasta, `${nome}.ofx`, linhas, semente)
  } finally {
    await banco.fechar()
    rmSync(pasta, { recursive: true, force: true })
  }
}

async function medir(
  servicos: Pick<Servicos, 'db' | 'relogio'>,
  pasta: string,
  nome: string,
  linhas: number,
  semente: number,
) {
  const caminho = join(pasta, nome)
  writeFileSync(caminho, extrato(linhas, semente))
  globalThis.gc?.()
  const antes = process.memoryUsage.rss()
  let pico = antes
  const amostra = setInterval(() => {
    pico = Math.max(pico, process.memoryUsage.rss())
  }, 100)
  const [inicio, node, postgres] = [performance.now(), segundosDe('self'), await segundosDoBanco(servicos.db)]
  const pedido = { usuarioId: 1, ip: null, simular: false, aceitar: new Set<never>() }
  const resultado = await importarExtratos(servicos, {
    ...pedido,
    arquivo: nome,
    caminho,
    tamanho: statSync(caminho).size,
  })
  clearInterval(amostra)
  const segundos = (performance.now() - inicio) / 1_000
  const porMil = (gastos: number) => `${((gastos / linhas) * 1_000).toFixed(3)} s`
  const { movimentos, novos, repetidos, sugeridos, sem_dono } = resultado
  console.log(
    `${nome}: ${segundos.toFixed(1)} s, ${Math.round(linhas / segundos)} lines/s; processor for 1,000 lines: ` +
      `node ${porMil(segundosDe('self') - node)}, PostgreSQL ${porMil((await segundosDoBanco(servicos.db)) - postgres)}; ` +
      `+${Math.round((pico - antes) / 1_048_576)} MiB`,
    { movimentos, novos, repetidos, sugeridos, sem_dono },
  )
}

const PRENOMES =
  'Ana Maria José João Antônio Francisco Carlos Paulo Pedro Lucas Luiz Marcos Adriana Juliana Márcia Fernanda'.split(
    ' ',
  )
const MEIOS = 'Aparecida Cristina Helena Beatriz Augusto Henrique Roberto Eduardo Alberto Regina'.split(' ')
const FINS =
  'Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro Martins Carvalho Almeida Lopes'.split(
    ' ',
  )
const nomeDe = (i: number) =>
  [PRENOMES[i % 16], MEIOS[(i >> 4) % 10], FINS[(i >> 7) % 16], FINS[(i * 7) % 16]].join(' ')
/** A valid CPF; those of consecutive numbers are scattered, as real ones are. */
export function documentoDe(i: number): string {
  const base = String((i * 387_420_489) % 1_000_000_000).padStart(9, '0')
  const digito = (digitos: string) => {
    const soma = [...digitos].reduce((total, um, n) => total + Number(um) * (digitos.length + 1 - n), 0)
    return String(((soma * 10) % 11) % 10)
  }
  const primeiro = digito(base)
  return base + primeiro + digito(base + primeiro)
}
/** One account in four has the price of a plan that many customers have. */
const valorDe = (i: number) =>
  i % 4 === 0 ? [9_990, 14_990, 19_990, 49_900][(i >> 2) % 4]! : 5_000 + ((i * 7_919) % 900_000)

/** Customers with two and a half open accounts each, as the application would write them. */
export async function povoar(url: string, contas: number) {
  const banco = new pg.Client({ connectionString: url })
  await banco.connect()
  try {
    await banco.query('set session_replication_role = replica')
    await banco.query(
      `insert into usuario (name, email, senha_hash, role, created_at, updated_at) values ('A', 'a@bench.local', '-', 'admin', now(), now())`,
    )
    const clientes = Math.ceil(contas / 2.5)
    for (let de = 0; de < clientes; de += 20_000) {
      const ids = Array.from({ length: Math.min(20_000, clientes - de) }, (_, n) => de + n + 1)
      await banco.query(
        `insert into cliente (nome, documento, status, aberto_centavos, contas_abertas, vencimento_mais_antigo, created_at, updated_at)
         select n, d, 'ativo', 1, 1, '2026-11-01', now(), now() from unnest($1::text[], $2::text[]) as x(n, d)`,
        [ids.map(nomeDe), ids.map(documentoDe)],
      )
    }
    for (let de = 0; de < contas; de += 50_000) {
      const ids = Array.from({ length: Math.min(50_000, contas - de) }, (_, n) => de + n + 1)
      await banco.query(
        `insert into conta (cliente_id, numero, valor_centavos, emissao, vencimento, vencimento_util, origem, created_at, updated_at)
         select c, 'N' || v, v, '2026-10-01', d, d, 'manual', now(), now()
         from unnest($1::bigint[], $2::bigint[], $3::date[]) as x(c, v, d)`,
        [
          ids.map((i) => 1 + Math.floor((i - 1) / 2.5)),
          ids.map(valorDe),
          ids.map((i) => `2026-1${1 + (i % 2)}-${String(1 + (i % 28)).padStart(2, '0')}`),
        ],
      )
    }
    await banco.query('vacuum analyze')
  } finally {
    await banco.end()
  }
}

export function extrato(linhas: number, semente: number): string {
  const partes = Array.from({ length: linhas }, (_, n) => {
    const conta = 1 + ((n * 9 + semente) % 900_000)
    const cliente = 1 + Math.floor((conta - 1) / 2.5)
    const valor = (n % 5 === 0 ? 1_000_000 + n : valorDe(conta)) / 100
    const documento = documentoDe(cliente)
    const quem = [
      `${nomeDe(cliente).toUpperCase()} ${documento}`,
      `${nomeDe(cliente).toUpperCase()} ***.${documento.slice(3, 6)}.${documento.slice(6, 9)}-**`,
      nomeDe(cliente).toUpperCase().slice(0, 20),
      `FULANO ${n}`,
    ][n % 4]
    return `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>202611${String(10 + (n % 13)).padStart(2, '0')}<TRNAMT>${valor.toFixed(2)}<FITID>${n}<MEMO>PIX RECEBIDO ${quem}</STMTTRN>`
  })
  return `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM><BANKID>341\n<ACCTID>1\n</BANKACCTFROM><BANKTRANLIST>\n${partes.join('\n')}\n</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const banco = await bancoDeMedida()
  try {
    await medirConciliacao(banco.url, Number(process.argv[2] ?? 100_000), Number(process.argv[3] ?? 1_000_000))
  } finally {
    await banco.fechar()
  }
}
