import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decidirEvento, type EventoLido, type NotaLida } from '#domain/documento-fiscal.ts'
import { type ArquivoLido, lerZip } from '#server/leitura/zip.ts'
import { criarZip, type EntradaZip } from '#test/zip.ts'
import { detectarCodificacao, lerCsv } from './csv.ts'
import { ENVIO_DE_NOTAS } from './limites.ts'
import { lerXml } from './xml.ts'

let pasta: string
let serie = 0
beforeAll(() => {
  pasta = mkdtempSync(join(tmpdir(), 'leitores-'))
})
afterAll(() => rmSync(pasta, { recursive: true, force: true }))
const gravar = (dados: Buffer | string) => {
  const caminho = join(pasta, String(serie++))
  writeFileSync(caminho, dados)
  return caminho
}

describe('lerCsv', () => {
  const ler = async (dados: Buffer | string) => {
    const linhas: string[][] = []
    const caminho = gravar(dados)
    for await (const { linha, celulas } of lerCsv(caminho, (await detectarCodificacao(caminho)).codificacao)) {
      expect(linha).toBe(linhas.length + 1)
      linhas.push(celulas)
    }
    return linhas
  }
  const esperado = [
    ['nome', 'cidade'],
    ['Conceição', 'São Paulo'],
  ]

  test.each([
    ['semicolon, CRLF', 'nome;cidade\r\nConceição;São Paulo\r\n'],
    ['comma, LF', 'nome,cidade\nConceição,São Paulo'],
    ['tab', 'nome\tcidade\r\nConceição\tSão Paulo\r\n'],
    ['old Mac line ends', 'nome;cidade\rConceição;São Paulo\r'],
    ['BOM', '\ufeffnome;cidade\r\nConceição;São Paulo\r\n'],
    ['windows-1252', Buffer.from('nome;cidade\r\nConceição;São Paulo\r\n', 'latin1')],
    ['UTF-16LE', Buffer.from('\ufeffnome\tcidade\r\nConceição\tSão Paulo\r\n', 'utf16le')],
    ['a line sep=', 'sep=|\r\nnome|cidade\r\nConceição|São Paulo\r\n'],
    ['blank lines before the header', '\r\n\r\nnome;cidade\r\nConceição;São Paulo\r\n'],
    ['everything quoted', '"nome";"cidade"\r\n"Conceição";"São Paulo"\r\n'],
  ])('%s', async (_nome, dados) => {
    expect(await ler(dados)).toEqual(esperado)
  })

  test('quoted separators, line breaks and quotes; stray quotes; short and long rows', async () => {
    expect(await ler('a;b\r\n"x;1";"linha 1\r\nlinha ""2"""\r\nPadaria "Sol" Ltda;y\r\nz\r\n1;2;3\r\n')).toEqual([
      ['a', 'b'],
      ['x;1', 'linha 1\r\nlinha "2"'],
      ['Padaria "Sol" Ltda', 'y'],
      ['z'],
      ['1', '2', '3'],
    ])
  })

  test('the header decides the separator outside its quotes', async () => {
    expect(await ler('"nome, razão, fantasia";cpf\r\nAna;1\r\n')).toEqual([
      ['nome, razão, fantasia', 'cpf'],
      ['Ana', '1'],
    ])
  })

  test('windows-1252 is found even when the first accent comes late', async () => {
    const dados = Buffer.concat([
      Buffer.from(`nome\r\n${'Ana\r\n'.repeat(60_000)}`),
      Buffer.from('Jo\xe3o\r\n', 'latin1'),
    ])
    expect((await ler(dados)).at(-1)).toEqual(['João'])
  })

  test.each([
    ['NUL bytes', Buffer.from('nome;cpf\r\nA\0na;1\r\n'), /não é um CSV/],
    ['an Excel workbook', Buffer.from('PK\x03\x04resto', 'latin1'), /Excel/],
    ['quotes never closed', 'nome;cpf\r\n"Ana;1\r\nBia;2\r\n', /aspas/],
    ['a record without end', `nome;cpf\r\n"${'x'.repeat(3_000_000)}"\r\n`, /grande demais/],
  ])('%s are refused with a sentence', async (_nome, dados, frase) => {
    await expect(ler(dados)).rejects.toThrow(frase)
  })

  test('an empty file has no record', async () => {
    expect(await ler('')).toEqual([])
  })
})

