import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chaveDoMovimento, vezesNoArquivo } from '#domain/repeticao.ts'
import { criarZip } from '#test/zip.ts'
import { type ArquivoDoBanco, lerExtratos } from './extratos.ts'
import { lerExtratosAParte } from './leitura.ts'
import type { MovimentoLido } from './lido.ts'

const PASTA = new URL('../../../../test/samples/banco/', import.meta.url)
const amostra = (nome: string) => readFileSync(new URL(nome, PASTA))
const HOJE = '2026-11-22'

let pasta: string
let serie = 0
beforeAll(() => {
  pasta = mkdtempSync(join(tmpdir(), 'extratos-'))
})
afterAll(() => rmSync(pasta, { recursive: true, force: true }))

async function ler(dados: Buffer | string, arquivo = 'extrato.ofx') {
  const caminho = join(pasta, String(serie++))
  writeFileSync(caminho, dados)
  let arquivos: ArquivoDoBanco[] = []
  const movimentos: (MovimentoLido & { arquivo: number })[] = []
  for await (const parte of lerExtratosAParte({ caminho, tamanho: Buffer.byteLength(dados), arquivo, hoje: HOJE })) {
    if ('arquivos' in parte) arquivos = parte.arquivos
    else movimentos.push(...parte.movimentos.map((um) => ({ ...um, arquivo: parte.arquivo })))
  }
  return { arquivos, movimentos }
}

const resumo = ({ movimentos }: Awaited<ReturnType<typeof ler>>) =>
  movimentos.map(({ movimento }) => [movimento.tipo, movimento.dia, movimento.valorCentavos])

