import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { type CausaDoErro, recusaALinha } from '#domain/planilha-causas.ts'
import { enviarCsv, enviarXml } from '#test/multipart.ts'
import { test } from '#test/world.ts'
import { criarZip } from '#test/zip.ts'

const PASTA = new URL('../../../test/samples/nfe/', import.meta.url)
const AMOSTRAS = readdirSync(PASTA).map((nome) => readFileSync(new URL(nome, PASTA)))

/** What a careless or a hostile hand puts where a value was. */
const veneno = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '99999999999999999999',
    '1e999',
    'NaN',
    '0000-00-00',
    '9999-12-31',
    '2026-02-30',
    '\u0000',
    '\ufffe',
    '😀',
    "';--",
    '<',
    '&',
    ']]>',
    '<!DOCTYPE x>',
    '="x"',
    'x'.repeat(300),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

describe('no input gives a 5xx', () => {
  test('fiscal files with any value or any bytes changed', async ({ world }) => {
    const operador = await world.criarOperador()
    const trocada = fc.tuple(fc.constantFrom(...AMOSTRAS), fc.nat(), veneno).map(([amostra, onde, valor]) => {
      const texto = amostra.toString('latin1')
      const valores = [...texto.matchAll(/>([^<]+)</g)]
      const alvo = valores[onde % Math.max(1, valores.length)]
      if (!alvo) return amostra
      return Buffer.from(texto.slice(0, alvo.index + 1) + valor + texto.slice(alvo.index + 1 + alvo[1]!.length), 'utf8')
    })
    const cortada = fc
      .tuple(fc.constantFrom(...AMOSTRAS), fc.nat(), fc.nat(60), fc.uint8Array({ maxLength: 20 }))
      .map(([amostra, de, quantos, bytes]) => {
        const corte = de % amostra.length
        return Buffer.concat([amostra.subarray(0, corte), bytes, amostra.subarray(corte + quantos)])
      })
    const aceitar = fc.constantFrom(undefined, 'sem_protocolo,chave_invalida,sem_vencimento')
    await fc.assert(
      fc.asyncProperty(fc.oneof(trocada, cortada), aceitar, fc.boolean(), async (dados, palavra, zipada) => {
        const opcoes = palavra ? { aceitar: palavra, dias: 3650 } : {}
        const resposta = await enviarXml(world, operador, zipada ? criarZip([{ nome: 'a.xml', dados }]) : dados, opcoes)
        expect([200, 422], resposta.body.slice(0, 300)).toContain(resposta.statusCode)
      }),
      { numRuns: 150 },
    )
  })

  test('spreadsheets with anything in any cell', async ({ world }) => {
    const operador = await world.criarOperador()
    const celula = fc.oneof(
      veneno,
      fc.constantFrom('52998224725', '11987654321', 'a@b.com', '1.234,56', '31/12/2026', 'Ana'),
    )
    const linhas = fc.array(fc.array(celula, { maxLength: 9 }), { maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(linhas, fc.constantFrom(';', ',', '\t'), async (linhas, separador) => {
        world.relogio.passar({ minutos: 10 }) // downloads are limited in time
        const cabecalho = [
          'nome',
          'documento',
          'telefone',
          'email',
          'codigo_externo',
          'conta_numero',
          'valor',
          'vencimento',
        ]
        const texto = [cabecalho, ...linhas].map((linha) => linha.join(separador)).join('\r\n')
        const resposta = await enviarCsv(world, operador, Buffer.from(texto, 'utf8'))
        expect([200, 422], resposta.body.slice(0, 300)).toContain(resposta.statusCode)
        if (resposta.statusCode === 422) return
        const { importacao_id: id, total_linhas, importados, atualizados, ignorados, erros } = resposta.json()
        const recusas = (erros as { linha: number; causa: CausaDoErro }[]).filter(({ causa }) => recusaALinha(causa))
        const recusadas = new Set(recusas.map(({ linha }) => linha)).size
        expect(importados + atualizados + ignorados + recusadas).toBe(total_linhas)
        expect((await world.chamar(operador, 'GET', `/api/operador/importacoes/${id}/erros.csv`)).statusCode).toBe(200)
      }),
      { numRuns: 100 },
    )
  })
})
