import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import type { ResultadoXml } from '#contract/importacoes.ts'
import { enviar, enviarXml } from '#test/multipart.ts'
import { chaveDe, criarCancelamento, criarNota } from '#test/nota.ts'
import { type Pessoa, test, type World } from '#test/world.ts'
import { criarZip } from '#test/zip.ts'

const PASTA = new URL('../../../test/samples/nfe/', import.meta.url)
const amostra = (prefixo: string) => {
  const nome = readdirSync(PASTA).find((arquivo) => arquivo.startsWith(prefixo))!
  return { nome, dados: readFileSync(new URL(nome, PASTA)) }
}
const importar = async (
  world: World,
  pessoa: Pessoa,
  conteudo: Buffer | string,
  opcoes: Parameters<typeof enviarXml>[3] = {},
): Promise<ResultadoXml> => {
  const resposta = await enviarXml(world, pessoa, conteudo, opcoes)
  expect(resposta.statusCode, resposta.body).toBe(200)
  return resposta.json()
}
const contas = (world: World) =>
  world.db
    .selectFrom('conta')
    .innerJoin('cliente', 'cliente.id', 'conta.cliente_id')
    .select([
      'conta.id',
      'cliente_id',
      'documento',
      'chave_nfe',
      'numero',
      'parcela',
      'ordem',
      'valor_centavos',
      'pago_centavos',
      'emissao',
      'vencimento',
      'vencimento_util',
      'situacao',
      'origem',
      'nota_cancelada',
    ])
    .orderBy('conta.id')
    .execute()
