import { expect } from 'vitest'
import type { Pagador } from '#domain/pagador.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { type MovimentoARegistrar, registrarMovimentos } from '#server/movimentos/registrar.actions.ts'
import { esperarNaTrava } from '#test/espera.ts'
import { MOVIMENTOS, julgar as soJulgar, ver } from '#test/julgamento.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { umCredito, umPix } from '#test/movimento.ts'
import type { World } from '#test/world.ts'
import { ignorarMovimento } from './decisoes.actions.ts'
import { aplicarDevolucoes } from './devolucoes.actions.ts'
import { remarcarVelhas } from './julgar.actions.ts'

/* A boleto paid by the Pix code on it is told twice: by the return of its bank, and by the PSP. */

const MARIA = { nome: 'Maria Aparecida Exemplo', documento: '11144477735' }

async function receber(world: World, um: MovimentoARegistrar, importacaoId: number | null = null) {
  const agora = world.relogio.agora()
  const [registrado] = await emTransacao(world.db, (trx) => registrarMovimentos(trx, [um], { agora, importacaoId }))
  await remarcarVelhas(world.db, agora)
  await julgar(world)
  return registrado!
}
async function julgar(world: World) {
  await soJulgar(world)
  while ((await aplicarDevolucoes(world.db, world.relogio.agora())) > 0);
}
const decidir = async (world: World, id: number, ato: string, body: object) =>
  expect((await world.chamar(await world.criarAdmin(), 'POST', `${MOVIMENTOS}/${id}/${ato}`, body)).statusCode).toBe(
    200,
  )
const situacoes = async (world: World) =>
  (await world.db.selectFrom('conta').select('situacao').orderBy('id').execute()).map(({ situacao }) => situacao)
const seguras = async (world: World) =>
  (await world.db.selectFrom('conta_a_caminho').select('conta_id').execute()).map(({ conta_id }) => conta_id)

/** Maria's boleto of R$ 300,00, her next bill of as much, its line of the return, and the Pix that paid it. */
async function mundo(world: World) {
  const vence = { vencimento: '2026-11-20', vencimento_util: '2026-11-20', valor_centavos: 30_000 }
  const { contas } = await world.criarCliente(MARIA, [vence, { ...vence, vencimento: '2026-12-21' }])
  await world.db.updateTable('conta').set({ nosso_numero: '31234560000004005' }).where('id', '=', contas[0]!).execute()
  const pix = (outro: Partial<MovimentoARegistrar> = {}) =>
    umPix(world, { dia: '2026-11-13', valorCentavos: 30_000, pagador: MARIA, txid: 'DOBANCO', ...outro })
  const retorno = (outro: Partial<MovimentoARegistrar> = {}): MovimentoARegistrar => ({
    ...umCredito(world, { dia: '2026-11-13', diaCredito: '2026-11-16', valorCentavos: 30_000, pagador: MARIA }),
    ...{ origem: 'cnab240', banco: '001', nossoNumero: '31234560000004005', ocorrencia: '06', peloPix: true },
    tarifaCentavos: 150,
    ...outro,
  })
  return { contas, pix, retorno }
}

test('the return first: its Pix is nobody’s next payment, and holds nothing', async ({ world }) => {
  const { pix, retorno } = await mundo(world)
  await receber(world, retorno())
  expect(await situacoes(world)).toEqual(['paga', 'aberta'])
  const { id, novo } = await receber(world, pix())
  expect(novo).toBe(true)
  const { situacao, sugestoes } = await ver(world, id)
  expect([situacao, sugestoes[0]]).toEqual([
    'sugerido',
    expect.objectContaining({
      acao: 'ignorar',
      certeza: 'media',
      porque: 'É o Pix do boleto 31234560000004005, que o retorno do banco já trouxe como pago por Pix em 13/11/2026.',
    }),
  ])
  expect(sugestoes.slice(1).map(({ certeza }: { certeza: string }) => certeza)).toEqual(['baixa'])
  expect(await seguras(world)).toEqual([])
  await decidir(world, id, 'ignorar', { motivo: sugestoes[0].porque })
  // A second Pix alike is another payment.
  const segundo = await receber(world, pix({ txid: 'OUTRO' }))
  expect((await ver(world, segundo.id)).sugestoes[0]).toMatchObject({ acao: 'aplicar', certeza: 'alta' })
})