describe('lerZip', () => {
  const ler = async (entradas: EntradaZip[] | Buffer, limites = ENVIO_DE_NOTAS) => {
    const lidos: ArquivoLido[] = []
    for await (const lido of lerZip(gravar(Buffer.isBuffer(entradas) ? entradas : criarZip(entradas)), limites))
      lidos.push(lido)
    return lidos.map((lido) => [lido.arquivo, 'bytes' in lido ? lido.bytes.toString() : lido.erro])
  }

  test('gives files in folders, without those that operating systems leave in a zip', async () => {
    const entradas = ['a/', 'a/b/nota.xml', '__MACOSX/a/._nota.xml', 'a/.DS_Store', 'a/Thumbs.db', 'C:\\x.xml']
    expect(await ler(entradas.map((nome) => ({ nome, dados: nome.endsWith('/') ? '' : '<x/>' })))).toEqual([
      ['a/b/nota.xml', '<x/>'],
      ['C:/x.xml', '<x/>'],
    ])
  })

  test.each(['../../etc/passwd', 'a/../../b.xml', '..\\b.xml', '/etc/b.xml', 'a\u0000.xml'])(
    'is refused whole when a name leads outside: %j',
    async (nome) => {
      await expect(
        ler([
          { nome: 'boa.xml', dados: '<x/>' },
          { nome, dados: '<x/>' },
        ]),
      ).rejects.toThrow(/aponta para fora/)
    },
  )

  test('names what it does not open', async () => {
    const lidos = await ler([
      { nome: 'danfe.pdf', dados: '%PDF' },
      { nome: 'outro.zip', dados: 'PK' },
      { nome: 'secreto.xml', dados: '<x/>', senha: true },
      { nome: 'mentira.xml', dados: 'x'.repeat(5000), tamanhoDeclarado: 10 },
      { nome: 'grande.xml', dados: 'x', tamanhoDeclarado: 21 * 1_048_576 },
    ])
    const frases = [/PDF/, /dentro de outro/, /senha/, /estragado/, /passa de 20 MiB/]
    expect(lidos.map(([, frase], i) => frases[i]!.test(frase!))).toEqual([true, true, true, true, true])
  })

  test('a note is one whatever it is called', async () => {
    const lidos = await ler([
      { nome: 'nota.pdf', dados: '<x/>' },
      { nome: 'nota.zip', dados: '<x/>' },
      { nome: 'danfe.xml', dados: '%PDF-1.7' },
    ])
    expect(lidos).toEqual([
      ['nota.pdf', '<x/>'],
      ['nota.zip', '<x/>'],
      ['danfe.xml', expect.stringMatching(/PDF não é o XML/)],
    ])
  })

  test('a bomb is refused before anything is unpacked, by size and by count', async () => {
    const bomba = Array.from({ length: 11 }, (_, i) => ({
      nome: `${i}.xml`,
      dados: 'x',
      tamanhoDeclarado: 19 * 1_048_576,
    }))
    await expect(ler(bomba)).rejects.toMatchObject({ statusCode: 413 })
    await expect(
      ler(
        [
          { nome: 'a', dados: '' },
          { nome: 'b', dados: '' },
        ],
        { ...ENVIO_DE_NOTAS, arquivos: 1 },
      ),
    ).rejects.toMatchObject({ statusCode: 413 })
  })

  test('a zip that was cut anywhere is refused in a sentence', async () => {
    const inteiro = criarZip([{ nome: 'a.xml', dados: '<x/>'.repeat(100) }])
    for (const tamanho of [4, 30, inteiro.length - 30, inteiro.length - 1]) {
      await expect(ler(inteiro.subarray(0, tamanho))).rejects.toThrow(/incompleto ou estragado/)
    }
  })
})

