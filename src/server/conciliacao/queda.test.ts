import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { encerrarInterrompidas } from '#server/importacoes/andamento.actions.ts'
import { esperarAte } from '#test/espera.ts'
import { test, type World } from '#test/world.ts'
import { julgarPendentes } from './julgar.actions.ts'

const LINHAS = 6_000
const contar = async ({ db }: World) =>
  (await sql<{ n: number }>`select count(*)::int as n from movimento`.execute(db)).rows[0]!.n

/** Imports in a process of its own; `ate` movements written, it is killed. */
async function importar(world: World, usuarioId: number, caminho: string, ate = Number.POSITIVE_INFINITY) {
  const filho = spawn(process.execPath, ['test/importar-a-parte.ts', world.url, String(usuarioId), caminho], {
    stdio: 'inherit',
  })
  const fim = new Promise<string | null>((pronto) =>
    filho.once('exit', (codigo, sinal) => pronto(sinal ?? (codigo === 0 ? null : String(codigo)))),
  )
  if (Number.isFinite(ate)) {
    await esperarAte('enough is written', async () => filho.exitCode !== null || (await contar(world)) >= ate, 5)
    filho.kill('SIGKILL')
  }
  return fim
}

test('kill -9 in the middle of a statement: no line is lost or doubled when it comes again, and what was written is judged', async ({
  world,
}) => {
  const { id: usuarioId } = await world.criarAdmin()
  const caminho = join(world.pastaDados, 'extrato.ofx')
  // Every other line equals the one before: they are distinguished by their ordinal.
  const linha = (i: number) =>
    `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261110<TRNAMT>${(100 + (i >> 1)).toFixed(2)}<FITID>1<MEMO>PIX RECEBIDO FULANO ${i >> 1}</STMTTRN>`
  const linhas = Array.from({ length: LINHAS }, (_, i) => linha(i)).join('\n')
  writeFileSync(
    caminho,
    `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM><BANKID>341\n<ACCTID>1\n</BANKACCTFROM><BANKTRANLIST>${linhas}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
  )
  expect(await importar(world, usuarioId, caminho, 1)).toBe('SIGKILL')
  const meio = await contar(world)
  expect(meio).toBeGreaterThan(0)
  expect(meio).toBeLessThan(LINHAS)
  expect(meio % 1_000).toBe(0)
  await expect.poll(() => encerrarInterrompidas(world.db, world.relogio.agora())).toBe(1)
  expect(await importar(world, usuarioId, caminho)).toBeNull()
  expect(await contar(world)).toBe(LINHAS)
  const iguais = await sql<{
    n: number
  }>`select count(*)::int as n from movimento group by valor_centavos having count(*) <> 2`.execute(world.db)
  expect(iguais.rows).toEqual([])
  while ((await julgarPendentes(world.db, world.relogio.agora())) > 0);
  const aJulgar = await sql`select from movimento where a_julgar`.execute(world.db)
  expect(aJulgar.rows).toEqual([])
})