test('the Pix first: the return pays its boleto, and the Pix waits to be ignored', async ({ world }) => {
  const { pix, retorno } = await mundo(world)
  const dele = await receber(world, pix())
  expect((await ver(world, dele.id)).sugestoes[0]).toMatchObject({ acao: 'aplicar' })
  const { id } = await receber(world, retorno())
  expect(await ver(world, id)).toMatchObject({ situacao: 'aplicado', aplicado: 300, tarifa: 1.5 })
  await receber(world, umCredito(world)) // the next look at what waits
  expect((await ver(world, dele.id)).sugestoes[0]).toMatchObject({ acao: 'ignorar', certeza: 'media' })
  expect(await situacoes(world)).toEqual(['paga', 'aberta'])
})

test('a Pix that a person ignored keeps no boleto from being paid', async ({ world }) => {
  const { pix, retorno } = await mundo(world)
  const { id } = await receber(world, pix())
  await decidir(world, id, 'ignorar', { motivo: 'Não sei de quem é' })
  const { novo } = await receber(world, retorno())
  expect([novo, await situacoes(world)]).toEqual([true, ['paga', 'aberta']])
})

test.for(['aplicar', 'credito'])(
  'a Pix that a person gave to something else (%s) is told with its return',
  async (ato, { world }) => {
    const { contas, pix, retorno } = await mundo(world)
    const dele = await receber(world, pix())
    const { cliente_id } = await world.db.selectFrom('conta').select('cliente_id').executeTakeFirstOrThrow()
    await decidir(world, dele.id, ato, ato === 'aplicar' ? { contas: [{ id: contas[1], valor: 300 }] } : { cliente_id })
    const { id } = await receber(world, retorno())
    const { situacao, sugestoes } = await ver(world, id)
    expect([situacao, ...sugestoes.slice(0, 2)]).toMatchObject([
      'sugerido',
      {
        acao: 'ignorar',
        certeza: 'media',
        porque: expect.stringContaining('já se decidiu do Pix DOBANCO, de 13/11/2026'),
      },
      { acao: 'aplicar', certeza: 'media', contas: [{ id: contas[0], valor: 300 }] },
    ])
    expect((await situacoes(world))[0]).toBe('aberta')
    // Nobody is billed by mistake until a person says which.
    expect(await seguras(world)).toContain(contas[0])
  },
)

test.for([
  ['a masked document', { nome: null, documento: '***444777**' }],
  ['a name cut short', { nome: 'MARIA APARECIDA EX', documento: null }],
] as [string, Pagador][])(
  'a Pix that a person decided about is told with its return by %s',
  async ([, pagador], { world }) => {
    const { pix, retorno } = await mundo(world)
    const dele = await receber(world, pix({ pagador }))
    const { cliente_id } = await world.db.selectFrom('conta').select('cliente_id').executeTakeFirstOrThrow()
    await decidir(world, dele.id, 'credito', { cliente_id })
    const { id } = await receber(world, retorno())
    expect((await ver(world, id)).sugestoes[0]).toMatchObject({ acao: 'ignorar' })
  },
)

test.for([
  ['without a txid', { txid: null }, {}],
  ['of somebody else', { pagador: { nome: 'João Pereira Lima', documento: '52998224725' } }, {}],
  ['of another amount', { valorCentavos: 30_001 }, {}],
  ['of a later day', { dia: '2026-11-16' }, {}],
  ['of another bank', { banco: '341' }, {}],
  ['of a boleto that was not paid by Pix', {}, { peloPix: false }],
] as [string, Partial<MovimentoARegistrar>, Partial<MovimentoARegistrar>][])(
  'a Pix %s is not the boleto’s',
  async ([, doPix, doRetorno], { world }) => {
    const { pix, retorno } = await mundo(world)
    await receber(world, retorno(doRetorno))
    const { id, novo } = await receber(world, pix(doPix))
    const { sugestoes } = await ver(world, id)
    expect([novo, sugestoes.some(({ acao }: { acao: string }) => acao === 'ignorar')]).toEqual([true, false])
  },
)

