import { sql } from 'kysely'
import { expect } from 'vitest'
import { somarDias } from '#domain/data.ts'
import { travarClientes } from '#server/clientes/status.actions.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { type MovimentoARegistrar, registrarMovimentos } from '#server/movimentos/registrar.actions.ts'
import { encerrar } from '#server/negociacoes/encerramento.actions.ts'
import { enquantoEspera } from '#test/espera.ts'
import { comFigurante } from '#test/figurantes.ts'
import { MOVIMENTOS, registrar as soRegistrar } from '#test/julgamento.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { aprovarModelos } from '#test/modelos.ts'
import { umPix } from '#test/movimento.ts'
import type { Pessoa, World } from '#test/world.ts'
import { aplicarDevolucoes, preverDevolucoes } from './devolucoes.actions.ts'
import { remarcarVelhas } from './julgar.actions.ts'

const registrar = async (world: World, ...movimentos: MovimentoARegistrar[]) => {
  const agora = world.relogio.agora()
  const ids = await soRegistrar(world, ...movimentos)
  await remarcarVelhas(world.db, agora)
  while ((await aplicarDevolucoes(world.db, agora)) > 0);
  return ids
}
const volta = (pix: MovimentoARegistrar, valorCentavos: number, devolucaoId = 'D1'): MovimentoARegistrar => ({
  ...pix,
  tipo: 'devolucao',
  saiu: true,
  txid: null,
  devolucaoId,
  valorCentavos,
})

async function cena(world: World) {
  const admin = await world.criarAdmin()
  const { id: cliente, contas } = await world.criarCliente({}, [{ valor_centavos: 10_000 }, { valor_centavos: 10_000 }])
  const pix = umPix(world, { valorCentavos: 25_000 })
  const [id] = await registrar(world, pix)
  const fazer = (oQue: string, corpo: object) => world.chamar(admin, 'POST', `${MOVIMENTOS}/${id}/${oQue}`, corpo)
  const ver = async (qual = id!, quem: Pessoa = admin) =>
    (await world.chamar(quem, 'GET', `${MOVIMENTOS}/${qual}`)).json()
  const parte = (i: number, valor: number) => ({ id: contas[i]!, valor })
  return { cliente, contas, pix, id: id!, fazer, ver, parte }
}

test('what went back is of its credit and that credit’s accounts alone', async ({ world }) => {
  const intocado = await comFigurante(world)
  const { contas, pix, fazer, ver, parte } = await cena(world)
  await fazer('aplicar', { contas: [parte(0, 100), parte(1, 50)] })
  for (const [i, centavos] of [4_000, 7_000].entries()) await registrar(world, volta(pix, centavos, `D${i}`))
  expect(await ver()).toMatchObject({ situacao: 'aplicado', aplicado: 140, devolvido: 110 })
  const reabertas = await world.db
    .selectFrom('conta_a_caminho')
    .select('conta_id')
    .where('reaberta_em', 'is not', null)
    .execute()
  expect(reabertas.map(({ conta_id }) => conta_id).sort()).toEqual([contas[1]])
  await registrar(world, volta(pix, 14_000, 'D9'))
  expect(await ver()).toMatchObject({ situacao: 'devolvido', aplicado: 0, devolvido: 250 })
  await intocado()
})

