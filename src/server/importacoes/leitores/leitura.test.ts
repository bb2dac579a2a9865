import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lerAParte } from './leitura.ts'

let pasta: string
beforeAll(() => {
  pasta = mkdtempSync(join(tmpdir(), 'leitura-'))
})
afterAll(() => rmSync(pasta, { recursive: true, force: true }))

async function ler(conteudo: string, opcoes: Parameters<typeof lerAParte>[1]) {
  const caminho = join(pasta, 'arquivo')
  writeFileSync(caminho, conteudo)
  let lotes = 0
  const tarefa = { que: 'notas', caminho, tamanho: conteudo.length, arquivo: 'a.xml' } as const
  for await (const lote of lerAParte(tarefa, opcoes)) lotes += lote.length
  return lotes
}

const GRANDE = `<NFe>${'<a b="c"/>'.repeat(400_000)}</NFe>`

test('a file that takes too long is refused, and the next one is read', async () => {
  await expect(ler(GRANDE, { prazoMs: 1 })).rejects.toMatchObject({
    statusCode: 413,
    message: 'O arquivo demorou demais para ser lido. Divida-o e envie em partes.',
  })
  expect(await ler('<NFe/>', {})).toBe(1)
})

test('a file that wants too much memory is refused, and this process lives on', async () => {
  const atributos = Array.from({ length: 300_000 }, (_, i) => `a${i}=""`).join(' ')
  await expect(ler(`<a ${atributos}/>`, { memoriaMib: 16 })).rejects.toMatchObject({
    statusCode: 413,
    message: 'O arquivo precisa de memória demais para ser lido. Divida-o e envie em partes.',
  })
  expect(await ler('<NFe/>', {})).toBe(1)
})

test('a spreadsheet of more rows than any program holds is refused', async () => {
  const caminho = join(pasta, 'planilha')
  writeFileSync(caminho, `nome;documento\n${';\n'.repeat(1_048_576)}`)
  const lerTudo = async () => {
    const tarefa = { que: 'planilha', caminho, mapeamento: {}, codificacao: null } as const
    for await (const parte of lerAParte(tarefa)) expect(parte).toBeDefined()
  }
  await expect(lerTudo()).rejects.toMatchObject({
    statusCode: 413,
    message: 'O arquivo tem mais de 1.048.576 linhas. Divida-o e envie em partes.',
  })
})
