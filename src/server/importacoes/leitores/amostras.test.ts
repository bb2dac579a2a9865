import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  type DecisaoDaNota,
  decidirEvento,
  type MotivoDaPendencia,
  type NotaCobravel,
  type NotaLida,
} from '#domain/documento-fiscal.ts'
import { decidirNfse } from '#domain/nfse.ts'
import { decidirNfe } from '#domain/nota-fiscal.ts'
import { lerXml } from './xml.ts'

const PASTA = new URL('../../../../test/samples/nfe/', import.meta.url)
const ler = (arquivo: string) => lerXml(readFileSync(new URL(arquivo, PASTA)))
const decidir = (
  arquivo: string,
  aceitar: MotivoDaPendencia[] = [],
  diasVencimento: number | null = null,
): DecisaoDaNota[] =>
  ler(arquivo).map((lida) => {
    const palavra = { aceitar: new Set(aceitar), diasVencimento }
    return lida.tipo === 'nfse' ? decidirNfse(lida, palavra) : decidirNfe(lida as NotaLida, palavra)
  })
const cobravel = (arquivo: string, aceitar: MotivoDaPendencia[] = [], dias: number | null = null) => {
  const [decisao] = decidir(arquivo, aceitar, dias)
  expect(decisao?.resultado).toBe('cobrar')
  return decisao as NotaCobravel
}
const contas = (nota: NotaCobravel) =>
  nota.contas.map((conta) => [conta.parcela, conta.vencimento, conta.valorCentavos])

