import { strict as assert } from 'node:assert'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { abrirPagina, fechar, type Mundo, type Sessao } from './mundo.ts'

const XML = join(import.meta.dirname, '..', 'test', 'samples', 'nfe')
const NOTAS = ['01-nfeproc-3-duplicatas.xml', '14-nfeproc-sinal-mais-2-parcelas.xml'].map((nome) => join(XML, nome))
const CSV = 'nome;documento;telefone\nIvone Cortada;111.444.777-35;(11) 98765-9001\n'

/** Imports whose file or answer is lost on the way. */
export async function importacoesCortadas(mundo: Mundo, sessao: Sessao) {
  const pagina = await abrirPagina(mundo, sessao)
  const pasta = mkdtempSync(join(tmpdir(), 'importacoes-'))
  await planilha(pagina, join(pasta, 'clientes.csv')).finally(() => rmSync(pasta, { recursive: true }))
  await notas(pagina)
  await fechar(mundo, pagina)
}

const escolher = (pagina: Page, arquivos: string | string[]) =>
  pagina.locator('input[type=file]').setInputFiles(arquivos)

/** A proxy gives up waiting for a file that may have been written: the screen does not go on saying that nothing was. */
async function planilha(pagina: Page, arquivo: string) {
  const conferir = pagina.getByRole('button', { name: /^Conferir/ })
  writeFileSync(arquivo, CSV)
  // Chromium knows a changed file by the second in which it was written.
  const antes = new Date('2026-01-02')
  utimesSync(arquivo, antes, antes)
  await pagina.goto('/operador/importar-clientes')
  await escolher(pagina, arquivo)
  await conferir.waitFor()
  writeFileSync(arquivo, `${CSV}\n`)
  await conferir.click()
  await pagina.getByText(/^O arquivo mudou ou saiu do lugar/).waitFor()
  const perguntou = pagina.waitForEvent('dialog').then(async (dialogo) => {
    await dialogo.accept()
    return dialogo.type()
  })
  await pagina.reload()
  assert.equal(await perguntou, 'beforeunload')

  await escolher(pagina, arquivo)
  await conferir.click()
  await pagina.getByText(/nada foi gravado ainda$/).waitFor()
  await pagina.route('**/importar-csv*', (rota) => rota.fulfill({ status: 504, body: '<html>' }))
  const importar = pagina.getByRole('button', { name: 'Importar 1 linha' })
  await importar.click()
  await pagina.getByText(/pode ter feito o que você pediu\. Tente de novo aqui mesmo/).waitFor()
  assert.equal(await pagina.getByText(/nada foi gravado ainda$/).count(), 0)
  await pagina.unrouteAll()
  await importar.click()
  await pagina.getByRole('button', { name: 'Desfazer importação' }).waitFor()
}

/** What was chosen stays when only the network failed. */
async function notas(pagina: Page) {
  await pagina.goto('/operador/contas-receber?importar=xml')
  await pagina.route('**/importar-xml*', (rota) => rota.abort())
  await escolher(pagina, NOTAS)
  const deNovo = pagina.getByRole('button', { name: 'Tentar de novo' })
  await deNovo.waitFor()
  await pagina.unrouteAll()
  await deNovo.click()
  await pagina.getByText(/^2 arquivos\.zip · 2 documentos/).waitFor()
  await pagina.getByRole('button', { name: 'Voltar', exact: true }).click()
}