describe('each sample file becomes what may be reconciled', () => {
  test('01: eight movements of BB, the two equal ones both', async () => {
    const lido = await ler(amostra('01-ofx-bb-fitid-repetido-saldos.ofx'))
    expect(lido.arquivos).toEqual([
      {
        arquivo: 'extrato.ofx',
        formato: 'ofx',
        contas: [
          { banco: '001', conta: '1234-3/56789-0', cartao: false, de: '2026-11-10', ate: '2026-11-13', movimentos: 8 },
        ],
        avisos: [],
        incompleto: null,
      },
    ])
    expect(resumo(lido)).toEqual([
      ['credito', '2026-11-10', 50_000],
      ['credito', '2026-11-10', 24_990],
      ['devolucao', '2026-11-11', 24_990],
      ['credito', '2026-11-11', 321_099],
      ['credito', '2026-11-11', 100_000],
      ['tarifa', '2026-11-12', 1_200],
      ['credito', '2026-11-13', 15_000],
      ['credito', '2026-11-13', 15_000],
    ])
    expect(lido.movimentos.filter(({ movimento }) => movimento.lote)).toHaveLength(1)
  })

  test.each<[string, number, (string | RegExp)[], RegExp | null]>([
    ['02-ofx-bb-valores-sem-sinal-uma-linha.ofx', 4, [/linha 17 entrou ou saiu/], null],
    ['03-ofx-itau-virgula-dtend-invalida.ofx', 6, [], null],
    ['04-ofx-bradesco-linha-em-branco-fitid-reusado.ofx', 6, [], null],
    ['07-ofx-caixa-saldo-dia-valor-ponto.ofx', 5, [], null],
    ['08-ofx-nubank-utf8-cpf-mascarado.ofx', 6, [], null],
    ['11-ofx-sicoob-pagador-em-name.ofx', 5, [], null],
    ['12-ofx2-sicredi-xml-bom-uma-linha.ofx', 5, [], null],
    ['13-ofx-duas-contas-e-um-cartao.ofx', 4, [/cartão ficou de fora/], null],
    ['14-ofx-lancamentos-futuros.ofx', 1, [/^2 lançamentos futuros/], null],
    ['15-ofx-periodo-sem-movimento.ofx', 0, ['Nenhum movimento no período.'], null],
    ['16-ofx-truncado.ofx', 2, [], /termina na linha 60/],
    ['20-ofx-banrisul-anuncia-utf8-escrito-1252.ofx', 4, [], null],
    ['21-cnab240-bb.ret', 6, [/^1 boleto foi baixado/, /^1 instrução/], null],
    ['22-cnab240-itau.ret', 5, [/fora dele/, /^2 instruções/, /^1 boleto foi baixado/], null],
    ['24-cnab240-santander.ret', 5, [/andamento/, /recusada/], null],
    ['25-cnab240-caixa-trailer-errado.ret', 6, [/20 registros/, /cartório/, /baixado/], null],
    ['28-cnab240-varios-lotes-bom-trailers-errados.ret', 3, [/lote/, /lote/, /fim do arquivo/], null],
    ['31-cnab240-segmento-u-faltando.ret', 1, [/lote/, /fim do arquivo/], /linha 5 está incompleto/],
    ['34-cnab400-bb-tipo7.ret', 6, [/compensado \(número \S+\)\.$/, /baixado/, /recusada/], null],
    ['39-cnab400-truncado-sem-trailer.ret', 2, [], /linha 4 está cortado/],
  ])('%s: %i movements', async (nome, quantos, avisos, incompleto) => {
    const { arquivos, movimentos } = await ler(amostra(nome), nome)
    expect(movimentos).toHaveLength(quantos)
    expect(arquivos).toEqual([
      expect.objectContaining({
        avisos: avisos.map((um) => expect.stringMatching(um)),
        incompleto: incompleto === null ? null : expect.stringMatching(incompleto),
      }),
    ])
  })

  test.each([
    [
      '22-cnab240-itau.ret',
      '2 instruções foram recusadas pelo banco (números 5007/1: ocorrência 17, motivos 05 e 53; 5009/1: ocorrência 03, motivos 13 e 08).',
    ],
    ['34-cnab400-bb-tipo7.ret', '1 instrução foi recusada pelo banco (número 35009/1: ocorrência 03, motivo 33).'],
  ])('%s: a refusal is told with its code and reasons', async (nome, aviso) => {
    const { arquivos } = await ler(amostra(nome), nome)
    expect(arquivos).toEqual([expect.objectContaining({ avisos: expect.arrayContaining([aviso]) })])
  })

  test('a settlement without an amount is told, and of it only the fee is money', async () => {
    const linhas = amostra('32-cnab400-itau.ret').toString('latin1').split('\n')
    const deNada = linhas.map((uma, i) => (i === 2 ? uma.slice(0, 253) + '0'.repeat(13) + uma.slice(266) : uma))
    const { arquivos, movimentos } = await ler(Buffer.from(deNada.join('\n'), 'latin1'), 'itau.ret')
    expect(movimentos[0]).toMatchObject({ linha: 3, movimento: { tipo: 'tarifa', valorCentavos: 210 } })
    expect(arquivos).toMatchObject([
      {
        avisos: expect.arrayContaining([
          expect.stringMatching(/^1 liquidação veio sem valor .* \(número 15002\/1\)\.$/),
        ]),
      },
    ])
  })

  test('20: names read as they were written, whatever the header says', async () => {
    const { movimentos } = await ler(amostra('20-ofx-banrisul-anuncia-utf8-escrito-1252.ofx'))
    expect(movimentos.map(({ movimento }) => movimento.pagador?.nome ?? movimento.descricao)).toEqual([
      'PADARIA EXEMPLO',
      'JOSÉ DA SILVA TESTE',
      'TARIFA MANUTENÇÃO CONTA',
      'CAFÉ & PÃO DE AÇÚCAR',
    ])
  })

  test('a payment keeps what the bank took beside it, and a payment undone takes it back', async () => {
    const { movimentos } = await ler(amostra('25-cnab240-caixa-trailer-errado.ret'))
    expect(movimentos.map(({ movimento: m }) => [m.tipo, m.valorCentavos, m.tarifaCentavos, m.nossoNumero])).toEqual([
      ['credito', 80_000, 125, '140000000000080026'],
      ['credito', 79_000, 125, '140000000000080034'],
      ['credito', 25_550, 125, '140000000000080042'],
      ['credito', 43_000, 125, '140000000000080050'],
      ['devolucao', 43_000, 0, '140000000000080050'],
      ['devolucao', 19_000, 0, '140000000000080069'],
    ])
  })

  test.each([
    ['17-ofx-erro-do-banco.ofx', /erro em vez do extrato/],
    ['18-nao-e-ofx-pagina-de-login.ofx', /página da internet/],
    ['19-ofx2-hostil-doctype.ofx', /DOCTYPE/],
    ['29-cnab240-linha-com-243-caracteres.ret', /linha 5 tem 243/],
    ['30-cnab240-remessa.rem', /remessa/],
    ['38-cnab400-remessa.rem', /remessa/],
    ['40-boletos-e-arrecadacao.json', /não é um extrato/],
  ])('%s is refused', async (nome, frase) => {
    expect(await ler(amostra(nome), nome)).toEqual({
      arquivos: [{ arquivo: nome, erro: expect.stringMatching(frase) }],
      movimentos: [],
    })
  })
})

describe('files that overlap', () => {
  const importar = async (...nomes: string[]) => {
    const guardados = new Map<string, number>()
    const novos: number[] = []
    for (const nome of nomes) {
      const chaves = (await ler(amostra(nome))).movimentos.map(({ movimento }) => chaveDoMovimento(movimento))
      const quais = vezesNoArquivo(chaves, new Map()).map((vez, i) => vez > (guardados.get(chaves[i]!) ?? 0))
      for (const [i, chave] of chaves.entries()) if (quais[i]) guardados.set(chave, (guardados.get(chave) ?? 0) + 1)
      novos.push(quais.filter(Boolean).length)
    }
    return novos
  }
  const [A05, A06] = ['05-ofx-santander-primeiro-download.ofx', '06-ofx-santander-segundo-download-fitid-trocado.ofx']
  const [A09, A10] = ['09-ofx-inter-manha.ofx', '10-ofx-inter-noite-sequencia-deslocada.ofx']
  const [A32, A37] = ['32-cnab400-itau.ret', '37-cnab400-itau-dia-seguinte-repetidos.ret']

  test.each([
    [A05, A06, [3, 2]],
    [A06, A05, [5, 0]],
    [A09, A10, [2, 2]],
    [A32, A37, [5, 2]],
  ])('%s then %s bring %j', async (um, outro, novos) => {
    expect(await importar(um, outro)).toEqual(novos)
  })

  test('any file twice brings nothing the second time', async () => {
    for (const nome of readdirSync(PASTA).filter((um) => /\.(ofx|ret|crt)$/.test(um)))
      expect([nome, (await importar(nome, nome))[1]]).toEqual([nome, 0])
  })
})

