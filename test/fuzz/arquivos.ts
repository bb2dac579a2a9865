import { readdirSync, readFileSync } from 'node:fs'
import { criarZip, type EntradaZip } from '../zip.ts'
import type { Acaso } from './acaso.ts'

const PASTA = new URL('../samples/nfe/', import.meta.url)
const AMOSTRAS = readdirSync(PASTA)
  .filter((nome) => nome.endsWith('.xml'))
  .map((nome) => readFileSync(new URL(nome, PASTA), 'latin1'))

const VALORES = [
  '',
  '0',
  '-1',
  '99999999999999999999',
  '1e999',
  '0000-00-00',
  '2026-02-30',
  '\u0001',
  '\ufffe',
  '😀',
  "';--",
  '&',
  '&lt;',
  '&#0;',
  '&#x110000;',
  '&naoexiste;',
  ']]>',
  '<![CDATA[<x>]]>',
  '<!-- x -->',
  '<?x y?>',
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '="x"',
  'x'.repeat(30_000),
  '&amp;'.repeat(5_000),
]

type Mutacao = (acaso: Acaso, texto: string) => string

/** One element, from opening to closing tag; a rough match, enough to move it around. */
function elemento(acaso: Acaso, texto: string): { de: number; ate: number } {
  const aberturas = [...texto.matchAll(/<([\w:.-]+)[^<>]*>/g)]
  if (aberturas.length === 0) return { de: 0, ate: texto.length }
  const abertura = acaso.um(aberturas)
  const fim = texto.indexOf(`</${abertura[1]}>`, abertura.index)
  return { de: abertura.index, ate: fim < 0 ? abertura.index + abertura[0].length : fim + abertura[1]!.length + 3 }
}

const MUTACOES_XML: Mutacao[] = [
  // Repeats an element a few or very many times; deletes it; moves it; nests it in itself; changes its case.
  (acaso, texto) => {
    const { de, ate } = elemento(acaso, texto)
    const pedaco = texto.slice(de, ate)
    const vezes = Math.min(acaso.quantos(30_000), Math.floor(3_000_000 / pedaco.length))
    return texto.slice(0, ate) + pedaco.repeat(vezes) + texto.slice(ate)
  },
  (acaso, texto) => {
    const { de, ate } = elemento(acaso, texto)
    return texto.slice(0, de) + texto.slice(ate)
  },
  (acaso, texto) => {
    const [um, outro] = [elemento(acaso, texto), elemento(acaso, texto)].sort((a, b) => a.de - b.de)
    if (um!.ate > outro!.de) return texto
    return (
      texto.slice(0, um!.de) +
      texto.slice(outro!.de, outro!.ate) +
      texto.slice(um!.ate, outro!.de) +
      texto.slice(um!.de, um!.ate) +
      texto.slice(outro!.ate)
    )
  },
  (acaso, texto) => {
    const { de, ate } = elemento(acaso, texto)
    const niveis = acaso.quantos(3_000)
    return `${texto.slice(0, de)}${'<a>'.repeat(niveis)}${texto.slice(de, ate)}${'</a>'.repeat(niveis)}${texto.slice(ate)}`
  },
  (acaso, texto) => {
    const { de } = elemento(acaso, texto)
    const fim = texto.slice(de).search(/[\s/>]/) + de
    const atributos = Array.from(
      { length: acaso.quantos(20_000) },
      (_, i) => ` a${i}="${acaso.um(['', 'x', 'xmlns'])}"`,
    ).join('')
    return (
      texto.slice(0, fim) +
      acaso.um([atributos, ` a="${'x'.repeat(acaso.quantos(2_000_000))}"`, ` xmlns:q="${'q'.repeat(9_000)}"`]) +
      texto.slice(fim)
    )
  },
  (acaso, texto) => {
    const valores = [...texto.matchAll(/>([^<]+)</g)]
    if (valores.length === 0) return texto
    const alvo = acaso.um(valores)
    return texto.slice(0, alvo.index + 1) + acaso.um(VALORES) + texto.slice(alvo.index + 1 + alvo[1]!.length)
  },
  (acaso, texto) =>
    texto.replace(
      /^(<\?xml[^>]*\?>)?/,
      `<?xml version="1.0" encoding="${acaso.um(['UTF-16', 'ISO-8859-1', 'klingon', 'UTF-7', 'EBCDIC'])}"?>`,
    ),
  (acaso, texto) => texto.slice(0, acaso.ate(texto.length)),
]

export function xml(acaso: Acaso): Buffer {
  let texto = acaso.um(AMOSTRAS)
  for (let i = acaso.ate(4); i > 0; i -= 1) texto = acaso.um(MUTACOES_XML)(acaso, texto).slice(0, 6_000_000)
  const bytes = Buffer.from(texto, acaso.chance(0.1) ? 'utf16le' : 'latin1')
  return acaso.chance(0.1) ? estragar(acaso, bytes) : bytes
}