test('a Pix with a code of ours is that code’s, and no boleto’s', async ({ world }) => {
  const { contas, pix, retorno } = await mundo(world)
  await world.chamar(await world.criarAdmin(), 'PUT', '/api/admin/configuracoes/recebimento', {
    pix: { chave: '11222333000181', nome: 'Modelo', cidade: 'São Paulo' },
  })
  const { cliente_id } = await world.db.selectFrom('conta').select('cliente_id').executeTakeFirstOrThrow()
  const url = `/api/operador/clientes/${cliente_id}/codigos`
  const codigo = await world.chamar(await world.criarOperador(), 'POST', url, { contas: [contas[1]] })
  await receber(world, pix({ txid: codigo.json().txid }))
  expect(await situacoes(world)).toEqual(['aberta', 'paga'])
  await receber(world, retorno())
  expect(await situacoes(world)).toEqual(['paga', 'paga'])
})

test('of two Pix alike, one is the boleto’s: when it is ignored, the other is a payment', async ({ world }) => {
  const { pix, retorno } = await mundo(world)
  await receber(world, retorno())
  const [um, outro] = [await receber(world, pix()), await receber(world, pix({ txid: 'OUTRO' }))]
  const primeira = async () => (await ver(world, outro.id)).sugestoes[0].acao
  expect(await primeira()).toBe('ignorar')
  await decidir(world, um.id, 'ignorar', { motivo: 'É o do boleto' })
  await receber(world, umCredito(world)) // the next look at what waits
  expect(await primeira()).toBe('aplicar')
  await decidir(world, um.id, 'desfazer', { motivo: 'Não é' })
  await receber(world, umCredito(world))
  expect(await primeira()).toBe('ignorar')
})

test.for(['Pix', 'return'])('the day’s lump of boletos is known, the %s first', async (primeiro, { world }) => {
  const { pix, retorno } = await mundo(world)
  const doPix = primeiro === 'Pix' ? [pix(), retorno()] : [retorno(), pix()]
  for (const um of doPix) await receber(world, um)
  await receber(
    world,
    retorno({ nossoNumero: '31234560000004013', pagador: null, valorCentavos: 5_000, peloPix: false }),
  )
  const lote = umCredito(world, { dia: '2026-11-16', banco: '001', valorCentavos: 34_700, lote: true })
  const { id } = await receber(world, lote)
  expect((await ver(world, id)).sugestoes).toMatchObject([
    { acao: 'ignorar', certeza: 'alta', porque: expect.stringMatching(/^É a soma de 2 boletos/) },
  ])
})

test('a return of the banks’ next day, the Pix, and its line of a statement: the last two are one', async ({
  world,
}) => {
  const { pix, retorno } = await mundo(world)
  await receber(world, retorno({ dia: '2026-11-16' }))
  const { id } = await receber(world, pix())
  const linha = await receber(
    world,
    umCredito(world, { dia: '2026-11-13', banco: '001', valorCentavos: 30_000, pagador: MARIA }),
  )
  expect(linha).toEqual({ id, novo: false })
  const { sugestoes } = await ver(world, id)
  expect(sugestoes[0]).toMatchObject({ acao: 'ignorar', porque: expect.stringContaining('16/11/2026') })
})