describe('lerXml', () => {
  const nota = (dentro: string) =>
    `<NFe xmlns="http://www.portalfiscal.inf.br/nfe"><infNFe Id="NFe123">${dentro}</infNFe></NFe>`
  const ler = (texto: string | Buffer) => lerXml(Buffer.from(texto as string))

  test('reads without any namespace, inside a SOAP envelope, escaped in it, and in UTF-16', () => {
    const simples = '<NFe><infNFe Id="NFe123"><ide><nNF> 7 </nNF></ide></infNFe></NFe>'
    const escapado = nota('<ide><nNF>7</nNF></ide>').replaceAll('<', '&lt;')
    const envelope = (corpo: string) =>
      `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>${corpo}</s:Body></s:Envelope>`
    const formas = [
      simples,
      envelope(nota('<ide><nNF>7</nNF></ide>')),
      envelope(escapado),
      envelope(`<![CDATA[${nota('<ide><nNF>7</nNF></ide>')}]]>`),
      Buffer.from(`\ufeff${simples}`, 'utf16le'),
    ]
    for (const forma of formas) {
      expect(ler(forma)).toMatchObject([{ tipo: 'nfe', id: 'NFe123', campos: { 'ide/nNF': '7' } }])
    }
  })

  test('UTF-8 declared over windows-1252 bytes reads with its accents', () => {
    const bytes = Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?>${nota('<dest><xNome>PÃO</xNome></dest>')}`,
      'latin1',
    )
    expect((ler(bytes)[0] as NotaLida).campos['dest/xNome']).toBe('PÃO')
  })

  test('an event stuck inside the note file cancels it', () => {
    const evento =
      '<retEvento><infEvento><cStat>135</cStat><chNFe>123</chNFe><tpEvento>110111</tpEvento></infEvento></retEvento>'
    const [lida, ...outros] = ler(
      `<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe">${nota('<ide><nNF>1</nNF></ide>')}${evento}</nfeProc>`,
    )
    expect((lida as NotaLida).campos.cancelada).toBe('1')
    expect(outros).toEqual([])
  })

  test('an event without its answer proves nothing; the answer alone is told so', () => {
    const pedido =
      '<evento xmlns="http://www.portalfiscal.inf.br/nfe"><infEvento><chNFe>35261111222333000181550010000010071092090005</chNFe><tpEvento>110111</tpEvento></infEvento></evento>'
    expect(decidirEvento(ler(pedido)[0] as EventoLido)).toMatchObject({
      efeito: 'recusar',
      mensagem: expect.stringMatching(/não prova nada/),
    })
    expect(ler('<retEvento><infEvento><cStat>135</cStat></infEvento></retEvento>')).toEqual([
      { tipo: 'outro', especie: 'resposta_evento' },
    ])
  })

  test('the cancellation of a national NFS-e is an event like any other', () => {
    const chave = '35503081211222333000181000000000002226111234567892'
    const evento = `<evento xmlns="http://www.sped.fazenda.gov.br/nfse"><infEvento><pedRegEvento><infPedReg><tpAmb>1</tpAmb><chNFSe>${chave}</chNFSe><e101101><xMotivo>x</xMotivo></e101101></infPedReg></pedRegEvento></infEvento></evento>`
    expect(decidirEvento(ler(evento)[0] as EventoLido)).toEqual({ efeito: 'cancelar', chave })
  })

  describe('the answer to a query of a note’s situation', () => {
    const chave = '35261111222333000181550010000010071092090005'
    const evento = (cStat: string) =>
      `<procEventoNFe><evento><infEvento><tpAmb>1</tpAmb><chNFe>${chave}</chNFe><tpEvento>110111</tpEvento></infEvento></evento>
        <retEvento><infEvento><tpAmb>1</tpAmb><cStat>${cStat}</cStat><chNFe>${chave}</chNFe><tpEvento>110111</tpEvento></infEvento></retEvento></procEventoNFe>`
    const antigo = `<retCancNFe><infCanc><tpAmb>1</tpAmb><cStat>101</cStat><chNFe>${chave}</chNFe></infCanc></retCancNFe>`
    const resposta = (cStat: string, dentro = '', { protocolo = '100', tpAmb = '1' } = {}) =>
      `<retConsSitNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><tpAmb>${tpAmb}</tpAmb><cStat>${cStat}</cStat><chNFe>${chave}</chNFe>
        <protNFe><infProt><tpAmb>${tpAmb}</tpAmb><chNFe>${chave}</chNFe><cStat>${protocolo}</cStat></infProt></protNFe>${dentro}</retConsSitNFe>`
    const envelope = `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><r>${resposta('101')}</r></e:Body></e:Envelope>`

    test.each([
      ['by its own status', resposta('101')],
      ['late', resposta('151')],
      ['out of time', resposta('155')],
      ['in its envelope', envelope],
      ['with the event', resposta('101', evento('135'))],
      ['by the event alone', resposta('100', evento('155'))],
      ['with the old form of it', resposta('101', antigo)],
      ['by the old form alone', resposta('100', antigo)],
      ['in the protocol', resposta('100', '', { protocolo: '101' })],
      ['of an old layout, with the key in the protocol only', resposta('101').replace(`<chNFe>${chave}</chNFe>`, '')],
    ])('cancels it: %s', (_, texto) => {
      expect(ler(texto).map((um) => decidirEvento(um as EventoLido))).toEqual([{ efeito: 'cancelar', chave }])
    })

    test('cancels nothing where it says that the note is good, or the event was refused', () => {
      expect(ler(resposta('100'))).toEqual([{ tipo: 'outro', especie: 'resposta' }])
      expect(ler(resposta('217'))).toEqual([{ tipo: 'outro', especie: 'resposta' }])
      expect(ler(resposta('100', evento('573'))).map((um) => decidirEvento(um as EventoLido))).toMatchObject([
        { efeito: 'recusar' },
      ])
      expect(decidirEvento(ler(resposta('101', '', { tpAmb: '2' }))[0] as EventoLido)).toMatchObject({
        efeito: 'recusar',
        mensagem: expect.stringMatching(/homologação/),
      })
    })

    test('marks its note, where both are in one file', () => {
      const comNota = `<lista><NFe xmlns="http://www.portalfiscal.inf.br/nfe"><infNFe Id="NFe${chave}"><ide><nNF>1</nNF></ide></infNFe></NFe>${resposta('101')}</lista>`
      expect(ler(comNota)).toMatchObject([{ tipo: 'nfe', campos: { cancelada: '1' } }])
    })
  })

  test('an event beside its own note, in the same file, counts as one by itself would', () => {
    const chave = '35503081211222333000181000000000002226111234567892'
    const daNota = (marca: string) =>
      ler(`<lista xmlns="http://www.sped.fazenda.gov.br/nfse"><NFSe><infNFSe Id="NFS${chave}"><nNFSe>22</nNFSe></infNFSe></NFSe>
        <evento><infEvento><pedRegEvento><infPedReg><tpAmb>1</tpAmb><chNFSe>${chave}</chNFSe><${marca}/></infPedReg></pedRegEvento></infEvento></evento></lista>`)
    expect(daNota('e101101')).toMatchObject([{ tipo: 'nfse', campos: { cancelada: '1' } }])
    expect(daNota('e105105')).toMatchObject([{ tipo: 'nfse', campos: { nNFSe: '22' } }, { tipo: 'evento' }])
    const daNfe = '35261111222333000181550010000010071092090005'
    const [lida, evento] = ler(
      `<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe"><NFe><infNFe Id="NFe${daNfe}"><ide><nNF>1</nNF></ide></infNFe></NFe>
        <retEvento><infEvento><cStat>135</cStat><chNFe>${daNfe}</chNFe><tpEvento>210220</tpEvento></infEvento></retEvento></nfeProc>`,
    )
    expect((lida as NotaLida).campos.cancelada).toBeUndefined()
    expect(decidirEvento(evento as EventoLido)).toMatchObject({
      efeito: 'nenhum',
      mensagem: expect.stringMatching(/declarou desconhecer/),
    })
  })

  test.each([
    ['<cteProc xmlns="http://www.portalfiscal.inf.br/cte"><CTe><infCte/></CTe></cteProc>', 'cte'],
    ['<mdfeProc xmlns="http://www.portalfiscal.inf.br/mdfe"/>', 'mdfe'],
    ['<CFe><infCFe/></CFe>', 'sat'],
    ['<resNFe xmlns="http://www.portalfiscal.inf.br/nfe"/>', 'resumo'],
    ['<retConsSitNFe xmlns="http://www.portalfiscal.inf.br/nfe"><protNFe/></retConsSitNFe>', 'resposta'],
    ['<ProcInutNFe xmlns="http://www.portalfiscal.inf.br/nfe"/>', 'inutilizacao'],
    ['<DPS xmlns="http://www.sped.fazenda.gov.br/nfse"/>', 'dps'],
    ['<CompNfse><Nfse><InfNfse/></Nfse></CompNfse>', 'abrasf'],
    ['<EnviarLoteRpsEnvio><LoteRps><Rps><InfRps/></Rps></LoteRps></EnviarLoteRpsEnvio>', 'rps'],
    ['<GerarNfseEnvio><Rps><InfDeclaracaoPrestacaoServico/></Rps></GerarNfseEnvio>', 'rps'],
    ['<Nfse><InfNfse><InfDeclaracaoPrestacaoServico/></InfNfse></Nfse>', 'abrasf'],
    ['<NFe xmlns="http://www.prefeitura.sp.gov.br/nfe"><ChaveNFe/></NFe>', 'paulistana'],
  ])('%s is named', (texto, especie) => {
    expect(ler(texto)).toEqual([{ tipo: 'outro', especie }])
  })

  test.each([
    ['<!DOCTYPE a [<!ENTITY b "c">]><NFe/>', /DOCTYPE/],
    ['<NFe><infNFe>', /malformado/],
    ['<NFe>&naoexiste;</NFe>', /malformado/],
    ['<a:NFe/>', /malformado/],
    ['<NFe>\u0000</NFe>', /malformado/],
    ['<NFe>\n<a></b></NFe>', /^O XML está malformado perto da linha 2\./],
    [`${'<a>'.repeat(200)}${'</a>'.repeat(200)}`, /aninhados/],
    ['<html><body>nota</body></html>', /Não é o XML/],
    ['<constructor/>', /Não é o XML/],
    ['isto não é uma nota', /Não é o XML/],
    ['%PDF-1.7', /Não é o XML/],
    ['', /Não é o XML/],
    ['<?xml version="1.0" encoding="klingon"?><NFe/>', /codificação/],
  ])('%j is refused with a sentence', (texto, frase) => {
    expect(() => ler(texto)).toThrow(frase)
  })
})
