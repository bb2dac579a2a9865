import { describe, expect } from 'vitest'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { enviarCsv } from '#test/multipart.ts'
import { pagar } from '#test/pagamentos.ts'
import type { Pessoa, World } from '#test/world.ts'

const LINHA = '00190000090123456700400000123174516560000123456'
const BARRAS = '00195165600001234560000001234567000000012317'
const DO_BOLETO = { valor_centavos: 123_456, vencimento: '2026-12-10', vencimento_util: '2026-12-10' }

const mudar = (world: World, quem: Pessoa, conta: number, corpo: object) =>
  world.chamar(quem, 'PATCH', `/api/operador/contas-receber/${conta}`, corpo)
const contaDe = (world: World) => world.db.selectFrom('conta').selectAll().executeTakeFirstOrThrow()

describe('the boleto of an account', () => {
  test('is kept as a line, from a line or a bar code, and answered', async ({ world }) => {
    const operador = await world.criarOperador()
    const { contas } = await world.criarCliente({}, [DO_BOLETO])
    const mudada = await mudar(world, operador, contas[0]!, { linha_digitavel: BARRAS, nosso_numero: '1234567' })
    expect(mudada.json()).toMatchObject({ linha_digitavel: LINHA, nosso_numero: '1234567' })
    const listadas = (await world.chamar(operador, 'GET', '/api/operador/contas-receber/listar')).json().data
    expect(listadas[0]).toMatchObject({ linha_digitavel: LINHA })
    expect((await mudar(world, operador, contas[0]!, { linha_digitavel: null })).json()).toMatchObject({
      linha_digitavel: null,
      nosso_numero: '1234567',
    })
  })

  test.for([
    ['a wrong check digit', LINHA.replace(/.$/, '7'), /dígito geral/],
    ['another amount', '23791234059123456789801012345607799990000009990', /R\$ 99,90, e a conta, de R\$ 1\.234,56/],
  ] as const)('is refused with %s', async ([, linha_digitavel, frase], { world }) => {
    const operador = await world.criarOperador()
    const { contas } = await world.criarCliente({}, [DO_BOLETO])
    const recusada = await mudar(world, operador, contas[0]!, { linha_digitavel })
    expect(recusada.statusCode).toBe(422)
    expect(recusada.json().errors.linha_digitavel[0]).toMatch(frase)
  })

  test('goes with another value or day, unless the new one comes along, and stays with a payment', async ({
    world,
  }) => {
    const operador = await world.criarOperador()
    const { contas } = await world.criarCliente({}, [{ ...DO_BOLETO, vencimento: '2026-12-11' }])
    const [conta] = contas
    const ambos = await mudar(world, operador, conta!, { vencimento: '2026-12-10', linha_digitavel: LINHA })
    expect(ambos.json().linha_digitavel).toBe(LINHA)
    const pago = await pagar(world, operador, conta!, 5)
    expect(pago.json().conta.linha_digitavel).toBe(LINHA)
    await mudar(world, operador, conta!, { nosso_numero: '9' })
    expect((await contaDe(world)).nosso_numero).toBe('9')
    const outra = await world.criarCliente({}, [DO_BOLETO])
    await mudar(world, operador, outra.contas[0]!, { linha_digitavel: LINHA })
    expect((await mudar(world, operador, outra.contas[0]!, { valor: 10 })).json().linha_digitavel).toBeNull()
  })

  test('sent again as it is, changed nothing in the log', async ({ world }) => {
    const operador = await world.criarOperador()
    const { contas } = await world.criarCliente({}, [DO_BOLETO])
    for (const corpo of [
      { linha_digitavel: LINHA, nosso_numero: '9' },
      { linha_digitavel: BARRAS },
      { nosso_numero: '9' },
    ])
      expect((await mudar(world, operador, contas[0]!, corpo)).json()).toMatchObject({ linha_digitavel: LINHA })
    expect(await world.db.selectFrom('log').select('id').where('acao', '=', 'conta.mudar').execute()).toHaveLength(1)
  })

  test('is refused for an account that is over', async ({ world }) => {
    const operador = await world.criarOperador()
    const { contas } = await world.criarCliente({}, [{ ...DO_BOLETO, situacao: 'cancelada' }])
    expect((await mudar(world, operador, contas[0]!, { nosso_numero: '1' })).json().codigo).toBe('conta_encerrada')
  })
})

describe('a spreadsheet with boletos', () => {
  const CABECALHO = 'nome;documento;conta_numero;valor;vencimento;Linha Digitável;Nosso Número'
  const ANA = 'Ana Lima;529.982.247-25;T-1;1.234,56;10/12/2026;'
  const enviar = async (world: World, operador: Pessoa, ...linhas: string[]) =>
    (await enviarCsv(world, operador, [CABECALHO, ...linhas, ''].join('\r\n'))).json()

  test('brings them with their accounts, later too, and twice changes nothing', async ({ world }) => {
    const operador = await world.criarOperador()
    await enviar(world, operador, `${ANA};`)
    expect(await contaDe(world)).toMatchObject({ linha_digitavel: null, nosso_numero: null })
    expect(await enviar(world, operador, `${ANA}${LINHA};77`)).toMatchObject({ atualizados: 1, erros: [] })
    expect(await contaDe(world)).toMatchObject({ numero: 'T-1', linha_digitavel: LINHA, nosso_numero: '77' })
    expect(await enviar(world, operador, `${ANA}${LINHA};77`)).toMatchObject({ ignorados: 1 })
    expect(await enviar(world, operador, `${ANA};`)).toMatchObject({ ignorados: 1 })
    expect(await contaDe(world)).toMatchObject({ linha_digitavel: LINHA })
  })

  test('with a boleto of another account says so at its row', async ({ world }) => {
    const operador = await world.criarOperador()
    const { erros } = await enviar(world, operador, ANA.replace('1.234,56', '10,00') + LINHA)
    expect(erros).toMatchObject([{ linha: 2, campo: 'linha_digitavel' }])
    expect(erros[0].mensagem).toMatch(/^O boleto é de R\$ 1\.234,56/)
    expect(await world.db.selectFrom('conta').select('id').execute()).toEqual([])
  })

  test('where the number at the bank is all that names an account, it is its number as well', async ({ world }) => {
    const operador = await world.criarOperador()
    const csv = 'nome;documento;nosso numero;valor;vencimento\r\nAna;529.982.247-25;00077;10,00;10/12/2026\r\n'
    expect((await enviarCsv(world, operador, csv)).json().erros).toEqual([])
    expect(await contaDe(world)).toMatchObject({ numero: '00077', nosso_numero: '00077' })
  })
})
