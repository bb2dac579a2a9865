import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { clientes, contas, frase, importar } from '#test/importar-notas.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { enviarXml } from '#test/multipart.ts'
import { criarZip } from '#test/zip.ts'

const PASTA = new URL('../../../test/samples/nfe/', import.meta.url)
const amostra = (prefixo: string) => {
  const nome = readdirSync(PASTA).find((arquivo) => arquivo.startsWith(prefixo))!
  return { nome, dados: readFileSync(new URL(nome, PASTA)) }
}
/** Its accounts, once it may make them. */
const CONTAS: Record<string, string[]> = {
  '01': ['001 2026-12-03 50000', '002 2027-01-04 50000', '003 2027-02-03 50000'],
  '03': ['1/1 2026-12-02 83045'],
  '04': ['001 2026-12-05 50000', '002 2027-01-05 50001'],
  '05': ['001 2026-12-20 321099'],
  '06': ['001 2026-12-07 31000', '002 2027-01-06 31000'],
  '07': ['001 2026-12-06 7500'],
  '12': ['001 2026-12-12 40000', '002 2027-01-12 60000'],
  '14': ['001 2026-12-13 30000', '002 2027-01-13 30000'],
  '15': ['001 2026-12-13 33333', '002 2027-01-13 33333', '003 2027-02-13 33333'],
  '16': ['001 2026-12-14 5000', '001 2026-12-14 6000'],
  '19': ['1/3 2026-12-14 15000', '2/3 2027-01-14 15000', '3/3 2027-02-14 15000'],
  '21': ['001 2026-12-03 50000', '002 2027-01-04 50000', '003 2027-02-03 50000'],
  '22': ['1/1 2026-11-26 95000'],
}
describe('each sample, sent alone', () => {
  const espera: [string, object, Parameters<typeof enviarXml>[3]?][] = [
    ['01', { contas_criadas: 3, valor_total: 1500, clientes_criados: 1, avisos: [] }],
    ['02', { contas_criadas: 0, avisos: [{ mensagem: frase(/paga na emissão/) }] }],
    [
      '03',
      {
        contas_criadas: 0,
        pendencias: [{ motivo: 'sem_vencimento', valor: 830.45, numero: '1003', emissao: frase(/^2026-11-/) }],
      },
    ],
    ['03', { contas_criadas: 1, valor_total: 830.45 }, { aceitar: 'sem_vencimento', dias: 28 }],
    ['04', { contas_criadas: 0, pendencias: [{ motivo: 'sem_protocolo' }] }],
    ['04', { contas_criadas: 2, valor_total: 1000.01 }, { aceitar: 'sem_protocolo' }],
    ['05', { contas_criadas: 1, valor_total: 3210.99 }],
    ['06', { contas_criadas: 2, valor_total: 620 }],
    ['07', { contas_criadas: 1, valor_total: 75 }],
    ['08', { contas_criadas: 0, contas_atualizadas: 0, avisos: [{ mensagem: frase(/guardado/) }] }],
    ['09', { contas_criadas: 0, avisos: [{ mensagem: frase(/não muda valores/) }] }],
    ['10', { erros: [{ mensagem: frase(/devolução de R\$ 500,00, referente à NF-e 1001/) }] }],
    ['11', { erros: [{ mensagem: frase(/entrada/) }] }],
    ['12', { contas_criadas: 2, valor_total: 1000 }],
    ['13', { erros: [{ mensagem: frase(/homologação/) }] }],
    ['14', { contas_criadas: 2, valor_total: 600, avisos: [] }],
    ['15', { contas_criadas: 3, valor_total: 999.99, avisos: [{ mensagem: frase(/999,99.*1\.000,00/) }] }],
    ['16', { documentos: 2, pendencias: [{ motivo: 'sem_protocolo' }, { motivo: 'sem_protocolo' }] }],
    ['16', { documentos: 2, contas_criadas: 2, valor_total: 110, clientes_criados: 2 }, { aceitar: 'sem_protocolo' }],
    ['17', { erros: [{ mensagem: frase(/consumidor/) }] }],
    ['18', { erros: [{ mensagem: frase(/denegado/) }] }],
    ['19', { contas_criadas: 3, valor_total: 450, avisos: [{ mensagem: frase(/sem telefone/) }] }],
    ['21', { contas_criadas: 0, pendencias: [{ motivo: 'chave_invalida' }] }],
    ['21', { contas_criadas: 3 }, { aceitar: 'chave_invalida, sem_protocolo' }],
    ['22', { contas_criadas: 0, pendencias: [{ motivo: 'sem_vencimento', valor: 950 }] }],
    ['22', { contas_criadas: 1, valor_total: 950 }, { aceitar: 'sem_vencimento', dias: 10 }],
  ]
  test('gives the result stated in its README', async ({ world }) => {
    for (const [prefixo, esperado, opcoes] of espera) {
      await world.db.deleteFrom('importacao_item').execute()
      await world.db.deleteFrom('nota_cancelada').execute()
      await world.db.deleteFrom('nota_fiscal').execute()
      await world.db.deleteFrom('conta').execute()
      await world.db.deleteFrom('cliente').execute()
      const resultado = await importar(world, await world.criarOperador(), amostra(prefixo).dados, opcoes)
      expect([prefixo, resultado]).toMatchObject([prefixo, esperado])
      const criadas = (await contas(world)).map((uma) => `${uma.parcela} ${uma.vencimento} ${uma.valor_centavos}`)
      expect([prefixo, criadas]).toEqual([prefixo, resultado.contas_criadas === 0 ? [] : CONTAS[prefixo]])
    }
  })

  test('20, a DOCTYPE, is refused whole', async ({ world }) => {
    const resposta = await enviarXml(world, await world.criarOperador(), amostra('20').dados)
    expect([resposta.statusCode, resposta.json().errors.arquivo_xml[0]]).toEqual([422, frase(/DOCTYPE/)])
  })

  test('the customer of 01 comes with its contact, 05 reads with its accents, and 12 keeps its letters', async ({
    world,
  }) => {
    const operador = await world.criarOperador()
    for (const prefixo of ['01', '05', '12']) await importar(world, operador, amostra(prefixo).dados)
    expect((await clientes(world)).map((c) => [c.nome, c.documento])).toEqual([
      ['PADARIA EXEMPLO DO BAIRRO LTDA', '77888999000181'],
      ['CAFÉ & PÃO DE AÇÚCAR COMÉRCIO LTDA', '22333444000181'],
      [expect.any(String), 'XY45ZK78000289'],
    ])
    expect((await clientes(world))[0]).toMatchObject({
      telefone: '+5519999990001',
      email: 'financeiro@padaria.example',
    })
    expect((await contas(world)).map(({ chave_nfe }) => chave_nfe)).toEqual(
      expect.arrayContaining([
        '35261111222333000181550010000010011091614864',
        '352611AB1CD2EG000114550010000000121013295958',
      ]),
    )
  })

  test('all of them in one zip, events after notes, whatever else is in it', async ({ world }) => {
    const entradas = readdirSync(PASTA).map((nome) => ({
      nome: `novembro/${nome}`,
      dados: readFileSync(new URL(nome, PASTA)),
    }))
    const resultado = await importar(
      world,
      await world.criarOperador(),
      criarZip([...entradas.reverse(), { nome: 'danfe.pdf', dados: '%PDF' }]),
      { nome: 'tudo.zip' },
    )
    expect(resultado.erros.map((erro) => erro.arquivo).sort()).toEqual([
      'danfe.pdf',
      ...[
        '07-nfeproc-que-sera-cancelada.xml',
        '10-nfeproc-devolucao-finnfe4.xml',
        '11-nfeproc-entrada-tpnf0.xml',
        '13-nfeproc-homologacao.xml',
        '17-nfce-modelo-65.xml',
        '18-nfeproc-denegada-302.xml',
        '20-hostil-doctype.xml',
        'README.md',
      ].map((nome) => `novembro/${nome}`),
    ])
    expect((await contas(world)).filter((conta) => conta.numero === '1007')).toEqual([])
  })
})
