import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { emTransacao } from '#server/db/transacao.ts'
import { registrarMovimentos } from '#server/movimentos/registrar.actions.ts'
import { umOfx } from '#test/arquivo-do-banco.ts'
import { comBoleto, MOVIMENTOS, receber, registrar, ver } from '#test/julgamento.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { umCredito, umPix } from '#test/movimento.ts'
import { enviar } from '#test/multipart.ts'
import { comPagamento, estornar } from '#test/pagamentos.ts'
import type { World } from '#test/world.ts'

const PASTA = join(import.meta.dirname, '../../../test/samples/banco')
const BASE = '/api/admin/conciliacao'

async function importar(world: World, nome: string, conteudo: Buffer | string = readFileSync(join(PASTA, nome))) {
  const admin = await world.criarAdmin()
  const extra = { aceitar: 'outra_conta,totais' }
  const resposta = await enviar(world, admin, `${BASE}/importar`, {
    campo: 'arquivo',
    nome,
    conteudo: Buffer.from(conteudo),
    extra,
  })
  expect(resposta.statusCode).toBe(200)
  const { data } = (await world.chamar(admin, 'GET', `${BASE}/movimentos?per_page=100`)).json()
  return data as {
    nosso_numero: string | null
    valor: number
    situacao: string
    sugestoes: Record<string, unknown>[]
  }[]
}

test('a boleto whose number at the bank nobody kept is known by the company’s own, with its value and due day', async ({
  world,
}) => {
  const dela = { vencimento: '2026-11-18', vencimento_util: '2026-11-18' }
  const { id, contas } = await world.criarCliente({}, [
    { ...dela, numero: '026101', valor_centavos: 145_000 },
    { ...dela, numero: '26102', valor_centavos: 60_000 }, // of another day than the bank's
    {
      numero: '26103',
      vencimento: '2026-12-01',
      vencimento_util: '2026-12-01',
      valor_centavos: 72_000,
      origem: 'nfe',
      parcela: '001',
    },
    { numero: '26104', vencimento: '2026-09-18', vencimento_util: '2026-09-18', valor_centavos: 31_000 }, // of another value
  ])
  const movimentos = await importar(world, '33-cnab400-bradesco.ret')
  const doValor = (valor: number) => movimentos.find((um) => um.valor === valor)!
  expect(doValor(1450)).toMatchObject({
    situacao: 'sugerido',
    sugestoes: [
      {
        acao: 'aplicar',
        certeza: 'alta',
        cliente: { id },
        contas: [{ id: contas[0], valor: 1450 }],
        porque: expect.stringMatching(/^O número, o valor e o vencimento do boleto são os da conta 026101/),
      },
    ],
  })
  // Paid before its day, with a discount: for a person to say what becomes of the rest, one by one.
  expect(doValor(684).sugestoes[0]).toMatchObject({
    certeza: 'media',
    contas: [{ id: contas[2], valor: 684 }],
    porque: expect.stringMatching(/com R\$\s36,00 de desconto ou abatimento: R\$\s36,00 continuam em aberto/),
  })
  for (const valor of [615, 312.1]) expect(doValor(valor)).toMatchObject({ situacao: 'novo', sugestoes: [] })
})

test('a title whose figures do not add up pays nothing by itself, and comes first for a person', async ({ world }) => {
  const { contas } = await world.criarCliente({}, [
    { valor_centavos: 80_000, vencimento: '2026-11-18', vencimento_util: '2026-11-18' },
  ])
  await world.db.updateTable('conta').set({ nosso_numero: '31234560000035003' }).where('id', '=', contas[0]!).execute()
  const linhas = readFileSync(join(PASTA, '34-cnab400-bb-tipo7.ret'), 'latin1').split('\n')
  // The interest is in its columns, and not in what was paid: either may be wrong.
  const torto = linhas.map((uma) =>
    uma.slice(63, 80) === '31234560000035003' ? `${uma.slice(0, 253)}0000000080000${uma.slice(266)}` : uma,
  )
  const movimentos = await importar(world, 'bb.ret', torto.join('\n'))
  expect(movimentos.find((um) => um.nosso_numero === '31234560000035003')).toMatchObject({
    valor: 800,
    situacao: 'sugerido',
    sugestoes: [{ acao: 'aplicar', certeza: 'alta', contas: [{ id: contas[0], valor: 800 }] }],
  })
})