const clientes = (world: World) => world.db.selectFrom('cliente').selectAll().orderBy('id').execute()
const nada = {
  contas_criadas: 0,
  contas_atualizadas: 0,
  contas_ignoradas: 0,
  clientes_criados: 0,
  valor_total: 0,
  pendencias: [],
  erros: [],
}
const frase = (padrao: RegExp) => expect.stringMatching(padrao)

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
  test('gives what its README says', async ({ world }) => {
    for (const [prefixo, esperado, opcoes] of espera) {
      await world.db.deleteFrom('importacao_item').execute()
      await world.db.deleteFrom('nota_cancelada').execute()
      await world.db.deleteFrom('nota_fiscal').execute()
      await world.db.deleteFrom('conta').execute()
      await world.db.deleteFrom('cliente').execute()
      const resultado = await importar(world, await world.criarOperador(), amostra(prefixo).dados, opcoes)
      expect([prefixo, resultado]).toMatchObject([prefixo, esperado])
    }
  })

  test('20, a DOCTYPE, is refused whole', async ({ world }) => {
    const resposta = await enviarXml(world, await world.criarOperador(), amostra('20').dados)
    expect([resposta.statusCode, resposta.json().errors.arquivo_xml[0]]).toEqual([422, frase(/DOCTYPE/)])
  })

  test('the customer of 05 reads with its accents, and 12 keeps its letters', async ({ world }) => {
    const operador = await world.criarOperador()
    await importar(world, operador, amostra('05').dados)
    await importar(world, operador, amostra('12').dados)
    expect((await clientes(world)).map((c) => [c.nome, c.documento])).toEqual([
      ['CAFÉ & PÃO DE AÇÚCAR COMÉRCIO LTDA', '22333444000181'],
      [expect.any(String), 'XY45ZK78000289'],
    ])
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

  test('the same note again creates nothing, nor asks again, and reopens nothing', async ({ world }) => {
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

describe('cancellations', () => {
  const numero = 50
  const chave = chaveDe({ numero })
  const nota = criarNota({
    numero,
    parcelas: ['1', '2', '3', '4'].map((n) => ({ numero: n, vencimento: '2026-12-03', valor: '25.00' })),
  })

  test('cancel what is open, keep what is paid, and say what to look at', async ({ world }) => {
    const operador = await world.criarOperador()
    await importar(world, operador, nota)
    const [, paga, parcial, cancelada] = await contas(world)
    const pagar = (contaId: number, centavos: number, campos: object) =>
      world.db.transaction().execute(async (trx) => {
        const { id } = await trx
          .insertInto('pagamento')
          .values({
            cliente_id: paga!.cliente_id,
            valor_centavos: centavos,
            pago_em: '2026-11-20',
            forma: 'pix',
            criado_em: world.relogio.agora(),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await trx
          .insertInto('pagamento_alocacao')
          .values({ pagamento_id: id, conta_id: contaId, principal_centavos: centavos, encargos_centavos: 0 })
          .execute()
        await trx
          .updateTable('conta')
          .set({ pago_centavos: centavos, ...campos })
          .where('id', '=', contaId)
          .execute()
      })
    await pagar(paga!.id, 2500, { situacao: 'paga', pago_em: '2026-11-20' })
    await pagar(parcial!.id, 1000, {})
    await world.db
      .updateTable('conta')
      .set({ situacao: 'cancelada', motivo_cancelamento: 'Engano' })
      .where('id', '=', cancelada!.id)
      .execute()
    const resultado = await importar(world, operador, criarCancelamento(chave))
    expect(resultado).toMatchObject({
      ...nada,
      documentos: 1,
      contas_atualizadas: 2,
      avisos: [
        { chave_nfe: chave, mensagem: frase(/já estava paga/) },
        { chave_nfe: chave, mensagem: frase(/parte já paga/) },
      ],
    })
    expect((await contas(world)).map((conta) => [conta.situacao, conta.pago_centavos, conta.nota_cancelada])).toEqual([
      ['cancelada', 0, true],
      ['paga', 2500, true],
      ['cancelada', 1000, true],
      ['cancelada', 0, true],
    ])
    expect(await clientes(world)).toMatchObject([{ status: 'concluido', contas_abertas: 0, aberto_centavos: 0 }])
    expect(await importar(world, operador, criarCancelamento(chave))).toMatchObject({ ...nada })
    expect(await importar(world, operador, nota)).toMatchObject({ contas_criadas: 0 })
  })

  test('before the note: kept, and the note that comes later is refused', async ({ world }) => {
    const operador = await world.criarOperador()
    expect(await importar(world, operador, criarCancelamento(chave))).toMatchObject({
      ...nada,
      avisos: [{ mensagem: frase(/guardado/) }],
    })
    expect(await importar(world, operador, nota)).toMatchObject({
      ...nada,
      erros: [{ chave_nfe: chave, mensagem: frase(/cancelada/) }],
    })
    expect([await contas(world), await clientes(world)]).toEqual([[], []])
  })

  const mesmoEnvio: [string, string[]][] = [
    ['the note, then its cancellation', [nota, criarCancelamento(chave)]],
    ['the cancellation, then its note', [criarCancelamento(chave), nota]],
    ['the note, then itself with protocol 101', [nota, criarNota({ numero, protocolo: '101' })]],
    ['itself with protocol 101, then the note', [criarNota({ numero, protocolo: '101' }), nota]],
  ]
  test.for(mesmoEnvio)(
    'in one zip, %s: nothing is to be received, simulated or not, and it is undone',
    async ([, dados], { world }) => {
      const operador = await world.criarOperador()
      const zip = criarZip(dados.map((um, i) => ({ nome: `${i}.xml`, dados: um })))
      const simulado = await importar(world, operador, zip, { query: '?simular=1' })
      const feito = await importar(world, operador, zip)
      expect({ ...simulado, importacao_id: 0 }).toEqual({ ...feito, importacao_id: 0 })
      expect(feito).toMatchObject({
        contas_criadas: 0,
        contas_atualizadas: 0,
        clientes_criados: 0,
        valor_total: 0,
        cancelamentos: 1,
      })
      expect(feito.erros).toContainEqual(expect.objectContaining({ chave_nfe: chave, mensagem: frase(/cancelada/) }))
      expect([await contas(world), await clientes(world)]).toEqual([[], []])
      const url = `/api/operador/importacoes/${feito.importacao_id}/desfazer`
      expect((await world.chamar(operador, 'POST', url)).statusCode).toBe(200)
      expect(await importar(world, operador, nota)).toMatchObject({ contas_criadas: 4 })
    },
  )

  test('a note that says itself it is cancelled cancels what was imported of it', async ({ world }) => {
    const operador = await world.criarOperador()
    await importar(world, operador, nota)
    expect(await importar(world, operador, criarNota({ numero, protocolo: '101' }))).toMatchObject({
      contas_atualizadas: 4,
      erros: [{ mensagem: frase(/cancelada/) }],
    })
    expect((await contas(world)).every((conta) => conta.situacao === 'cancelada')).toBe(true)
  })
})
