import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { clientes, contas, frase, importar, nada } from '#test/importar-notas.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { enviar, enviarXml } from '#test/multipart.ts'
import { chaveDe, criarCancelamento, criarNota } from '#test/nota.ts'
import { criarZip } from '#test/zip.ts'

const PASTA = new URL('../../../test/samples/nfe/', import.meta.url)
const amostra = (prefixo: string) => {
  const nome = readdirSync(PASTA).find((arquivo) => arquivo.startsWith(prefixo))!
  return { nome, dados: readFileSync(new URL(nome, PASTA)) }
}
test("a note to the company itself is a purchase, by any of its establishments' CNPJ", async ({ world }) => {
  const operador = await world.criarOperador()
  const compra = criarNota({ numero: 71, cliente: { documento: '11222333000262' } })
  expect(await importar(world, operador, compra, { query: '?simular=1' })).toMatchObject({ contas_criadas: 1 })
  await world.db.updateTable('recebimento').set({ cnpj: '11222333000181' }).execute()
  expect(await importar(world, operador, compra)).toMatchObject({
    ...nada,
    erros: [{ chave_nfe: chaveDe({ numero: 71 }), mensagem: frase(/^NF-e 71: .*própria empresa.* conta a pagar/) }],
  })
  expect(await importar(world, operador, criarNota({ numero: 72 }))).toMatchObject({ contas_criadas: 1, erros: [] })
})

test('a parcel whose due day is empty waits for one, as if it were absent', async ({ world }) => {
  const nota = criarNota({ numero: 73 }).replace('<dVenc>2026-12-03</dVenc>', '<dVenc></dVenc>')
  const operador = await world.criarOperador()
  expect(await importar(world, operador, nota)).toMatchObject({
    ...nada,
    pendencias: [{ motivo: 'sem_vencimento', numero: '73', valor: 100 }],
  })
})

test.for([
  ['2', 1],
  ['6', 1],
  ['1', 0],
] as const)(
  'a note of purpose %s that says no payment and no parcel: %s waits',
  async ([finalidade, pendentes], { world }) => {
    const nota = criarNota({ numero: 74, pagamento: ['90', '0.00'] }).replace('finNFe>1<', `finNFe>${finalidade}<`)
    const dito = await importar(world, await world.criarOperador(), nota)
    expect(dito).toMatchObject({ contas_criadas: 0, erros: [] })
    expect(dito.pendencias).toHaveLength(pendentes)
    if (pendentes > 0) expect(dito.pendencias[0]).toMatchObject({ motivo: 'sem_vencimento', valor: 100 })
    else expect(dito.avisos).toMatchObject([{ mensagem: frase(/sem pagamento/) }])
  },
)

test('a note of more parcels than the layout takes is an error', async ({ world }) => {
  const parcelas = Array.from({ length: 121 }, () => ({ numero: '1', vencimento: '2026-12-10', valor: '0.01' }))
  const operador = await world.criarOperador()
  expect(await importar(world, operador, criarNota({ numero: 1, parcelas }))).toMatchObject({
    ...nada,
    erros: [{ mensagem: frase(/121 parcelas/) }],
  })
  const cheia = await importar(world, operador, criarNota({ numero: 2, parcelas: parcelas.slice(1) }))
  expect(cheia).toMatchObject({ contas_criadas: 120 })
})

test('the accounts that one import made can be listed alone', async ({ world }) => {
  const operador = await world.criarOperador()
  const [primeira, segunda] = [
    await importar(
      world,
      operador,
      criarNota({ numero: 1, parcelas: [{ numero: '1', vencimento: '2026-12-10', valor: '10.00' }] }),
    ),
    await importar(
      world,
      operador,
      criarNota({ numero: 2, parcelas: [{ numero: '1', vencimento: '2026-12-10', valor: '20.00' }] }),
    ),
  ]
  const listar = async (id: number) =>
    (await world.chamar(operador, 'GET', `/api/operador/contas-receber/listar?importacao_id=${id}`)).json()
  expect(await listar(primeira.importacao_id)).toMatchObject({ total: 1, soma: 10 })
  expect(await listar(segunda.importacao_id)).toMatchObject({ total: 1, soma: 20, data: [{ valor: 20 }] })
  expect(await listar(segunda.importacao_id + 1)).toMatchObject({ total: 0, soma: 0 })
})

