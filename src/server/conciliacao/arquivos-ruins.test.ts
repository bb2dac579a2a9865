import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { enviar } from '#test/multipart.ts'
import { test, type World } from '#test/world.ts'
import { criarZip } from '#test/zip.ts'

const PASTA = join(import.meta.dirname, '../../../test/samples/banco')
const amostra = (nome: string) => readFileSync(join(PASTA, nome), 'latin1')
const ITAU_240 = amostra('22-cnab240-itau.ret').trimEnd()
const ITAU_400 = amostra('32-cnab400-itau.ret').trimEnd()

const lancamento = ({ dia = '20261110', valor = '10.00', mais = '' } = {}) =>
  `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${dia}<TRNAMT>${valor}<FITID>1<MEMO>PIX RECEBIDO FULANO${mais}</STMTTRN>`
/** Its first movement stands on line 9, after a good one. */
const extrato = (linhas: readonly string[], { moeda = 'BRL', posicao = '20261122' } = {}) =>
  `OFXHEADER:100\nDATA:OFXSGML\nCHARSET:1252\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${moeda}<BANKACCTFROM><BANKID>341\n<ACCTID>12345\n</BANKACCTFROM><BANKTRANLIST>\n${linhas.join('\n')}\n</BANKTRANLIST><LEDGERBAL><BALAMT>1<DTASOF>${posicao}</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
const depoisDeUmBom = (linha: string) => extrato([lancamento(), linha])
/** Each segment U of the return with other columns. */
const comU = (coluna: number, texto: string) =>
  ITAU_240.split(/\r?\n/)
    .map((linha) =>
      linha[13] === 'U' ? linha.slice(0, coluna - 1) + texto + linha.slice(coluna - 1 + texto.length) : linha,
    )
    .join('\r\n')
const CURTO = '<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261110<TRNAMT>1<MEMO>P</STMTTRN>'

/** For each file: its kind, name, content, status, and the line named in the error (null if no line is at fault). */
const RUINS: [string, string, () => string | Buffer, number, number | null][] = [
  ['truncated', 'cortado.ofx', () => depoisDeUmBom(lancamento()).slice(0, -150), 200, 9],
  ['truncated', 'cortado.ret', () => ITAU_240.split(/\r?\n/).slice(0, 8).join('\r\n'), 200, 8],
  ['truncated', 'cortado-400.ret', () => ITAU_400.split(/\r?\n/).slice(0, 3).join('\r\n').slice(0, -90), 200, 3],
  ['truncated', 'cortado.zip', () => criarZip([{ nome: 'a.ofx', dados: extrato([CURTO]) }]).subarray(0, 90), 422, null],
  ['truncated', 'aberto.ofx', () => extrato([CURTO.replace('</STMTTRN>', ''), CURTO]), 422, 8],
  ['foreign', 'nota.ofx', () => '%PDF-1.7 qualquer', 422, null],
  ['foreign', 'clientes.ofx', () => 'nome;documento\r\nAna;11144477735\r\n', 422, null],
  ['foreign', 'dolares.ofx', () => extrato([lancamento()], { moeda: 'USD' }), 422, 5],
  ['mislabelled', 'retorno.ret', () => '\x89PNG\r\n\x1a\nabc', 422, null],
  ['mislabelled', 'zip-em-zip.zip', () => criarZip([{ nome: 'zip-em-zip.zip', dados: criarZip([]) }]), 422, null],
  ['wrong charset', 'sem-marca.ofx', () => Buffer.from(extrato([lancamento()]), 'utf16le'), 422, null],
  [
    'wrong charset',
    'ebcdic.ret',
    () => Buffer.from(Buffer.from(ITAU_400, 'latin1').map((byte) => byte ^ 0x80)),
    422,
    null,
  ],
  ['10 GB', 'promete.zip', () => criarZip([0, 1, 2].map((n) => promessa(`${n}.ofx`, 4e9))), 413, null],
  [
    '10 GB',
    'mente.zip',
    () => criarZip([{ ...promessa('mente.zip', 1_000), dados: Buffer.alloc(2 ** 28) }]),
    422,
    null,
  ],
  ['a million lines', 'milhao.ofx', () => extrato(Array(300_000).fill(CURTO)), 413, null],
  ['a million lines', 'um-so.ofx', () => depoisDeUmBom(lancamento({ mais: '\n<MEMO>x'.repeat(1e6) })), 422, 9],
  ['a million lines', 'um-memo.ofx', () => depoisDeUmBom(lancamento({ mais: '\nx'.repeat(1e6) })), 422, 9],
  ["another bank's layout", 'layout.ret', () => ITAU_400.replace(/^(.{76})341/, '$1001'), 422, 2],
  ["another bank's layout", 'banco.ret', () => ITAU_400.replace(/^(.{76})341/, '$1999'), 422, null],
  ["another bank's layout", 'pagamentos.ret', () => ITAU_240.replace(/^(.{7}1)T01/m, '$1C20'), 422, 2],
  ["another bank's layout", 'dois.ret', () => `${ITAU_240}\r\n${ITAU_240}`, 422, 25],
  ["next century's dates", 'seculo.ofx', () => depoisDeUmBom(lancamento({ dia: '21261110' })), 422, 9],
  ["next century's dates", 'seculo.ret', () => comU(138, '10112126'), 422, 4],
  [
    "next century's dates",
    'ainda.ofx',
    () => extrato([lancamento({ dia: '20991110' })], { posicao: '20991231' }),
    200,
    8,
  ],
  ["next century's dates", 'ainda.ret', () => comU(138, '10112099'), 200, 5],
  ['negative zero', 'zero.ofx', () => extrato([lancamento({ valor: '-0.00' })]), 200, 8],
  ['negative zero', 'zero.ret', () => comU(78, '-00000000000000'), 422, 4],
  ['over a trillion', 'trilhao.ofx', () => depoisDeUmBom(lancamento({ valor: '1000000000000.00' })), 422, 9],
  ['over a trillion', 'trilhao.ret', () => comU(78, '100000000000001'), 422, 4],
  ['no amount', 'nenhum.ofx', () => extrato([lancamento({ valor: 'NaN' })]), 200, 8],
  ['no amount', 'em-branco.ofx', () => extrato([lancamento({ valor: '' })]), 200, 8],
  ['nothing in it', 'vazio.zip', () => criarZip([]), 422, null],
  ['no amount', 'torto.ofx', () => depoisDeUmBom(lancamento({ valor: '12,34,56,7' })), 422, 9],
]

function promessa(nome: string, tamanhoDeclarado: number) {
  return { nome, dados: 'x' as string | Buffer, tamanhoDeclarado }
}

const escritos = async ({ db }: World) =>
  (
    await sql<{ movimentos: number; pagamentos: number; contas: number }>`
      select (select count(*)::int from movimento) as movimentos, (select count(*)::int from pagamento) as pagamentos,
        (select count(*)::int from conta_do_banco) as contas`.execute(db)
  ).rows[0]!

interface Dito {
  arquivo: string
  mensagem: string
}

/** The sentences of an answer, each with the name of its file. */
function frases(resposta: { statusCode: number; json(): Record<string, unknown> }): string {
  const corpo = resposta.json()
  const { message, errors } = corpo as { message: string; errors?: Record<string, string[]> }
  if (resposta.statusCode !== 200) return [message, ...Object.values(errors ?? {}).flat()].join('\n')
  const ditos = ['avisos', 'pendencias', 'erros'].flatMap((onde) => corpo[onde] as Dito[])
  return ditos.map(({ arquivo, mensagem }) => `${arquivo}: ${mensagem}`).join('\n')
}

test.for(RUINS)('%s: %s', async ([, nome, conteudo, status, linha], { world }) => {
  const admin = await world.criarAdmin()
  const antes = await escritos(world)
  const envio = { campo: 'arquivo', nome, conteudo: Buffer.from(conteudo() as string, 'latin1') }
  const resposta = await enviar(world, admin, '/api/admin/conciliacao/importar', envio)
  expect(resposta.statusCode, resposta.body).toBe(status)
  const ditas = frases(resposta)
  expect(ditas).toMatch(new RegExp(`(^|\n)${nome}: .*${linha === null ? '' : `linha ${linha}\\b`}`))
  if (status === 200) expect(resposta.json()).toMatchObject({ movimentos: 0, novos: 0, valor_total: 0 })
  expect(await escritos(world)).toMatchObject({ ...antes, ...(status === 200 && { contas: expect.any(Number) }) })
})
