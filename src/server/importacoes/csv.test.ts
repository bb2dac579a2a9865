import { describe, expect } from 'vitest'
import type { NovaLinha } from '#server/db/schema.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { enviar, enviarCsv } from '#test/multipart.ts'
import { comPagamento } from '#test/pagamentos.ts'
import { ANA, clientes, planilha, SOL, total } from '#test/planilha.ts'
import type { World } from '#test/world.ts'

const contar = async (world: World) => ({
  clientes: await total(world, 'cliente'),
  contas: await total(world, 'conta'),
})
const contas = (world: World) => world.db.selectFrom('conta').selectAll().orderBy('id').execute()

describe('POST importar-csv', () => {
  test('makes customers and their accounts: who owes is ativo, who does not is concluido', async ({ world }) => {
    const noSabado = ANA.replace('10/12/2026', '12/12/2026')
    const resposta = await enviarCsv(world, await world.criarOperador(), planilha(noSabado, SOL))
    expect(resposta.statusCode).toBe(200)
    expect(resposta.json()).toMatchObject({
      total_linhas: 2,
      importados: 2,
      atualizados: 0,
      ignorados: 0,
      contas_criadas: 1,
      erros: [],
    })
    const [ana, sol] = await clientes(world)
    expect(ana).toMatchObject({
      nome: 'Ana Lima',
      documento: '52998224725',
      telefone: '+5511987654321',
      email: 'ana@exemplo.com.br',
      codigo_externo: 'C-1',
      status: 'ativo',
      operador_id: null,
      aberto_centavos: 123456,
      contas_abertas: 1,
      vencimento_mais_antigo: '2026-12-14',
    })
    expect(sol).toMatchObject({
      documento: '11222333000181',
      telefone: '+552133330002',
      status: 'concluido',
      contas_abertas: 0,
    })
    expect(await contas(world)).toMatchObject([
      {
        numero: 'T-1',
        valor_centavos: 123456,
        vencimento: '2026-12-12',
        emissao: '2026-11-24',
        origem: 'csv',
        situacao: 'aberta',
      },
    ])
    expect(ana?.contato_id).not.toBe(null)
  })

  test('the same file again changes nothing, not even the log of customers', async ({ world }) => {
    const ana = await world.criarOperador()
    await enviarCsv(world, ana, planilha(ANA, SOL))
    const antes = [await clientes(world), await contas(world), await total(world, 'contato')]
    const resposta = await enviarCsv(world, ana, planilha(ANA, SOL))
    expect(resposta.json()).toMatchObject({
      total_linhas: 2,
      importados: 0,
      atualizados: 0,
      ignorados: 2,
      contas_criadas: 0,
      erros: [],
    })
    expect([await clientes(world), await contas(world), await total(world, 'contato')]).toEqual(antes)
  })

  test('a known customer is updated from the file, and keeps what the file leaves empty', async ({ world }) => {
    const operador = await world.criarOperador()
    await enviarCsv(world, operador, planilha(ANA))
    const resposta = await enviarCsv(
      world,
      operador,
      planilha(
        'Ana Lima Souza;52998224725;11 91234-5678;;;T-1;2000;10/12/2026',
        'Ana Lima Souza;52998224725;11 91234-5678;;;T-2;50;11/12/2026',
      ),
    )
    expect(resposta.json()).toMatchObject({ importados: 0, atualizados: 2, ignorados: 0, contas_criadas: 1 })
    expect(await clientes(world)).toMatchObject([
      {
        nome: 'Ana Lima Souza',
        telefone: '+5511912345678',
        email: 'ana@exemplo.com.br',
        codigo_externo: 'C-1',
        aberto_centavos: 205000,
        contas_abertas: 2,
      },
    ])
    expect((await contas(world)).map((conta) => conta.valor_centavos)).toEqual([200000, 5000])
  })

  test('a name whose accents come apart from their letters, as a Mac copies them, is found like any other', async ({
    world,
  }) => {
    const ana = await world.criarOperador()
    const decomposto = 'nome;documento\nConceição Araújo;52998224725'.normalize('NFD')
    expect((await enviarCsv(world, ana, decomposto)).json()).toMatchObject({ importados: 1 })
    expect((await enviarCsv(world, ana, decomposto.normalize('NFC'))).json()).toMatchObject({ ignorados: 1 })
    for (const dito of ['conceicao', 'Araújo', 'Araújo'.normalize('NFD'), 'conceicao araujo']) {
      const achados = await world.chamar(
        ana,
        'GET',
        `/api/operador/clientes/concluidos?busca=${encodeURIComponent(dito)}`,
      )
      expect(achados.json().data, dito).toMatchObject([{ nome: 'Conceição Araújo'.normalize('NFC') }])
    }
  })

  test('an account that the file calls paid or cancelled is not created; the customer is', async ({ world }) => {
    const operador = await world.criarOperador()
    const arquivo = [
      'Cliente/Fornecedor;CNPJ/CPF;DDD;Telefone;Número documento;Valor documento;Saldo;Data vencimento;Situação',
      'Ana Lima;529.982.247-25;11;98765-4321;T-1;100,00;100,00;10/12/2026;Em aberto',
      'Ana Lima;529.982.247-25;11;98765-4321;T-2;100,00;0,00;10/12/2026;Pago',
      'Padaria Sol;11.222.333/0001-81;21;3333-0002;T-3;50,00;50,00;10/12/2026;Cancelada',
      'Bia;111.444.777-35;;;T-4;50,00;20,00;10/12/2026;Parcial',
    ].join('\r\n')
    const resultado = (await enviarCsv(world, operador, arquivo)).json()
    expect(resultado).toMatchObject({ total_linhas: 4, importados: 3, ignorados: 1, contas_criadas: 2 })
    expect(resultado.erros).toMatchObject([
      { linha: 3, campo: 'situacao', causa: 'conta_paga', valor: 'Pago', nome: 'Ana Lima' },
      { linha: 4, campo: 'situacao', causa: 'conta_paga', valor: 'Cancelada' },
    ])
    expect((await contas(world)).map((conta) => [conta.numero, conta.valor_centavos])).toEqual([
      ['T-1', 10_000],
      ['T-4', 2_000],
    ])
    expect((await clientes(world)).map(({ telefone, status }) => [telefone, status])).toEqual([
      ['+5511987654321', 'ativo'],
      ['+552133330002', 'concluido'],
      [null, 'ativo'],
    ])
  })

  test('what DOS wrote is read with its accents, and the answer says so; in doubt the sender may say it', async ({
    world,
  }) => {
    const operador = await world.criarOperador()
    const dos = (nome: string, ...bytes: number[]) =>
      Buffer.concat([
        Buffer.from('nome;documento;email\n'),
        Buffer.from(nome),
        Buffer.from(bytes),
        Buffer.from('O;52998224725;a@b.com\n'),
      ])
    const certo = (await enviarCsv(world, operador, dos('CONCEI', 0x80, 0xc7))).json()
    expect(certo).toMatchObject({ importados: 1, codificacao: 'ibm850', codificacao_certa: true })
    expect((await clientes(world))[0]?.nome).toBe('CONCEIÇÃO')
    const duvida = dos('JO', 0xc7)
    const simulada = (await enviarCsv(world, operador, duvida, '?simular=1')).json()
    expect(simulada).toMatchObject({ codificacao: 'windows-1252', codificacao_certa: false })
    const dita = (await enviarCsv(world, operador, duvida, '', { codificacao: 'ibm850' })).json()
    expect(dita).toMatchObject({ atualizados: 1, codificacao: 'ibm850', codificacao_certa: true })
    expect((await clientes(world))[0]?.nome).toBe('JOÃO')
    const errada = await enviarCsv(world, operador, duvida, '', { codificacao: 'ebcdic' })
    expect([errada.statusCode, Object.keys(errada.json().errors)]).toEqual([422, ['codificacao']])
  })

  test('repeated rows: the same is ignored, another account is taken, a contradiction is an error and the first row stands', async ({
    world,
  }) => {
    const operador = await world.criarOperador()
    const arquivo = planilha(
      ANA,
      ANA,
      ANA.replace('T-1', 'T-2').replace('Ana Lima', 'Ana L.'),
      ANA.replace('1.234,56', '99,00'),
      ANA.replace('10/12/2026', '11/12/2026'),
      SOL,
      SOL.replace('Padaria Sol', 'Padaria Lua'),
    )
    const resposta = await enviarCsv(world, operador, arquivo)
    expect(resposta.json()).toMatchObject({
      total_linhas: 7,
      importados: 2,
      atualizados: 1,
      ignorados: 1,
      contas_criadas: 2,
    })
    expect(resposta.json().erros.map((e: { linha: number; campo: string }) => `${e.linha}:${e.campo}`)).toEqual([
      '5:conta_numero',
      '6:conta_numero',
      '8:documento',
    ])
    expect((await clientes(world)).map((cliente) => cliente.nome)).toEqual(['Ana Lima', 'Padaria Sol'])
    expect(await enviarCsv(world, operador, arquivo).then((r) => r.json())).toMatchObject({
      importados: 0,
      atualizados: 0,
      ignorados: 4,
    })
  })

  test('an account that was paid is not changed any more, and the row says so', async ({ world }) => {
    const operador = await world.criarOperador()
    await enviarCsv(world, operador, planilha(ANA))
    await world.db.updateTable('conta').set({ situacao: 'cancelada' }).execute()
    const resposta = await enviarCsv(world, operador, planilha(ANA.replace('1.234,56', '99,00')))
    expect(resposta.json()).toMatchObject({
      atualizados: 0,
      ignorados: 0,
      erros: [{ linha: 2, campo: 'conta_numero' }],
    })
    expect(await contas(world)).toMatchObject([{ valor_centavos: 123456, situacao: 'cancelada' }])
    expect((await enviarCsv(world, operador, planilha(ANA))).json()).toMatchObject({ ignorados: 1, erros: [] })
  })

  test.for<[string, Partial<NovaLinha<'conta'>> & { documento?: string }, number]>([
    ['1001/1', {}, 1],
    ['001001-1', {}, 1],
    ['1001', { origem: 'manual', parcela: null, chave_nfe: null }, 1],
    ['1001', { situacao: 'cancelada' }, 1],
    ['1001', { situacao: 'cancelada', origem: 'manual', parcela: null, chave_nfe: null }, 2],
    ['1002/1', {}, 2],
    ['1001/1', { valor_centavos: 123_457 }, 2],
    ['1001/1', { vencimento: '2026-12-11' }, 2],
    ['1001/1', { documento: '11144477735' }, 2],
  ])(
    'what a note or a person told already is not billed again as %s, unless it differs (%o): %i accounts',
    async ([numero, { documento = '52998224725', ...outra }, quantas], { world }) => {
      const nota = { numero: '1001', parcela: '001', origem: 'nfe' as const, chave_nfe: '3'.repeat(44), ordem: 1 }
      const dela = { valor_centavos: 123_456, vencimento: '2026-12-10', vencimento_util: '2026-12-10' }
      await world.criarCliente({ documento }, [{ ...nota, ...dela, ...outra }])
      const ana = await world.criarOperador()
      const linha = ANA.replace('T-1', numero)
      expect((await enviarCsv(world, ana, planilha(linha))).statusCode).toBe(200)
      expect(await total(world, 'conta')).toBe(quantas)
      expect((await enviarCsv(world, ana, planilha(linha))).json()).toMatchObject({ ignorados: 1 })
    },
  )

  test('of a note’s account a spreadsheet may tell the boleto', async ({ world }) => {
    const nota = { numero: '1001', parcela: '001', origem: 'nfe' as const, chave_nfe: '3'.repeat(44), ordem: 1 }
    const linha = '1'.repeat(47)
    const dela = { valor_centavos: 123_456, vencimento: '2026-12-10', vencimento_util: '2026-12-10' }
    const { contas: ids } = await world.criarCliente({ documento: '52998224725' }, [
      { ...nota, ...dela, linha_digitavel: linha },
    ])
    const arquivo = `documento;nome;conta_numero;valor;vencimento;nosso_numero\n529.982.247-25;Ana;1001/1;1.234,56;10/12/2026;77\n`
    expect((await enviarCsv(world, await world.criarOperador(), arquivo)).json()).toMatchObject({ atualizados: 1 })
    expect(await contas(world)).toMatchObject([
      { id: ids[0], nosso_numero: '77', linha_digitavel: linha, origem: 'nfe' },
    ])
    const ana = await world.criarOperador()
    await comPagamento(world, ana, ids[0]!, 234.56)
    const outro = arquivo.replace(';77', ';78')
    expect((await enviarCsv(world, ana, outro)).json()).toMatchObject({ atualizados: 1 })
    await comPagamento(world, ana, ids[0]!, 1000)
    expect((await enviarCsv(world, ana, outro)).json()).toMatchObject({ ignorados: 1, erros: [] })
    expect(await contas(world)).toMatchObject([{ id: ids[0], situacao: 'paga' }])
  })

  test('of an account of another operator’s customer too, where it has none', async ({ world }) => {
    const [bia, caio] = [await world.criarOperador(), await world.criarOperador()]
    const dela = { valor_centavos: 123_456, vencimento: '2026-12-10', vencimento_util: '2026-12-10' }
    await world.criarCliente({ documento: '52998224725', operador_id: bia.id }, [
      { numero: '1001', origem: 'csv', linha_digitavel: '1'.repeat(47), ...dela },
    ])
    const arquivo = (nosso: string, valor = '1.234,56') =>
      `documento;nome;conta_numero;valor;vencimento;nosso_numero\n529.982.247-25;Ana;1001;${valor};10/12/2026;${nosso}\n`
    for (const [conteudo, guardado] of [
      [arquivo('76', '1.000,00'), null],
      [arquivo('77'), '77'],
      [arquivo('78'), '77'],
    ] as const) {
      expect((await enviarCsv(world, caio, conteudo)).json()).toMatchObject({ ignorados: 1, erros: [] })
      expect(await contas(world)).toMatchObject([{ nosso_numero: guardado, linha_digitavel: '1'.repeat(47), ...dela }])
    }
  })

  test('customers who share a phone share its contact, and an opt-out with it', async ({ world }) => {
    await enviarCsv(
      world,
      await world.criarOperador(),
      planilha('Ana;52998224725;31 98765-4321;;;;;', 'Bia;11144477735;31 8765-4321;;;;;'),
    )
    const [ana, bia] = await clientes(world)
    expect(ana?.contato_id).toBe(bia?.contato_id)
    expect(await total(world, 'contato')).toBe(1)
  })

  test('simular answers the same and writes nothing; vincular makes the importer the owner', async ({ world }) => {
    const operador = await world.criarOperador()
    const simulada = (await enviarCsv(world, operador, planilha(ANA, SOL), '?simular=1&vincular=1')).json()
    expect(await contar(world)).toEqual({ clientes: 0, contas: 0 })
    const noFormulario = { simular: '1', vincular: '1' }
    const outra = (await enviarCsv(world, operador, planilha(ANA, SOL), '', noFormulario)).json()
    expect(await contar(world)).toEqual({ clientes: 0, contas: 0 })
    const { importacao_id, ...resultado } = (await enviarCsv(world, operador, planilha(ANA, SOL), '?vincular=1')).json()
    expect({ ...simulada, importacao_id }).toEqual({ importacao_id, ...resultado })
    expect({ ...outra, importacao_id }).toEqual({ importacao_id, ...resultado })
    expect((await enviarCsv(world, operador, planilha(ANA), '', { simular: 'talvez' })).json().errors).toHaveProperty(
      'simular',
    )
    expect((await clientes(world)).map((cliente) => cliente.operador_id)).toEqual([operador.id, operador.id])
    const url = `/api/operador/importacoes/${simulada.importacao_id}/desfazer`
    expect((await world.chamar(operador, 'POST', url)).statusCode).toBe(404)
  })

  test('unknown headers may be mapped, whichever side of the file the field comes on', async ({ world }) => {
    const operador = await world.criarOperador()
    const conteudo = 'Comprador;Inscrição;Contato\r\nAna;52998224725;joão\r\n'
    const mapeamento = JSON.stringify({ comprador: 'nome', Inscricao: 'documento', contato: '' })
    const url = '/api/operador/clientes/importar-csv'
    const resposta = await enviar(world, operador, url, {
      campo: 'csv_file',
      conteudo,
      extra: { mapeamento },
      camposDepois: true,
    })
    expect(resposta.json()).toMatchObject({ importados: 1, erros: [] })
    for (const ruim of ['{', '[]', '"x"', '{"a":"cor"}', '{"a":1}']) {
      const recusada = await enviarCsv(world, operador, conteudo, '', { mapeamento: ruim })
      expect([recusada.statusCode, Object.keys(recusada.json().errors)]).toEqual([422, ['mapeamento']])
    }
  })

  test('two people importing the same file at once make each customer once', async ({ world }) => {
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
    const respostas = await Promise.all([
      enviarCsv(world, ana, planilha(ANA, SOL)),
      enviarCsv(world, bia, planilha(ANA, SOL)),
    ])
    expect(respostas.map((r) => r.json().importados).sort()).toEqual([0, 2])
    expect(await contar(world)).toEqual({ clientes: 2, contas: 1 })
  })
})