describe('POST importar-xml', () => {
  test('one account per dup, due days moved to business days only for lateness', async ({ world }) => {
    await importar(
      world,
      await world.criarOperador(),
      criarNota({
        numero: 7,
        parcelas: [
          { numero: 'A/1', vencimento: '2026-12-05', valor: '10.00' },
          { vencimento: '2027-01-05', valor: '20' },
        ],
      }),
    )
    expect(await contas(world)).toMatchObject([
      {
        numero: '7',
        parcela: 'A/1',
        ordem: 1,
        valor_centavos: 1000,
        emissao: '2026-11-03',
        vencimento: '2026-12-05',
        vencimento_util: '2026-12-07',
        origem: 'nfe',
        situacao: 'aberta',
      },
      { numero: '7', parcela: '2/2', ordem: 2, valor_centavos: 2000, vencimento: '2027-01-05' },
    ])
    expect(await clientes(world)).toMatchObject([
      { status: 'ativo', aberto_centavos: 3000, contas_abertas: 2, operador_id: null },
    ])
  })

  test('the same note again creates nothing, asks nothing and reopens nothing', async ({ world }) => {
    const operador = await world.criarOperador()
    const nota = criarNota({ numero: 8, protocolo: null })
    await importar(world, operador, nota, { aceitar: 'sem_protocolo' })
    for (const situacao of ['aberta', 'cancelada'] as const) {
      await world.db.updateTable('conta').set({ situacao }).execute()
      expect(await importar(world, operador, nota)).toMatchObject({ ...nada, contas_ignoradas: 1, avisos: [] })
      expect(await contas(world)).toMatchObject([{ situacao }])
    }
  })

  test('the same number under another key is an error at once, from an earlier import or from the same zip', async ({
    world,
  }) => {
    const operador = await world.criarOperador()
    const [um, outro] = [criarNota({ numero: 9 }), criarNota({ numero: 9, emissao: '2026-10-04' })]
    const juntos = await importar(
      world,
      operador,
      criarZip([
        { nome: '1.xml', dados: um },
        { nome: '2.xml', dados: outro },
      ]),
    )
    expect(juntos).toMatchObject({ contas_criadas: 1, erros: [{ arquivo: '2.xml', mensagem: frase(/já importada/) }] })
    expect(await importar(world, operador, outro, { query: '?simular=1' })).toMatchObject({
      ...nada,
      erros: [{ mensagem: frase(/já importada/) }],
    })
    await importar(world, operador, amostra('01').dados)
    expect(await importar(world, operador, amostra('21').dados)).toMatchObject({
      ...nada,
      erros: [{ mensagem: frase(/já importada/) }],
    })
  })

  test('a known customer is filled in where empty and never overwritten', async ({ world }) => {
    const operador = await world.criarOperador()
    const documento = '52998224725'
    const { id } = await world.criarCliente({ documento, nome: 'Ana', telefone: null, email: null }, [])
    const cliente = { documento, nome: 'ANA DA NOTA', fone: '11987654321', email: 'a@nota.com; b@nota.com' }
    await importar(world, operador, criarNota({ numero: 10, cliente }))
    expect(await clientes(world)).toMatchObject([
      { id, nome: 'Ana', telefone: '+5511987654321', email: 'a@nota.com', status: 'ativo' },
    ])
    await importar(
      world,
      operador,
      criarNota({ numero: 11, cliente: { ...cliente, fone: '11912345678', email: 'c@nota.com' } }),
    )
    expect(await clientes(world)).toMatchObject([{ telefone: '+5511987654321', email: 'a@nota.com' }])
    expect((await clientes(world))[0]?.contato_id).not.toBe(null)
  })

  test.for([
    ['10', {}, true],
    ['0010/1', { origem: 'manual' }, true],
    ['10', { situacao: 'cancelada' }, false],
    ['10', { valor_centavos: 10_001 }, false],
    ['11', {}, false],
  ] as const)(
    'that its debt may be billed already as account %s (%o) is told: %s',
    async ([numero, outra, sim], { world }) => {
      const operador = await world.criarOperador()
      const dela = {
        origem: 'csv' as const,
        valor_centavos: 10_000,
        vencimento: '2026-12-03',
        vencimento_util: '2026-12-03',
      }
      const { id } = await world.criarCliente({ documento: '52998224725' }, [{ numero, ...dela, ...outra }])
      const avisos = async (nota: number) =>
        (await importar(world, operador, criarNota({ numero: nota }))).avisos.filter(({ mensagem }) =>
          mensagem.includes('já tinha a conta'),
        )
      expect((await avisos(10)).map(({ mensagem }) => mensagem.includes(`a conta ${numero},`))).toEqual(
        sim ? [true] : [],
      )
      // Nothing of another operator's customer is told.
      const { id: outro } = await world.criarOperador()
      await world.db.updateTable('cliente').set({ operador_id: outro }).where('id', '=', id).execute()
      await world.db.updateTable('conta').set({ numero: '12' }).where('origem', '<>', 'nfe').execute()
      expect(await avisos(12)).toEqual([])
    },
  )

  test('several notes of one new customer make it once, with what each knows', async ({ world }) => {
    const entradas = [
      criarNota({ numero: 1 }),
      criarNota({ numero: 2, cliente: { fone: '1133330000' } }),
      criarNota({ numero: 3, cliente: { email: 'x@y.com', fone: '11987654321' } }),
    ]
    const resultado = await importar(
      world,
      await world.criarOperador(),
      criarZip(entradas.map((dados, i) => ({ nome: `${i}.xml`, dados }))),
      { query: '?vincular=1' },
    )
    expect(resultado).toMatchObject({
      documentos: 3,
      notas: 3,
      contas_criadas: 3,
      clientes_criados: 1,
      valor_total: 300,
      vencimento_de: '2026-12-03',
      vencimento_ate: '2026-12-03',
      primeiro_contato: '2026-11-30',
    })
    expect(resultado.avisos).toMatchObject([
      { arquivo: '0.xml', mensagem: frase(/sem telefone/) },
      { arquivo: '1.xml', mensagem: frase(/fixo/) },
      { arquivo: '2.xml', mensagem: frase(/fixo/) },
    ])
    expect(await clientes(world)).toMatchObject([{ telefone: '+551133330000', email: 'x@y.com', contas_abertas: 3 }])
    expect((await clientes(world))[0]?.operador_id).not.toBe(null)
  })

  test('simular answers the same and writes nothing, cancellations too', async ({ world }) => {
    const operador = await world.criarOperador()
    const zip = criarZip([
      { nome: '0.xml', dados: criarCancelamento(chaveDe({ numero: 2 })) },
      ...[1, 2, 2, 3].map((numero, i) => ({ nome: `${i + 1}.xml`, dados: criarNota({ numero }) })),
      { nome: '9.xml', dados: criarNota({ numero: 4, protocolo: null }) },
      { nome: '10.xml', dados: '<x/>' },
    ])
    const simulado = await importar(world, operador, zip, { query: '?simular=1' })
    expect([await contas(world), await clientes(world)]).toEqual([[], []])
    expect(await world.db.selectFrom('nota_cancelada').selectAll().execute()).toEqual([])
    const feito = await importar(world, operador, zip)
    expect({ ...simulado, importacao_id: 0 }).toEqual({ ...feito, importacao_id: 0 })
    expect(feito).toMatchObject({
      documentos: 7,
      contas_criadas: 2,
      contas_atualizadas: 0,
      contas_ignoradas: 0,
      cancelamentos: 1,
      clientes_criados: 1,
    })
  })

  test('accepting without the days leaves it waiting; a wrong word or number of days is a field error', async ({
    world,
  }) => {
    const operador = await world.criarOperador()
    const nota = criarNota({ numero: 12, pagamento: ['15', '100.00'] })
    expect(await importar(world, operador, nota, { aceitar: 'sem_vencimento' })).toMatchObject({
      ...nada,
      pendencias: [{ motivo: 'sem_vencimento' }],
    })
    for (const [extra, campo] of [
      [{ aceitar: 'tudo' }, 'aceitar'],
      [{ dias_vencimento: '-1' }, 'dias_vencimento'],
      [{ dias_vencimento: '9999' }, 'dias_vencimento'],
      [{ dias_vencimento: 'x' }, 'dias_vencimento'],
    ] as const) {
      const resposta = await enviar(world, operador, '/api/operador/contas-receber/importar-xml', {
        campo: 'arquivo_xml',
        conteudo: nota,
        extra,
      })
      expect([resposta.statusCode, Object.keys(resposta.json().errors)]).toEqual([422, [campo]])
    }
    expect(await importar(world, operador, nota, { aceitar: 'sem_vencimento', dias: 0 })).toMatchObject({
      contas_criadas: 1,
    })
    expect(await contas(world)).toMatchObject([{ vencimento: '2026-11-03' }])
  })

  test('a customer without document, or with a wrong one, is refused', async ({ world }) => {
    const operador = await world.criarOperador()
    expect(await importar(world, operador, criarNota({ numero: 13, cliente: { documento: '' } }))).toMatchObject({
      ...nada,
      erros: [{ mensagem: frase(/CPF nem CNPJ/) }],
    })
    expect(
      await importar(world, operador, criarNota({ numero: 14, cliente: { documento: '52998224726' } })),
    ).toMatchObject({ ...nada, erros: [{ mensagem: frase(/não confere/) }] })
  })

  test.for([
    ['not a note', 'isto não é uma nota', 422],
    ['nothing', '', 422],
    ['an empty zip', criarZip([]), 422],
    ['a zip without any XML', criarZip([{ nome: 'a.pdf', dados: '%PDF' }]), 422],
    ['a zip of a DOCTYPE', criarZip([{ nome: 'a.xml', dados: '<!DOCTYPE x><x/>' }]), 422],
    ['a truncated zip', criarZip([{ nome: 'a.xml', dados: criarNota({ numero: 1 }) }]).subarray(0, 100), 422],
    ['a rar', Buffer.from('Rar!\x1a\x07\x00'), 422],
    [
      'a zip bomb',
      criarZip(
        Array.from({ length: 12 }, (_, i) => ({ nome: `${i}.xml`, dados: 'x', tamanhoDeclarado: 19 * 1_048_576 })),
      ),
      413,
    ],
    ['an XML of 21 MiB', Buffer.alloc(21 * 1_048_576, ' '), 413],
    ['NUL bytes', Buffer.from(`<NFe>\0</NFe>`), 422],
    ['a nest without end', '<a>'.repeat(100_000), 422],
    ['a year that is none', criarNota({ numero: 1, emissao: '0000-11-03' }), 200],
    ['a due day that is none', criarNota({ numero: 1, parcelas: [{ vencimento: '2026-02-30', valor: '1.00' }] }), 200],
    [
      'an amount beyond all',
      criarNota({ numero: 1, parcelas: [{ vencimento: '2026-12-01', valor: '9999999999999.99' }] }),
      200,
    ],
    ['half of a surrogate pair', criarNota({ numero: 1, cliente: { nome: `${'x'.repeat(199)}😀` } }), 200],
    ['names that are prototypes', '<__proto__><constructor Id="x"/></__proto__>', 422],
  ] as const)('%s never breaks the server', async ([, conteudo, status], { world }) => {
    const resposta = await enviarXml(world, await world.criarOperador(), conteudo as Buffer)
    expect([resposta.statusCode, resposta.body.slice(0, 200)]).toEqual([status, expect.any(String)])
    if (status !== 200) expect(resposta.json().message.length).toBeGreaterThan(10)
    if (status === 422) expect(Object.keys(resposta.json().errors)).toEqual(['arquivo_xml'])
  })
})
