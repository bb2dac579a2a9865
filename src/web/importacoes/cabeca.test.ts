import { describe, expect, test } from 'vitest'
import { lerCabeca, lerRegistros, mapeamentoDe, problemas, reconhecer } from './cabeca.ts'

describe('the beginning of a spreadsheet', () => {
  test('is read in windows-1252 and UTF-8, with any of the separators', async () => {
    const latim = new Blob([
      new Uint8Array([...'nome;documento\nJo'].map((c) => c.charCodeAt(0))),
      new Uint8Array([0xe3]),
      'o;1\n',
    ])
    expect(await lerCabeca(latim)).toMatchObject({
      codificacao: 'windows-1252',
      separador: ';',
      cabecalhos: ['nome', 'documento'],
      amostras: [['João', '1']],
    })
    const utf8 = new Blob(['\uFEFFnome,documento\nJoão,1\n'])
    expect(await lerCabeca(utf8)).toMatchObject({
      codificacao: 'UTF-8',
      separador: ',',
      cabecalhos: ['nome', 'documento'],
    })
  })

  test('honours quotes, doubled quotes and line breaks inside them', () => {
    expect(lerRegistros('a;b\r\n"x;1";"di""to\nisso"\r\n', ';')).toEqual([
      ['a', 'b'],
      ['x;1', 'di"to\nisso'],
    ])
  })

  test('estimates the rows of what was not read', async () => {
    const arquivo = new Blob([`nome;documento\n${'Fulano de Tal;52998224725\n'.repeat(20_000)}`])
    const { linhasEstimadas } = await lerCabeca(arquivo)
    expect(linhasEstimadas).toBeGreaterThan(18_000)
    expect(linhasEstimadas).toBeLessThan(22_000)
  })

  test('recognises headers as the server does, and sends only what was changed', () => {
    const cabecalhos = ['RAZAO_SOCIAL', 'CPF_CNPJ', 'VENDEDOR']
    expect(reconhecer(cabecalhos)).toEqual(['nome', 'documento', ''])
    expect(mapeamentoDe(cabecalhos, ['nome', 'documento', ''])).toEqual({})
    expect(mapeamentoDe(cabecalhos, ['nome', 'documento', 'codigo_externo'])).toEqual({ VENDEDOR: 'codigo_externo' })
  })

  test('says what is missing', () => {
    expect(problemas(['nome', ''])).toEqual(['Nenhuma coluna traz o campo Documento.'])
    expect(problemas(['nome', 'documento', 'valor'])).toHaveLength(2)
    expect(problemas(['nome', 'documento', 'conta_numero', 'valor', 'vencimento'])).toEqual([])
  })
})