/** Deletes, inserts or flips bytes. */
export function estragar(acaso: Acaso, bytes: Buffer): Buffer {
  const corte = acaso.ate(bytes.length + 1)
  return Buffer.concat([
    bytes.subarray(0, corte),
    acaso.bytes(acaso.quantos(40)),
    bytes.subarray(corte + acaso.quantos(60)),
  ])
}

export function zip(acaso: Acaso): Buffer {
  const entradas: EntradaZip[] = Array.from({ length: acaso.quantos(40) }, (_, i) => ({
    nome: acaso.um([
      `${i}.xml`,
      `${i}.xml`,
      `a/b/${i}.xml`,
      '../fora.xml',
      `${i}.zip`,
      `${i}.pdf`,
      'x'.repeat(5_000),
      '\u0000',
      '__MACOSX/x',
      '',
    ]),
    dados: acaso.chance(0.05) ? Buffer.alloc(acaso.quantos(30_000_000), '<') : xml(acaso),
    guardar: acaso.chance(0.3),
    senha: acaso.chance(0.03),
    ...(acaso.chance(0.1) ? { tamanhoDeclarado: acaso.quantos(2 ** 32 - 1) } : {}),
  }))
  if (acaso.chance(0.05)) for (let i = 0; i < 25_000; i += 1) entradas.push({ nome: `m${i}.xml`, dados: 'x' })
  const pronto = criarZip(entradas)
  if (acaso.chance(0.1)) sobrepor(pronto)
  return acaso.chance(0.2) ? estragar(acaso, pronto) : pronto
}

/** Every directory entry points to the first file: few bytes that unpack to many. */
function sobrepor(pronto: Buffer) {
  for (let i = pronto.indexOf('PK\x01\x02', 0, 'latin1'); i >= 0; i = pronto.indexOf('PK\x01\x02', i + 46, 'latin1'))
    if (i + 46 <= pronto.length) pronto.writeUInt32LE(0, i + 42)
}

const TITULOS = [
  'nome',
  'documento',
  'telefone',
  'email',
  'codigo_externo',
  'conta_numero',
  'valor',
  'vencimento',
  'saldo',
  'situacao',
  'DDD',
  'Número',
  'tel',
  'CPF/CNPJ',
  '',
  'coluna estranha',
]
const CELULAS = [
  'Ana Lima',
  '529.982.247-25',
  '52998224725',
  '11222333000181',
  '(11) 98765-4321',
  'ana@exemplo.com.br',
  'T-1',
  '1.234,56',
  '31/12/2026',
  'pago',
  'em aberto',
  '11',
  '',
  '',
  '="00123"',
  "'=1+1",
  '=cmd|x',
  '-1',
  '1e999',
  'a@'.repeat(500),
  'T'.repeat(5_000),
  ', '.repeat(3_000),
  '\u0000',
  '\ufffd',
  '😀',
  '"',
  '""',
  'a"b',
  'linha\r\nquebrada',
  '1'.repeat(30_000),
]

const MAIOR_TEXTO = 8_000_000

export function csv(acaso: Acaso): Buffer {
  const separador = acaso.um([';', ';', ',', '\t', '|'])
  const fim = acaso.um(['\r\n', '\n', '\r'])
  const titulos = acaso.chance(0.7)
    ? TITULOS.slice(0, 8)
    : Array.from({ length: acaso.quantos(acaso.chance(0.1) ? 50_000 : 60) }, () => acaso.um(TITULOS))
  const celula = () => (acaso.chance(0.15) ? `"${acaso.um(CELULAS)}"` : acaso.um(CELULAS))
  const linhas = Array.from({ length: acaso.quantos(40) }, () =>
    Array.from({ length: acaso.chance(0.9) ? Math.min(titulos.length, 30) : acaso.quantos(3_000) }, celula).join(
      separador,
    ),
  )
  if (acaso.chance(0.1)) {
    const linha = acaso.um(linhas.length > 0 ? linhas : ['a']).concat(fim)
    linhas.push(linha.repeat(Math.min(acaso.quantos(3_000), Math.ceil(MAIOR_TEXTO / linha.length))))
  }
  const texto = [...(acaso.chance(0.1) ? [`sep=${separador}`] : []), titulos.join(separador), ...linhas, '']
    .join(fim)
    .slice(0, MAIOR_TEXTO)
  const bytes = Buffer.from(texto, acaso.um(['utf8', 'utf8', 'latin1', 'utf16le']))
  return acaso.chance(0.15) ? estragar(acaso, bytes) : bytes
}

/** Content that begins like a picture, a document, a program or a web page. */
const midia = (acaso: Acaso): Buffer =>
  Buffer.concat([
    Buffer.from(
      acaso.um([
        '\xff\xd8\xff\xe0',
        '\x89PNG\r\n\x1a\n',
        '%PDF-1.7\n',
        'MZ',
        '<!doctype html>',
        '<svg xmlns="',
        'PK\x03\x04',
        '',
        'RIFF',
      ]),
      'latin1',
    ),
    acaso.bytes(acaso.quantos(5_000)),
  ])

export const arquivo = (acaso: Acaso): Buffer => acaso.um([xml, zip, csv, midia])(acaso)
