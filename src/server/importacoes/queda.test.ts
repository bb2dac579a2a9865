import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { cpf } from '#server/demonstracao/pessoas.ts'
import { esperarAte } from '#test/espera.ts'
import { criarNota } from '#test/nota.ts'
import { test, type World } from '#test/world.ts'
import { criarZip } from '#test/zip.ts'
import { comImportacao, encerrarInterrompidas } from './andamento.actions.ts'
import { gravarLotes } from './csv-gravacao.actions.ts'
import { abrirPreparo, decidirLinhas, prepararLinhas } from './csv-preparo.queries.ts'

/** Rows of the spreadsheet, in batches of a thousand. */
const TOTAL = 6_000
/** Notes, in batches of two hundred: to read one costs as much as ten rows. */
const NOTAS = 2_400

const contar = async (world: World, tabela: 'cliente' | 'conta' | 'importacao_item' | 'nota_fiscal') =>
  (
    await world.db
      .selectFrom(tabela)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

/** Starts an import in a process of its own. */
function comecar(world: World, usuarioId: number, caminho: string, stdio: 'inherit' | 'ignore' = 'inherit') {
  const filho = spawn(process.execPath, ['test/importar-a-parte.ts', world.url, String(usuarioId), caminho], { stdio })
  const fim = new Promise<string | null>((pronto) =>
    filho.once('exit', (codigo, sinal) => pronto(sinal ?? (codigo === 0 ? null : String(codigo)))),
  )
  return { filho, fim }
}

/** Imports in a process of its own; `ate` customers written, the process is killed. */
async function importar(
  world: World,
  usuarioId: number,
  caminho: string,
  ate = Number.POSITIVE_INFINITY,
): Promise<string | null> {
  const { filho, fim } = comecar(world, usuarioId, caminho)
  if (Number.isFinite(ate)) {
    const basta = async () => filho.exitCode !== null || (await contar(world, 'conta')) >= ate
    await esperarAte('enough is written', basta, 5)
    filho.kill('SIGKILL')
  }
  return fim
}

async function conferirTotais(world: World) {
  const erradas = await world.db
    .selectFrom('cliente')
    .select('id')
    .where(({ eb, selectFrom }) =>
      eb(
        'contas_abertas',
        '<>',
        selectFrom('conta')
          .whereRef('conta.cliente_id', '=', 'cliente.id')
          .where('situacao', '=', 'aberta')
          .select(({ fn }) => fn.countAll<number>().as('n')),
      ),
    )
    .execute()
  expect(erradas).toEqual([])
}

describe('kill -9 in the middle', () => {
  const cpfDe = (i: number) => cpf(100_000_000 + i)

  test.for(['clientes.csv', 'notas.zip'])(
    'of %s leaves whole batches, and the file again ends the same',
    async (arquivo, { world }) => {
      const caminho = join(world.pastaDados, arquivo)
      const total = arquivo.endsWith('.csv') ? TOTAL : NOTAS
      const indices = Array.from({ length: total }, (_, i) => i)
      if (arquivo.endsWith('.csv')) {
        const linhas = indices.map((i) => `Cliente ${i};${cpfDe(i)};11987654321;T-${i};10,00;10/12/2026`)
        writeFileSync(caminho, ['nome;documento;telefone;conta_numero;valor;vencimento', ...linhas].join('\r\n'))
      } else {
        writeFileSync(
          caminho,
          criarZip(
            indices.map((i) => ({
              nome: `${i}.xml`,
              dados: criarNota({ numero: i + 1, cliente: { documento: cpfDe(i) } }),
            })),
          ),
        )
      }
      const { id: usuarioId } = await world.criarOperador()
      expect(await importar(world, usuarioId, caminho, 1)).toBe('SIGKILL')
      const meio = await contar(world, 'conta')
      expect(meio).toBeGreaterThan(0)
      expect(meio).toBeLessThan(total)
      expect(await contar(world, 'cliente')).toBe(meio)
      expect(meio % (arquivo.endsWith('.csv') ? 1000 : 200)).toBe(0)
      await conferirTotais(world)

      await expect.poll(() => encerrarInterrompidas(world.db, world.relogio.agora())).toBe(1)
      expect(await world.db.selectFrom('importacao').select(['situacao', 'mensagem']).execute()).toEqual([
        { situacao: 'falhou', mensagem: expect.stringMatching(/interrompida/) },
      ])

      expect(await importar(world, usuarioId, caminho)).toBe(null)
      expect([await contar(world, 'cliente'), await contar(world, 'conta')]).toEqual([total, total])
      await conferirTotais(world)
      const ultima = await world.db
        .selectFrom('importacao')
        .select(['situacao', 'resultado'])
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      expect(ultima.situacao).toBe('concluida')
      expect(ultima.resultado).toMatchObject(
        arquivo.endsWith('.csv')
          ? { importados: total - meio, ignorados: meio }
          : { contas_criadas: total - meio, contas_ignoradas: meio },
      )
    },
  )
})

test('a node that freezes in the middle of an import keeps nobody else from importing', async ({ world }) => {
  const caminho = join(world.pastaDados, 'clientes.csv')
  const linhas = Array.from({ length: TOTAL }, (_, i) => `Cliente ${i};${cpf(100_000_000 + i)}`)
  writeFileSync(caminho, ['nome;documento', ...linhas].join('\n'))
  const { id: usuarioId } = await world.criarOperador()
  const congelado = comecar(world, usuarioId, caminho, 'ignore')
  await esperarAte('some of it is written', async () => (await contar(world, 'cliente')) > 0, 5)
  congelado.filho.kill('SIGSTOP')
  expect(await contar(world, 'cliente')).toBeLessThan(TOTAL)

  expect(await importar(world, usuarioId, caminho)).toBe(null)
  await encerrarInterrompidas(world.db, world.relogio.agora())
  congelado.filho.kill('SIGCONT')
  expect(await congelado.fim).toBe('1') // its session is gone
  expect(await contar(world, 'cliente')).toBe(TOTAL)
  const situacoes = await world.db.selectFrom('importacao').select('situacao').orderBy('id').execute()
  expect(situacoes).toEqual([{ situacao: 'falhou' }, { situacao: 'concluida' }])
  await conferirTotais(world)
})

test('once the session of an import is gone, no other session of its process writes for it', async ({ world }) => {
  const { id: usuarioId } = await world.criarOperador()
  const pedido = { tipo: 'csv' as const, arquivo: 'a.csv', usuarioId, ip: null, simular: false, vincular: false }
  const semConta = {
    telefone: null,
    email: null,
    codigoExterno: null,
    uf: null,
    municipio: null,
    conta: null,
    vencimentoUtil: null,
  }
  const linhas = Array.from({ length: 2_000 }, (_, i) => {
    return { ...semConta, linha: i + 2, documento: cpf(100_000_000 + i), nome: `Cliente ${i}` }
  })
  const importacao = comImportacao(world.servicos, pedido, async (andamento) => {
    const { id, conexao } = andamento
    await abrirPreparo(conexao, id)
    await prepararLinhas(conexao, linhas)
    const lotes = await decidirLinhas(conexao, id, { grava: true, usuarioId })
    expect(lotes).toBe(2) // one for each session that writes
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(conexao)
    await sql`select pg_terminate_backend(${rows[0]!.pid}, 10000)`.execute(world.db)
    await gravarLotes(world.servicos, andamento, lotes, async () => undefined)
    return {}
  })
  await expect(importacao).rejects.toThrow()
  expect(await contar(world, 'cliente')).toBe(0)
})