test('a refund is deducted first from announced refunds, then from the credit, then from payments', async ({
  world,
}) => {
  const { cliente, contas, pix, fazer, ver, parte } = await cena(world)
  await fazer('aplicar', { contas: [parte(0, 100), parte(1, 50)] }) // 100 are a credit
  const [primeira] = await registrar(world, volta(pix, 4_000))
  expect(await ver()).toMatchObject({
    situacao: 'credito',
    aplicado: 150,
    credito: 60,
    devolvido: 40,
    devolucoes: [primeira],
  })
  expect((await fazer('devolvido', { motivo: 'Pix de volta' })).statusCode).toBe(200)
  await registrar(world, volta(pix, 6_000, 'D2')) // the bank proves what was said
  expect(await ver()).toMatchObject({ situacao: 'aplicado', aplicado: 150, credito: 0, devolvido: 100 })
  const [terceira] = await registrar(world, volta(pix, 3_000, 'D3'))
  const depois = await ver()
  expect(depois).toMatchObject({ situacao: 'aplicado', aplicado: 120, devolvido: 130 })
  expect(await ver(terceira)).toMatchObject({ situacao: 'aplicado', tipo: 'devolucao' })
  // The rest is applied again to the same accounts; the reopened one is not billed for a day.
  const vivos = depois.pagamentos.filter((um: { estornado_em: string | null }) => um.estornado_em === null)
  expect(vivos.map((um: { conta: { id: number }; valor: number }) => [um.conta.id, um.valor])).toEqual([
    [contas[0], 100],
    [contas[1], 20],
  ])
  const operador = await world.criarOperador()
  const lida = (await world.chamar(operador, 'GET', `/api/operador/contas-receber/${contas[1]}`)).json()
  expect(lida).toMatchObject({ a_caminho: true, valor_pago: 20 })
  const { decisao } = (await world.chamar(await world.criarAdmin(), 'GET', `/api/admin/clientes/${cliente}`)).json()
  expect(decisao).toMatchObject({
    motivo: 'pagamento_a_caminho',
    detalhe: expect.stringMatching(/^Voltou, no todo ou em parte, o pagamento de R\$\s250,00 em .+ \(movimento 1 da/),
  })
  await registrar(world, volta(pix, 12_000, 'D4'))
  expect(await ver()).toMatchObject({ situacao: 'devolvido', aplicado: 0, devolvido: 250 })
})

test('all that was said to be given back is proved by the bank, and goes back once', async ({ world }) => {
  const { cliente, pix, fazer, ver } = await cena(world)
  await fazer('credito', { cliente_id: cliente })
  expect((await fazer('devolvido', { motivo: 'Pix de volta' })).json()).toMatchObject({
    devolvido: 250,
    sem_prova: 250,
  })
  const [prova] = await registrar(world, volta(pix, 25_000))
  expect(await ver(prova)).toMatchObject({ situacao: 'aplicado' })
  expect(await ver()).toMatchObject({ situacao: 'devolvido', devolvido: 250, sem_prova: 0 })
})

test('what stays of a payment stays where it is, and not where it was before it was undone', async ({ world }) => {
  const { contas, pix, fazer, ver, parte } = await cena(world)
  await fazer('aplicar', { contas: [parte(0, 100)] })
  await fazer('desfazer', { motivo: 'Era da outra conta' })
  await fazer('aplicar', { contas: [parte(1, 100)] })
  await registrar(world, volta(pix, 19_000)) // the credit, and R$ 40,00 of the payment
  const { rows } = await sql`select id, pago_centavos from conta where pago_centavos > 0`.execute(world.db)
  expect([rows, await ver()]).toMatchObject([
    [{ id: contas[1], pago_centavos: 6_000 }],
    { aplicado: 60, devolvido: 190 },
  ])
})

test('what stays of a payment stays where the end of its agreement put it meanwhile', async ({ world }) => {
  const operador = await world.criarOperador()
  const { cliente, contas, pix, fazer, ver } = await cena(world)
  const pedido = { contas: [contas[0]], parcelas: 2, primeiro_vencimento: somarDias(world.hoje(), 10) }
  const feito = await world.chamar(operador, 'POST', `/api/operador/clientes/${cliente}/negociacoes`, pedido)
  const { id: acordoId, parcelas } = feito.json()
  await fazer('aplicar', { contas: [{ id: parcelas[0].conta_id, valor: 50 }] })
  await soRegistrar(world, volta(pix, 23_000))
  const agora = world.relogio.agora()
  await enquantoEspera(world.db, {
    segurar: (trx) => travarClientes(trx, [cliente]),
    pedir: () => aplicarDevolucoes(world.db, agora),
    depois: async (trx) => {
      const acordo = await trx.selectFrom('negociacao').selectAll().where('id', '=', acordoId).executeTakeFirstOrThrow()
      await encerrar(trx, [acordo], 'cancelada', 'Desistiu', { origem: 'sistema', agora })
    },
  })
  const { pagamentos, ...movimento } = await ver()
  expect(movimento).toMatchObject({ aplicado: 20, devolvido: 230 })
  const vivos = pagamentos.filter((um: { estornado_em: string | null }) => um.estornado_em === null)
  expect(vivos.map((um: { conta: { id: number }; valor: number }) => [um.conta.id, um.valor])).toEqual([
    [contas[0], 20],
  ])
})

test('refunds of what was paid by a clock that is put back hold back no others', async ({ world }) => {
  world.relogio.passar({ horas: 23 })
  const { pix, fazer, ver, parte } = await cena(world)
  await fazer('aplicar', { contas: [parte(0, 100), parte(1, 100)] })
  world.relogio.passar({ horas: -23 })
  const outro = umPix(world)
  const [id] = await registrar(world, outro)
  await registrar(world, volta(pix, 6_000), volta(outro, 1_000))
  expect([await ver(), await ver(id)]).toMatchObject([{ aplicado: 190, devolvido: 60 }, { situacao: 'devolvido' }])
})

test('charges paid when they were higher stay after a partial refund, and later ones do not wait for it', async ({
  world,
}) => {
  const { pix, id, fazer, ver } = await cena(world)
  const vencimento = somarDias(world.hoje(), -40)
  const { contas } = await world.criarCliente({}, [{ valor_centavos: 24_000, vencimento, vencimento_util: vencimento }])
  const aplicado = await fazer('aplicar', { contas: [{ id: contas[0]!, valor: 248 }] })
  expect([aplicado.statusCode, aplicado.json().credito]).toEqual([200, 2])
  await sql`update configuracao set multa_centesimos = 0, juros_mes_centesimos = 0`.execute(world.db)
  const [volta1] = await registrar(world, volta(pix, 300))
  expect(await ver(volta1)).toMatchObject({ situacao: 'aplicado' })
  expect(await ver(id)).toMatchObject({ situacao: 'aplicado', aplicado: 247, credito: 0, devolvido: 3 })
})

test('the rest of a partly refunded payment is not new: nobody is thanked again, and it counts for the same operator', async ({
  world,
}) => {
  await aprovarModelos(world)
  const vencimento = somarDias(world.hoje(), -40)
  const ana = await world.criarOperador()
  const { id: cliente, contas } = await world.criarCliente({ operador_id: ana.id, status: 'em_atendimento' }, [
    { valor_centavos: 24_000, vencimento, vencimento_util: vencimento },
  ])
  const admin = await world.criarAdmin()
  const pix = umPix(world, { valorCentavos: 24_800 })
  const [id] = await registrar(world, pix)
  const aplicar = { contas: [{ id: contas[0]!, valor: 248 }] }
  expect((await world.chamar(admin, 'POST', `${MOVIMENTOS}/${id}/aplicar`, aplicar)).statusCode).toBe(200)
  const agradecidos = () => world.db.selectFrom('mensagem').select('id').where('finalidade', '=', 'pagamento').execute()
  expect(await agradecidos()).toHaveLength(1)
  const outra = await world.criarOperador()
  await world.db.updateTable('cliente').set({ operador_id: outra.id }).where('id', '=', cliente).execute()
  await registrar(world, volta(pix, 500)) // of the charges: the account stays paid
  expect((await world.chamar(admin, 'GET', `${MOVIMENTOS}/${id}`)).json()).toMatchObject({
    aplicado: 243,
    devolvido: 5,
  })
  expect(await agradecidos()).toHaveLength(1)
  const vivo = world.db
    .selectFrom('pagamento')
    .select(['valor_centavos', 'operador_id'])
    .where('estornado_em', 'is', null)
  expect(await vivo.execute()).toEqual([{ valor_centavos: 24_300, operador_id: ana.id }])
})

test('a promise is judged by what stays of a partly refunded payment, which is no new money', async ({ world }) => {
  const [ana, admin] = [await world.criarOperador(), await world.criarAdmin()]
  const prometida = async (antes: boolean) => {
    const { id, contas } = await world.criarCliente()
    const pix = umPix(world, { valorCentavos: 6_000 })
    const prometer = async (valor: number) => {
      const promessa = { contas, ate: world.hoje(), valor }
      const { statusCode } = await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/promessas`, promessa)
      expect(statusCode).toBe(201)
    }
    if (antes) await prometer(50)
    const [movimento] = await registrar(world, pix)
    await world.chamar(admin, 'POST', `${MOVIMENTOS}/${movimento}/aplicar`, { contas: [{ id: contas[0]!, valor: 60 }] })
    if (!antes) await prometer(30)
    return { id, pix }
  }
  const [cumprida, esperada] = [await prometida(true), await prometida(false)]
  await world.db.updateTable('cliente').set({ numero_chamadas: 2 }).where('id', '=', cumprida.id).execute()
  const como = async ({ id }: { id: number }) => {
    const de = world.db.selectFrom('promessa').innerJoin('cliente', 'cliente.id', 'promessa.cliente_id')
    const campos = ['promessa.status', 'pago_centavos', 'cliente.status as dele', 'numero_chamadas'] as const
    return Object.values(await de.select(campos).where('cliente.id', '=', id).executeTakeFirstOrThrow())
  }
  world.relogio.passar({ minutos: 1 })
  await registrar(world, volta(esperada.pix, 100))
  expect(await como(esperada)).toEqual(['pendente', 0, 'ativo', 0])
  world.relogio.passar({ dias: 7 }) // the promises' last day is over
  await registrar(world, volta(cumprida.pix, 500))
  expect(await como(cumprida)).toEqual(['cumprida', 5_500, 'ativo', 2])
  await registrar(world, volta(cumprida.pix, 1_000, 'D2'))
  expect(await como(cumprida)).toEqual(['quebrada', 4_500, 'aguardando_atendimento', 2])
})

test('accounts of a note cancelled since keep what stays of their payments, and are not opened again', async ({
  world,
}) => {
  const { contas, pix, fazer, ver, parte } = await cena(world)
  await fazer('aplicar', { contas: [parte(0, 100), parte(1, 60)] })
  await fazer('devolvido', { motivo: 'Pix de volta' })
  await registrar(world, volta(pix, 9_000))
  await world.db.updateTable('conta').set({ nota_cancelada: true }).where('id', '=', contas[0]!).execute()
  const aPartePaga = { nota_cancelada: true, situacao: 'cancelada' as const }
  await world.db.updateTable('conta').set(aPartePaga).where('id', '=', contas[1]!).execute()
  const lidas = async () =>
    (
      await world.db
        .selectFrom('conta')
        .select(['situacao', 'pago_centavos'])
        .where('id', 'in', contas)
        .orderBy('id')
        .execute()
    ).map(({ situacao, pago_centavos }) => [situacao, pago_centavos])
  const [primeira] = await registrar(world, volta(pix, 4_000, 'D2'))
  expect(await ver(primeira)).toMatchObject({ situacao: 'aplicado', motivo: null })
  expect(await ver()).toMatchObject({ situacao: 'aplicado', aplicado: 120, devolvido: 130 })
  expect(await lidas()).toEqual([
    ['paga', 10_000],
    ['cancelada', 2_000],
  ])
  await registrar(world, volta(pix, 7_000, 'D3'))
  expect(await lidas()).toEqual([
    ['cancelada', 5_000],
    ['cancelada', 0],
  ])
  await registrar(world, volta(pix, 5_000, 'D4'))
  expect(await ver()).toMatchObject({ situacao: 'devolvido', aplicado: 0, devolvido: 250 })
})

test('a Pix that a statement booked on the next business day is found by its refund of the weekend', async ({
  world,
}) => {
  const pix = umPix(world, { valorCentavos: 5_000 })
  const extrato = { ...pix, origem: 'ofx' as const, banco: '341', contaBancaria: '1500/1', dia: somarDias(pix.dia, 2) }
  const [id] = await registrar(world, { ...extrato, diaCredito: extrato.dia })
  const [volta1] = await registrar(world, volta({ ...pix, dia: somarDias(pix.dia, 1) }, 2_000))
  const admin = await world.criarAdmin()
  const ver = async (qual: number | undefined) => (await world.chamar(admin, 'GET', `${MOVIMENTOS}/${qual}`)).json()
  expect([await ver(volta1), await ver(id)]).toMatchObject([{ situacao: 'aplicado' }, { devolvido: 20 }])
})

test('of an undecided credit less is left, and of an unknown one administrators are told, and it is tried again', async ({
  world,
}) => {
  const { pix, ver } = await cena(world)
  await registrar(world, volta(pix, 5_000))
  expect(await ver()).toMatchObject({ situacao: 'novo', devolvido: 50 })
  const outro = umPix(world, { valorCentavos: 900 })
  const [perdida] = await registrar(world, volta(outro, 900))
  expect(await ver(perdida)).toMatchObject({ situacao: 'novo', motivo: expect.stringContaining('Não se sabe') })
  const avisos = await world.db
    .selectFrom('log')
    .select('nivel')
    .where('acao', '=', 'conciliacao.avisar_devolucao')
    .execute()
  expect(avisos).toEqual([{ nivel: 'aviso' }])
  const alertas = async () =>
    (await world.chamar(await world.criarAdmin(), 'GET', '/api/admin/dashboard'))
      .json()
      .alertas.filter(({ codigo }: { codigo: string }) => codigo === 'devolucoes_a_espera')
  expect(await alertas()).toMatchObject([{ mensagem: expect.stringMatching(/^1 devolução do banco, de R\$\s9,00, /) }])
  world.relogio.passar({ dias: 1 })
  await registrar(world, outro)
  expect(await ver(perdida, await world.criarAdmin())).toMatchObject({ situacao: 'aplicado' })
  expect(await alertas()).toEqual([])
})

test('a simulation that explains an earlier refund blocks nobody who decides about it meanwhile', async ({ world }) => {
  const pix = umPix(world, { valorCentavos: 900 })
  const [espera] = await registrar(world, volta(pix, 900))
  const admin = await world.criarAdmin()
  const agora = world.relogio.agora()
  const ignorar = () =>
    world
      .chamar(admin, 'POST', `${MOVIMENTOS}/${espera}/ignorar`, { motivo: 'Não é nossa' })
      .then((um) => um.statusCode)
  const ensaio = emTransacao(world.db, async (trx) => {
    const [credito] = await registrarMovimentos(trx, [pix], { agora, importacaoId: 1, simulada: true })
    await preverDevolucoes(trx, agora, 1)
    const previsto = await trx.selectFrom('movimento').select('situacao').where('id', '=', credito!.id).execute()
    throw Object.assign(new Error('taken back'), { previsto, enquanto: await ignorar() })
  })
  await expect(ensaio).rejects.toMatchObject({ previsto: [{ situacao: 'devolvido' }], enquanto: 200 })
})

test('what the bank proved to have gone back does not come again by undoing', async ({ world }) => {
  const { pix, fazer, ver } = await cena(world)
  await registrar(world, volta(pix, 25_000))
  expect(await ver()).toMatchObject({ situacao: 'devolvido' })
  const resposta = await fazer('desfazer', { motivo: 'Engano' })
  expect([resposta.statusCode, resposta.json().codigo]).toEqual([409, 'ja_conciliado'])
})

test('of a credit that went back in part, undoing leaves only the rest undecided', async ({ world }) => {
  const { pix, fazer, ver, cliente } = await cena(world)
  await registrar(world, volta(pix, 10_000))
  expect((await fazer('credito', { cliente_id: cliente })).statusCode).toBe(200)
  expect(await ver()).toMatchObject({ situacao: 'credito', credito: 150, devolvido: 100 })
  expect((await fazer('desfazer', { motivo: 'Engano' })).statusCode).toBe(200)
  expect(await ver()).toMatchObject({ situacao: 'novo', credito: 0, devolvido: 100 })
})

test('a refund that was ignored is nobody’s again once that is undone, and takes its credit', async ({ world }) => {
  const admin = await world.criarAdmin()
  const pix = umPix(world, { valorCentavos: 5_000 })
  const [volta1] = await registrar(world, volta(pix, 5_000))
  const fazer = async (oQue: string, corpo: object = { motivo: 'Não é nossa' }) =>
    world.chamar(admin, 'POST', `${MOVIMENTOS}/${volta1}/${oQue}`, corpo)
  const { id: cliente_id, contas } = await world.criarCliente()
  const aplicado = await fazer('aplicar', { contas: [{ id: contas[0], valor: 50 }] })
  for (const recusada of [aplicado, await fazer('credito', { cliente_id })])
    expect(recusada.json().codigo, 'money that went out pays nothing').toBe('movimento_nao_e_credito')
  expect((await fazer('desfazer')).json().codigo).toBe('ja_conciliado')
  expect((await fazer('ignorar')).json()).toMatchObject({ situacao: 'ignorado', motivo: 'Não é nossa' })
  const desfeito = await fazer('desfazer')
  expect([desfeito.statusCode, desfeito.json().situacao, desfeito.json().motivo]).toEqual([200, 'novo', null])
  const [credito] = await registrar(world, pix)
  const ver = async (id: number | undefined) => (await world.chamar(admin, 'GET', `${MOVIMENTOS}/${id}`)).json()
  expect(await ver(credito)).toMatchObject({ situacao: 'devolvido', devolvido: 50, devolucoes: [volta1] })
  // A refund reported by the bank cannot be undone by anybody.
  expect((await fazer('desfazer')).json().codigo).toBe('ja_conciliado')
})