test('a line of a statement that the PSP tells of too stays when its import is undone', async ({ world }) => {
  const maria = { nome: 'MARIA APARECIDA EXEMPLO', documento: null }
  const linha = { dia: '2026-11-12', valorCentavos: 30_000, memo: `PIX RECEBIDO ${maria.nome}` }
  await importar(world, 'itau.ofx', umOfx([linha, { ...linha, valorCentavos: 40_000 }]))
  const pix = umPix(world, { dia: '2026-11-12', valorCentavos: 30_000, pagador: maria })
  const [registrado] = await emTransacao(world.db, (trx) =>
    registrarMovimentos(trx, [pix], { agora: world.relogio.agora() }),
  )
  expect(registrado!.novo).toBe(false)
  const { id } = await world.db.selectFrom('importacao').select('id').executeTakeFirstOrThrow()
  const feito = await world.chamar(await world.criarAdmin(), 'POST', `${BASE}/importacoes/${id}/desfazer`)
  expect(feito.statusCode).toBe(200)
  const ficam = await world.db.selectFrom('movimento').select('end_to_end_id').execute()
  expect(ficam).toEqual([{ end_to_end_id: pix.endToEndId }])
})

test('the lump of a day is what the bank credited, which keeps some fees and not others', async ({ world }) => {
  await importar(world, '34-cnab400-bb-tipo7.ret')
  const centavos = 21_852 + 81_883 + 41_444
  const extrato = umOfx([{ dia: '2026-11-19', valorCentavos: centavos, memo: 'LIQUIDACAO DE COBRANCA' }])
  const movimentos = await importar(world, 'bb.ofx', extrato.replace('<BANKID>341', '<BANKID>001'))
  expect(movimentos.find((um) => um.valor === centavos / 100)).toMatchObject({
    sugestoes: [{ acao: 'ignorar', certeza: 'alta', porque: expect.stringMatching(/^É a soma de 3 boletos/) }],
  })
})

test('a boleto paid in part, whose part a person typed in already, pays no second part by itself', async ({
  world,
}) => {
  const vence = { vencimento: '2026-11-18', vencimento_util: '2026-11-18' }
  const { contas } = await world.criarCliente({}, [{ ...vence, valor_centavos: 60_000 }])
  await world.db.updateTable('conta').set({ nosso_numero: '31234560000035004' }).where('id', '=', contas[0]!).execute()
  const pago = await world.chamar(
    await world.criarOperador(),
    'POST',
    `/api/operador/contas-receber/${contas[0]}/pagamentos`,
    { valor: 300, pago_em: '2026-11-18', forma: 'boleto' },
  )
  expect(pago.statusCode).toBe(201)
  const movimentos = await importar(world, '34-cnab400-bb-tipo7.ret')
  const parte = movimentos.find((um) => um.nosso_numero === '31234560000035004')
  expect(parte).toMatchObject({
    valor: 300,
    situacao: 'sugerido',
    sugestoes: [{ acao: 'vincular', certeza: 'alta', pagamento_id: pago.json().id }, { acao: 'aplicar' }],
  })
})

test.for([
  ['reversed since', 10_000],
  ['known to the bank by another movement', 20_000],
] as const)(
  'a payment by hand of the same amount, %s, keeps no boleto from paying',
  async ([como, valor], { world }) => {
    const { conta } = await comBoleto(world, '00000012345-6', { valor_centavos: valor, vencimento: world.hoje() })
    const operador = await world.criarOperador()
    const { id } = await comPagamento(world, operador, conta, 100)
    if (como === 'reversed since') await estornar(world, operador, conta, id)
    else {
      const [outro] = await registrar(world, umCredito(world, { valorCentavos: 10_000 }))
      const admin = await world.criarAdmin()
      const feito = await world.chamar(admin, 'POST', `${MOVIMENTOS}/${outro}/vincular`, { pagamento_id: id })
      expect(feito.statusCode).toBe(200)
    }
    const boleto = { origem: 'cnab400', nossoNumero: '12345', valorCentavos: 10_000 } as const
    const [pago] = await receber(world, umCredito(world, boleto))
    expect(await ver(world, pago!)).toMatchObject({ situacao: 'aplicado', aplicado: 100 })
  },
)