async function importacao(world: World) {
  const admin = await world.criarAdmin()
  const linha = { tipo: 'extrato' as const, arquivo: 'a.ret', usuario_id: admin.id, situacao: 'concluida' as const }
  const { id } = await world.db
    .insertInto('importacao')
    .values({ ...linha, criada_em: world.relogio.agora() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const desfazer = () => world.chamar(admin, 'POST', `/api/admin/conciliacao/importacoes/${id}/desfazer`)
  return { id, desfazer }
}

test.for([true, false])(
  'undone, a return leaves its Pix as the money it is, though it was ignored (%s)',
  async (ignorado, { world }) => {
    const { contas, pix, retorno } = await mundo(world)
    const { id, desfazer } = await importacao(world)
    await receber(world, retorno(), id)
    const dele = await receber(world, pix())
    const outro = await receber(
      world,
      pix({ txid: 'OUTRO', pagador: { nome: 'João Pereira', documento: '52998224725' } }),
    )
    await decidir(world, outro.id, 'ignorar', { motivo: 'É de outra coisa' })
    if (ignorado) await decidir(world, dele.id, 'ignorar', { motivo: 'É o do boleto' })
    await julgar(world)
    expect((await desfazer()).statusCode).toBe(200)
    await julgar(world)
    const { situacao, sugestoes } = await ver(world, dele.id)
    expect([situacao, sugestoes[0]]).toMatchObject(['sugerido', { acao: 'aplicar', certeza: 'alta' }])
    expect(await seguras(world)).toContain(contas[0])
    expect((await ver(world, outro.id)).situacao).toBe('ignorado')
  },
)

test('undone while its Pix is being ignored, a return has it undecided again all the same', async ({ world }) => {
  const { pix, retorno } = await mundo(world)
  const { id, desfazer } = await importacao(world)
  await receber(world, retorno(), id)
  const dele = await receber(world, pix())
  const agora = world.relogio.agora()
  const [desfeita] = await emTransacao(world.db, async (trx) => {
    await ignorarMovimento(trx, dele.id, 'É o do boleto', { origem: 'conciliacao', agora })
    const desfeita = desfazer()
    await esperarNaTrava(world.db)
    return [desfeita]
  })
  expect((await desfeita).statusCode).toBe(200)
  await julgar(world)
  const { situacao, sugestoes } = await ver(world, dele.id)
  expect([situacao, sugestoes[0].acao]).toEqual(['sugerido', 'aplicar'])
})

test('undone, a return waits for no Pix of somebody else', async ({ world }) => {
  const { pix, retorno } = await mundo(world)
  const { id, desfazer } = await importacao(world)
  await receber(world, retorno(), id)
  const deOutro = await receber(world, pix({ pagador: { nome: 'João Pereira', documento: '52998224725' } }))
  const { statusCode } = await emTransacao(world.db, async (trx) => {
    await trx.selectFrom('movimento').select('id').where('id', '=', deOutro.id).forUpdate().execute()
    return desfazer()
  })
  expect(statusCode).toBe(200)
})

test.for([true, false])(
  'undone, a return leaves the day’s lump as nobody’s money, though it was ignored (%s)',
  async (ignorado, { world }) => {
    const { retorno } = await mundo(world)
    const { id, desfazer } = await importacao(world)
    await receber(world, retorno(), id)
    await receber(world, retorno({ nossoNumero: '31234560000004013', valorCentavos: 5_000, peloPix: false }), id)
    const lote = await receber(
      world,
      umCredito(world, { dia: '2026-11-16', banco: '001', valorCentavos: 34_700, lote: true }),
    )
    const outro = await receber(
      world,
      umCredito(world, { dia: '2026-11-16', banco: '001', valorCentavos: 90_000, lote: true }),
    )
    await decidir(world, outro.id, 'ignorar', { motivo: 'É de cartões' })
    expect((await ver(world, lote.id)).sugestoes).toMatchObject([{ acao: 'ignorar', certeza: 'alta' }])
    if (ignorado) await decidir(world, lote.id, 'ignorar', { motivo: 'É a soma dos boletos' })
    expect((await desfazer()).statusCode).toBe(200)
    await julgar(world)
    expect(await ver(world, lote.id)).toMatchObject({ situacao: 'novo', sugestoes: [] })
    expect((await ver(world, outro.id)).situacao).toBe('ignorado')
  },
)

test('undone, a return leaves ignored the day’s lump that another return still explains', async ({ world }) => {
  const { retorno } = await mundo(world)
  const { id, desfazer } = await importacao(world)
  await receber(world, retorno(), id)
  const outra = await importacao(world)
  await receber(world, retorno({ nossoNumero: '31234560000004013', valorCentavos: 5_000 }), outra.id)
  const umLote = (valorCentavos: number) =>
    receber(world, umCredito(world, { dia: '2026-11-16', banco: '001', valorCentavos, lote: true }))
  const [daOutra, deAmbas] = [await umLote(5_000), await umLote(35_000)]
  for (const lote of [daOutra, deAmbas]) await decidir(world, lote.id, 'ignorar', { motivo: 'É a soma dos boletos' })
  expect((await desfazer()).statusCode).toBe(200)
  await julgar(world)
  expect((await ver(world, daOutra.id)).situacao).toBe('ignorado')
  expect((await ver(world, deAmbas.id)).situacao).toBe('novo')
})

/** Maria's boleto and its Pix, one of them ignored; the refund of that one, which waits, and its next look. */
async function devolvida(world: World, ignorado: 'Pix' | 'boleto') {
  const { pix, retorno } = await mundo(world)
  const [doPix, doRetorno] = [pix(), retorno()]
  const doBoleto = { ...doRetorno, tipo: 'devolucao' as const, saiu: true, ocorrencia: '08', peloPix: false }
  if (ignorado === 'Pix') {
    const boleto = await receber(world, doRetorno)
    const { id } = await receber(world, doPix)
    await decidir(world, id, 'ignorar', { motivo: 'É o do boleto' })
    const volta = { ...doPix, tipo: 'devolucao' as const, saiu: true, txid: null, devolucaoId: 'D1' }
    return { este: id, outro: boleto.id, devolucao: (await receber(world, volta)).id }
  }
  const dele = await receber(world, doPix)
  const { cliente_id } = await world.db.selectFrom('conta').select('cliente_id').executeTakeFirstOrThrow()
  await decidir(world, dele.id, 'credito', { cliente_id })
  const { id } = await receber(world, doRetorno)
  await decidir(world, id, 'ignorar', { motivo: 'É o do Pix' })
  return { este: id, outro: dele.id, devolucao: (await receber(world, doBoleto)).id }
}
async function noDiaSeguinte(world: World, id: number) {
  await world.db.updateTable('movimento').set({ a_julgar: true }).where('id', '=', id).execute()
  await julgar(world)
  return ver(world, id)
}

test.for([
  ['Pix', 'e pode ser o do boleto 31234560000004005. Se o boleto deixou de estar pago', 'o boleto; se continua pago'],
  [
    'boleto',
    'de um boleto ignorado, que pode ter sido pago pelo Pix DOBANCO. Se o dinheiro desse Pix',
    'o Pix; se não',
  ],
] as const)(
  'what goes back of an ignored %s waits for a person while the other stands, and says how the waiting ends',
  async ([ignorado, porque, depois], { world }) => {
    const { este, outro, devolucao } = await devolvida(world, ignorado)
    const motivo = async () => (await noDiaSeguinte(world, devolucao)).motivo
    expect(await motivo()).toMatch(new RegExp(`${porque}.*, desfaça e depois ignore ${depois}`))
    expect(await ver(world, este)).toMatchObject({ situacao: 'ignorado', devolvido: 0 })
    await decidir(world, outro, 'desfazer', { motivo: 'O dinheiro voltou' })
    expect(await motivo()).toMatch(new RegExp(`${porque}.*, ignore ${depois}`))
    await decidir(world, outro, 'ignorar', { motivo: 'O dinheiro voltou' })
    expect((await noDiaSeguinte(world, devolucao)).situacao).toBe('aplicado')
    expect(await ver(world, este)).toMatchObject({ situacao: 'devolvido', devolvido: 300 })
    expect(await situacoes(world)).toEqual(['aberta', 'aberta'])
  },
)

test.for(['Pix', 'boleto'] as const)(
  'what goes back of an ignored %s that was another payment takes it, once it is undone',
  async (ignorado, { world }) => {
    const { este, outro, devolucao } = await devolvida(world, ignorado)
    const antes = (await ver(world, outro)).situacao
    await decidir(world, este, 'desfazer', { motivo: 'É outro' })
    expect((await noDiaSeguinte(world, devolucao)).situacao).toBe('aplicado')
    expect((await ver(world, este)).situacao).toBe('devolvido')
    expect((await ver(world, outro)).situacao).toBe(antes)
  },
)
