import { describe, expect, test } from 'vitest'
import { especieDe, nomeDoEnviado, problemaDoArquivo, recebidoEhSeguro } from './arquivo.ts'

const MEGA = 2 ** 20
const bytes = (texto: string) => new TextEncoder().encode(texto)
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0])

describe('what a file is', () => {
  test.each([
    ['a picture', png, 'image/png'],
    ['a photograph', jpeg, 'image/jpeg'],
    ['a document', bytes('%PDF-1.7'), 'application/pdf'],
  ])('%s, by its first bytes', (_, inicio, mime) => {
    expect(especieDe(inicio)?.mime).toBe(mime)
  })

  test.each([
    ['a program', 'MZ\u0090'],
    ['a page', '<!doctype html>'],
    ['a drawing that may hold a script', '<svg xmlns='],
    ['an archive, or an office document', 'PK\u0003\u0004'],
    ['cut before its signature ends', '%PD'],
  ])('%s is not sent', (_, inicio) => {
    expect(especieDe(bytes(inicio))).toBe(null)
    expect(problemaDoArquivo(bytes(inicio), 10)).toContain('JPEG ou PNG')
  })

  test.each([
    [png, 5 * MEGA, null],
    [png, 5 * MEGA + 1, 'A imagem passa de 5 MB'],
    [bytes('%PDF-1.4'), 100 * MEGA, null],
    [bytes('%PDF-1.4'), 100 * MEGA + 1, 'O documento passa de 100 MB'],
    [png, 0, 'vazio'],
  ])('is held to its own limit', (inicio, tamanho, problema) => {
    const dito = problemaDoArquivo(inicio, tamanho)
    if (problema === null) expect(dito).toBe(null)
    else expect(dito).toContain(problema)
  })

  test.each([
    ['boleto.exe', 'boleto.pdf'],
    ['acordo.v2.pdf', 'acordo.v2.pdf'],
    ['sem nome', 'sem nome.pdf'],
    ['.pdf', 'arquivo.pdf'],
  ])('is called by what it is: %s', (nome, chamado) => {
    expect(nomeDoEnviado(nome, especieDe(bytes('%PDF-'))!)).toBe(chamado)
  })
})

test('a name is never cut in the middle of a letter', () => {
  const pdf = especieDe(bytes('%PDF-1.7'))!
  expect(nomeDoEnviado(`${'a'.repeat(99)}😀.pdf`, pdf)).toBe(`${'a'.repeat(99)}.pdf`)
})

test.each([
  ['a photograph', 'image/jpeg', null, true],
  ['a voice', 'audio/ogg; codecs=opus', null, true],
  ['a receipt', 'application/pdf', 'Comprovante.PDF', true],
  ['a name with a date', 'application/pdf', 'Recibo 12.05', true],
  ['a sheet', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'contas.xlsx', true],
  ['a sheet with macros', 'application/vnd.ms-excel.sheet.macroEnabled.12', 'contas.xlsm', false],
  ['a program', 'application/x-msdownload', 'boleto.exe', false],
  ['a program called a document', 'application/pdf', 'boleto.pdf.exe', false],
  ['a program with a tail that Windows drops', 'application/pdf', 'boleto.exe. ', false],
  ['a page', 'text/html', 'boleto.html', false],
  ['a drawing', 'image/svg+xml', 'logo.svg', false],
  ['an archive', 'application/zip', 'notas.zip', false],
  ['what WhatsApp does not know', 'application/octet-stream', null, false],
])('%s that a customer sends', (_, mime, nome, seguro) => {
  expect(recebidoEhSeguro(mime, nome)).toBe(seguro)
})
