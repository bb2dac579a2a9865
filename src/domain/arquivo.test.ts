import { describe, expect, test } from 'vitest'
import { especieDe, nomeDoEnviado, nomeEhSeguro, problemaDoArquivo, tipoRecebido } from './arquivo.ts'

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

const latin1 = (texto: string) => Uint8Array.from(texto, (letra) => letra.charCodeAt(0))
const PLANILHA = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

describe('what a customer sends', () => {
  test.each([
    ['a photograph', '\xff\xd8\xff\xe0', 'image/jpeg', 'image/jpeg'],
    ['a photograph called something else', '\xff\xd8\xff\xe0', 'application/octet-stream', 'image/jpeg'],
    ['a document called a picture', '%PDF-1.7', 'image/png', 'application/pdf'],
    ['a voice', 'OggS\x00\x02', 'audio/ogg; codecs=opus', 'audio/ogg'],
    ['a film', '\x00\x00\x00\x18ftypmp42', 'video/mp4', 'video/mp4'],
    ['a voice that begins as a film', '\x00\x00\x00\x18ftypM4A ', 'audio/mp4', 'audio/mp4'],
    ['a sheet', 'PK\x03\x04\x14', PLANILHA, PLANILHA],
    ['an old sheet', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/vnd.ms-excel', 'application/vnd.ms-excel'],
    ['a list', 'nome;valor', 'text/csv', 'text/csv'],
    ['a sheet with macros', 'PK\x03\x04', 'application/vnd.ms-excel.sheet.macroEnabled.12', null],
    ['an archive called a picture', 'PK\x03\x04', 'image/jpeg', null],
    ['a program called a document', 'MZ\x90\x00', 'application/pdf', null],
    ['a program called a text', 'MZ\x90\x00', 'text/plain', null],
    ['a script called a text', '#!/bin/sh', 'text/plain', null],
    ['a page called a picture', '<!doctype html>', 'image/jpeg', null],
    ['a page called a text', '\n <html>', 'text/plain', null],
    ['a drawing', '<svg xmlns=', 'image/svg+xml', null],
    ['nothing that is known', 'abcd', 'image/png', null],
    ['nothing at all', '', 'application/octet-stream', null],
  ])('%s is known by its bytes', (_, inicio, rotulo, mime) => {
    expect(tipoRecebido(latin1(inicio), rotulo)).toBe(mime)
  })

  test.each([
    ['nothing', null, true],
    ['a document', 'Comprovante.PDF', true],
    ['a date', 'Recibo 12.05', true],
    ['a program', 'boleto.exe', false],
    ['a program behind a document', 'boleto.pdf.exe', false],
    ['a program with a tail that Windows drops', 'boleto.exe. ', false],
    ['a program behind what is not seen', 'boleto.\u200ebat', false],
    ['a program behind what cannot be written', 'boleto.\u0007bat', false],
    ['a page', 'boleto.html', false],
    ['an archive', 'notas.zip', false],
  ])('a name that says %s', (_, nome, seguro) => {
    expect(nomeEhSeguro(nome)).toBe(seguro)
  })
})
