import { describe, expect, test } from 'vitest'
import { lerRegistros, porqueNaoEhCsv, readCsvHead } from './csvHead.ts'

describe('the beginning of a spreadsheet', () => {
  test('is read in windows-1252 and UTF-8, with any of the separators', async () => {
    const latim = new Blob([
      new Uint8Array([...'nome;documento\nJo'].map((c) => c.charCodeAt(0))),
      new Uint8Array([0xe3]),
      'o;1\n',
    ])
    expect(await readCsvHead(latim)).toMatchObject({
      codificacao: 'windows-1252',
      separador: ';',
      cabecalhos: ['nome', 'documento'],
      linhas: [['João', '1']],
    })
    const utf8 = new Blob(['\uFEFFnome,documento\nJoão,1\n'])
    expect(await readCsvHead(utf8)).toMatchObject({
      codificacao: 'utf-8',
      certa: true,
      separador: ',',
      cabecalhos: ['nome', 'documento'],
    })
  })

  test('is read as DOS wrote it, or as a person says', async () => {
    // "JOSÉ;JOÃO" of code page 850: the second letter alone might be another of windows-1252.
    const dos = new Blob(['nome;apelido\nJOS', new Uint8Array([0x90]), ';JO', new Uint8Array([0xc7]), 'O\n'])
    expect(await readCsvHead(dos)).toMatchObject({ codificacao: 'ibm850', certa: true, linhas: [['JOSÉ', 'JOÃO']] })
    const duvida = new Blob(['nome\nJO', new Uint8Array([0xc7]), 'O\n'])
    expect(await readCsvHead(duvida)).toMatchObject({ codificacao: 'windows-1252', certa: false, linhas: [['JOÇO']] })
    expect(await readCsvHead(duvida, 'ibm850')).toMatchObject({ certa: true, linhas: [['JOÃO']] })
  })

  test('what is no text is refused with what to do', async () => {
    const frase = (...bytes: number[]) => porqueNaoEhCsv(new Blob([new Uint8Array(bytes)]))
    expect(await frase()).toContain('vazio')
    expect(await frase(0x50, 0x4b, 3, 4)).toContain('Salvar como')
    expect(await frase(0xff, 0xfe, 110, 0)).toContain('UTF-16')
    expect(await frase(65, 0, 66)).toContain('Não é um arquivo de texto')
    expect(await porqueNaoEhCsv(new Blob(['nome;documento']))).toBeUndefined()
  })

  test('honours quotes, doubled quotes and line breaks inside them', () => {
    expect(lerRegistros('a;b\r\n"x;1";"di""to\nisso"\r\n', ';')).toEqual([
      ['a', 'b'],
      ['x;1', 'di"to\nisso'],
    ])
  })

  test('estimates the rows of what was not read', async () => {
    const arquivo = new Blob([`nome;documento\n${'Fulano de Tal;52998224725\n'.repeat(80_000)}`])
    const { linhasEstimadas } = await readCsvHead(arquivo)
    expect(linhasEstimadas).toBeGreaterThan(72_000)
    expect(linhasEstimadas).toBeLessThan(88_000)
  })
})