describe('zips and sizes', () => {
  test('a zip is read file by file, and the bad ones say what they are', async () => {
    const zip = criarZip([
      { nome: 'nov/itau.ret', dados: amostra('32-cnab400-itau.ret') },
      { nome: 'nov/remessa.rem', dados: amostra('38-cnab400-remessa.rem') },
      { nome: '__MACOSX/._itau.ret', dados: 'x' },
      { nome: 'extrato.pdf', dados: '%PDF-1.7' },
      { nome: 'nov/bb.ofx', dados: amostra('01-ofx-bb-fitid-repetido-saldos.ofx') },
    ])
    const { arquivos, movimentos } = await ler(zip, 'novembro.zip')
    expect(arquivos).toEqual([
      expect.objectContaining({ arquivo: 'nov/itau.ret', formato: 'cnab400' }),
      { arquivo: 'nov/remessa.rem', erro: expect.stringMatching(/remessa/) },
      { arquivo: 'extrato.pdf', erro: expect.stringMatching(/PDF não é lido/) },
      expect.objectContaining({ arquivo: 'nov/bb.ofx', formato: 'ofx' }),
    ])
    expect([...Map.groupBy(movimentos, ({ arquivo }) => arquivo)].map(([i, todos]) => [i, todos.length])).toEqual([
      [0, 5],
      [3, 8],
    ])
  })

  const linhaOfx = '<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261110<TRNAMT>1.00<MEMO>PIX RECEBIDO JOSE</STMTTRN>\n'
  const extrato = (linhas: number) =>
    `OFXHEADER:100\n\n<OFX><STMTRS><BANKACCTFROM><BANKID>1<ACCTID>9</BANKACCTFROM><BANKTRANLIST>\n${linhaOfx.repeat(linhas)}</BANKTRANLIST></STMTRS></OFX>`

  test('more movements than are taken are refused before any is given', async () => {
    const caminho = join(pasta, 'muitos')
    writeFileSync(caminho, extrato(11))
    const partes = lerExtratos({ caminho, tamanho: 1, arquivo: 'a.ofx', hoje: HOJE }, 10)
    await expect(partes.next()).rejects.toMatchObject({
      statusCode: 413,
      message: 'a.ofx: o envio passa de 10 movimentos. Baixe períodos menores e envie em partes.',
    })
  })

  test('more files, or more bytes, than are taken are refused', async () => {
    const muitos = criarZip(Array.from({ length: 1_001 }, (_, i) => ({ nome: `${i}.ofx`, dados: '' })))
    await expect(ler(muitos)).rejects.toMatchObject({ statusCode: 413, message: /mais de 1.000 arquivos/ })
    const bomba = criarZip(
      [{ nome: 'a.ofx', dados: 'x', tamanhoDeclarado: 10 * 2 ** 30 - 1 }].map((um) => ({
        ...um,
        tamanhoDeclarado: 2 ** 31,
      })),
    )
    await expect(ler(bomba)).rejects.toMatchObject({ statusCode: 413, message: /200 MiB/ })
    await expect(ler(Buffer.alloc(50 * 2 ** 20 + 1, 'x'))).rejects.toMatchObject({ statusCode: 413, message: /50 MiB/ })
  })

  test('a fault in the last line leaves nothing of the file', async () => {
    const torto = extrato(3).replace('</BANKTRANLIST>', '<STMTTRN><DTPOSTED>20261399<TRNAMT>1</STMTTRN></BANKTRANLIST>')
    const { arquivos, movimentos } = await ler(torto)
    expect(arquivos).toEqual([
      { arquivo: 'extrato.ofx', erro: expect.stringMatching(/“20261399” do lançamento da linha 7/) },
    ])
    expect(movimentos).toEqual([])
  })

  test.each([
    ['nothing', ''],
    ['zeros', Buffer.alloc(5_000)],
    ['one endless line', '1'.repeat(300_000)],
    ['a tag without end', `<OFX>${'<A'.repeat(200_000)}`],
  ])('%s is refused with a sentence', async (_, dados) => {
    expect((await ler(dados)).arquivos).toEqual([{ arquivo: 'extrato.ofx', erro: expect.stringMatching(/\.$/) }])
  })
})