describe('each sample gives the result stated in its README', () => {
  test('01: three parcels and a customer with e-mail and mobile', () => {
    const nota = cobravel('01-nfeproc-3-duplicatas.xml')
    expect(contas(nota)).toEqual([
      ['001', '2026-12-03', 50000],
      ['002', '2027-01-04', 50000],
      ['003', '2027-02-03', 50000],
    ])
    expect(nota).toMatchObject({
      emissao: '2026-11-03',
      valorCentavos: 150000,
      nota: {
        chave: '35261111222333000181550010000010011091614864',
        emitente: '11222333000181',
        modelo: '55',
        serie: '1',
        numero: '1001',
      },
      cliente: {
        documento: '77888999000181',
        nome: 'PADARIA EXEMPLO DO BAIRRO LTDA',
        telefone: '+5519999990001',
        email: 'financeiro@padaria.example',
      },
      avisos: [],
      pendencias: [],
    })
  })

  test('02: paid by Pix at issue, nothing to collect', () => {
    expect(decidir('02-nfeproc-sem-cobr-pix-a-vista.xml')).toMatchObject([
      {
        resultado: 'nada_a_cobrar',
        chave: '35261111222333000181550010000010021091694059',
        mensagem: expect.stringMatching(/paga na emissão/),
      },
    ])
  })

  test('03: payment later waits for the day, and never invents it', () => {
    const nota = cobravel('03-nfeproc-sem-cobr-a-prazo.xml')
    expect(nota.pendencias).toMatchObject([{ motivo: 'sem_vencimento', mensagem: expect.stringMatching(/28/) }])
    expect(nota.valorCentavos).toBe(83045)
    const aceita = cobravel('03-nfeproc-sem-cobr-a-prazo.xml', ['sem_vencimento'], 28)
    expect(aceita.pendencias).toEqual([])
    expect(aceita.contas).toHaveLength(1)
    expect(cobravel('03-nfeproc-sem-cobr-a-prazo.xml', ['sem_vencimento']).pendencias).toHaveLength(1)
  })

  test('04: a bare note with BOM waits for confirmation', () => {
    const nota = cobravel('04-nfe-sem-protocolo-bom.xml')
    expect(nota.pendencias.map((p) => p.motivo)).toEqual(['sem_protocolo'])
    expect(contas(nota)).toEqual([
      ['001', '2026-12-05', 50000],
      ['002', '2027-01-05', 50001],
    ])
    expect(cobravel('04-nfe-sem-protocolo-bom.xml', ['sem_protocolo']).pendencias).toEqual([])
  })

  test('05: ISO-8859-1 reads with its accents', () => {
    const nota = cobravel('05-nfeproc-iso-8859-1-acentos.xml')
    expect(nota.cliente).toMatchObject({ nome: 'CAFÉ & PÃO DE AÇÚCAR COMÉRCIO LTDA', documento: '22333444000181' })
    expect(contas(nota)).toEqual([['001', '2026-12-20', 321099]])
    expect(nota.avisos).toEqual([])
  })

  test('06: prefixed elements read the same', () => {
    expect(contas(cobravel('06-nfeproc-prefixo-namespace.xml'))).toEqual([
      ['001', '2026-12-07', 31000],
      ['002', '2027-01-06', 31000],
    ])
  })

  test('07 and 08: a note, and the event that cancels it', () => {
    const nota = cobravel('07-nfeproc-que-sera-cancelada.xml')
    expect(contas(nota)).toEqual([['001', '2026-12-06', 7500]])
    const [evento] = ler('08-evento-cancelamento-da-07.xml')
    expect(evento).toMatchObject({ tipo: 'evento' })
    expect(decidirEvento(evento as never)).toEqual({ efeito: 'cancelar', chave: nota.nota.chave })
  })

  test('09: a correction letter is recognised and does nothing', () => {
    const [evento] = ler('09-evento-carta-correcao-da-01.xml')
    expect(decidirEvento(evento as never)).toMatchObject({
      efeito: 'nenhum',
      mensagem: expect.stringMatching(/não muda valores nem vencimentos/),
    })
  })

  test('12: letters in the CNPJs and unknown tax groups', () => {
    const nota = cobravel('12-nfeproc-cnpj-alfanumerico-ibs-cbs.xml')
    expect(nota.nota).toMatchObject({
      chave: '352611AB1CD2EG000114550010000000121013295958',
      emitente: 'AB1CD2EG000114',
    })
    expect(nota.cliente.documento).toBe('XY45ZK78000289')
    expect(nota.pendencias).toEqual([])
    expect(contas(nota)).toEqual([
      ['001', '2026-12-12', 40000],
      ['002', '2027-01-12', 60000],
    ])
  })

  test.each([
    ['10-nfeproc-devolucao-finnfe4.xml', /devolução de R\$ 500,00, referente à NF-e 1001/],
    ['11-nfeproc-entrada-tpnf0.xml', /entrada/],
    ['13-nfeproc-homologacao.xml', /homologação/],
    ['17-nfce-modelo-65.xml', /consumidor/],
    ['18-nfeproc-denegada-302.xml', /denegado/],
  ])('%s is refused', (arquivo, frase) => {
    expect(decidir(arquivo)).toMatchObject([
      { resultado: 'recusar', mensagem: expect.stringMatching(frase), cancelada: false },
    ])
  })

  test('14: part paid at issue is no divergence', () => {
    const nota = cobravel('14-nfeproc-sinal-mais-2-parcelas.xml')
    expect(contas(nota)).toEqual([
      ['001', '2026-12-13', 30000],
      ['002', '2027-01-13', 30000],
    ])
    expect(nota.avisos).toEqual([])
  })

  test('15: parcels that do not add up are kept as written, with a warning', () => {
    const nota = cobravel('15-nfeproc-soma-parcelas-divergente.xml')
    expect(nota.contas.map((conta) => conta.valorCentavos)).toEqual([33333, 33333, 33333])
    expect(nota.avisos).toEqual([expect.stringMatching(/somam R\$ 999,99 e a fatura é de R\$ 1\.000,00/)])
  })

  test('16: a lot of two notes, one decision each', () => {
    const notas = decidir('16-envinfe-lote-2-notas-sem-protocolo.xml') as NotaCobravel[]
    expect(notas.map((nota) => nota.pendencias.map((p) => p.motivo))).toEqual([['sem_protocolo'], ['sem_protocolo']])
    expect(notas.map((nota) => [nota.nota.chave, ...contas(nota)])).toEqual([
      ['35261111222333000181550010000010161092802713', ['001', '2026-12-14', 5000]],
      ['35261111222333000181550010000010171092881904', ['001', '2026-12-14', 6000]],
    ])
    expect(notas[1]?.cliente.documento).toBe('52998224725')
  })

  test('19: authorised late, parcels without number are numbered by order', () => {
    const nota = cobravel('19-nfeproc-cstat150-dup-sem-numero.xml')
    expect(contas(nota)).toEqual([
      ['1/3', '2026-12-14', 15000],
      ['2/3', '2027-01-14', 15000],
      ['3/3', '2027-02-14', 15000],
    ])
    expect(nota.cliente).toMatchObject({ telefone: null, email: null })
  })

  test('20: a DOCTYPE is refused', () => {
    expect(() => ler('20-hostil-doctype.xml')).toThrow(/DOCTYPE/)
  })

  test('21: a wrong check digit waits for confirmation', () => {
    const nota = cobravel('21-chave-digito-errado.xml')
    expect(nota.pendencias).toMatchObject([
      { motivo: 'chave_invalida', mensagem: expect.stringMatching(/dígito da chave/) },
    ])
    expect(nota.nota).toMatchObject({ emitente: '11222333000181', serie: '1', numero: '1001' })
    expect(cobravel('21-chave-digito-errado.xml', ['chave_invalida']).pendencias).toEqual([])
  })

  test('22: a national NFS-e is one account of its net value, once its day is said', () => {
    const nota = cobravel('22-nfse-nacional.xml')
    expect(nota.pendencias.map((p) => p.motivo)).toEqual(['sem_vencimento'])
    expect(nota.nota).toMatchObject({ chave: '35503081211222333000181000000000002226111234567892', numero: '22' })
    expect(contas(cobravel('22-nfse-nacional.xml', ['sem_vencimento'], 10))).toEqual([['1/1', '2026-11-26', 95000]])
  })
})
