import { expect } from 'vitest'
import { listarMovimentos as listarContrato } from '#contract/conciliacao.ts'
import { formatarDia, somarDias } from '#domain/data.ts'
import { violada } from '#test/invariantes.ts'
import { MOVIMENTOS, registrar } from '#test/julgamento.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { umCredito, umPix } from '#test/movimento.ts'
import { compactarMovimentos } from './contagem.queries.ts'
import { listarMovimentos, percorrerMovimentos } from './movimentos.queries.ts'
import { resumirConciliacao } from './resumo.queries.ts'

test('lists the bank’s movements, latest first, by filter, with their sum', async ({ world }) => {
  const admin = await world.criarAdmin()
  const hoje = world.hoje()
  const [a, b, c] = await registrar(
    world,
    umPix(world, {
      dia: somarDias(hoje, -5),
      valorCentavos: 500,
      pagador: { nome: 'JOSÉ ÇÃO', documento: '***982247**' },
    }),
    umCredito(world, { valorCentavos: 700 }),
    umCredito(world, { tipo: 'tarifa', saiu: true, valorCentavos: 12 }),
  )
  const listar = async (filtro: string) => (await world.chamar(admin, 'GET', `${MOVIMENTOS}?${filtro}`)).json()
  const ids = async (filtro: string) => (await listar(filtro)).data.map(({ id }: { id: number }) => id)
  expect(await ids('')).toEqual([c, b, a])
  expect(await ids('ordenar=valor')).toEqual([c, a, b])
  expect(await ids('situacao=novo,sugerido')).toEqual([b, a])
  expect(await ids('origem=pix')).toEqual([a])
  expect(await ids(`de=${hoje}`)).toEqual([c, b])
  expect(await ids(`ate=${somarDias(hoje, -1)}`)).toEqual([a])
  expect(await ids('busca=jose%20cao')).toEqual([a])
  expect(await ids('busca=982.247')).toEqual([a])
  // Somebody else may have paid it.
  const { id: deQuem } = await world.criarCliente({ nome: 'Padaria Sol' })
  await world.chamar(admin, 'POST', `${MOVIMENTOS}/${b}/credito`, { cliente_id: deQuem })
  expect(await ids('busca=padaria')).toEqual([b])
  const desfazer = () => world.chamar(admin, 'POST', `${MOVIMENTOS}/${b}/desfazer`, { motivo: 'não era dela' })
  await desfazer()
  // Or one paid for several.
  const [{ contas: daLoja }, { contas: daFeira }] = [
    await world.criarCliente({ nome: 'Loja Lua' }),
    await world.criarCliente({ nome: 'Feira Mar' }),
  ]
  const partes = [
    { id: daLoja[0], valor: 3 },
    { id: daFeira[0], valor: 4 },
  ]
  await world.chamar(admin, 'POST', `${MOVIMENTOS}/${b}/aplicar`, { contas: partes })
  expect([await ids('busca=loja'), await ids('busca=feira')]).toEqual([[b], [b]])
  await desfazer()
  for (const valor of ['7', '7,00', 'R$ 7,00', '7.00'])
    expect(await ids(`busca=${encodeURIComponent(valor)}`)).toContain(b)
  expect(await ids('busca=7,00')).toEqual([b])
  expect(await ids('busca=0,12')).toEqual([c])
  expect(await ids(`busca=${formatarDia(somarDias(hoje, -5))}`)).toEqual([a])
  expect(await ids('faixa=3-7')).toEqual([a])
  expect(await ids('parte=sem_dono')).toEqual([b, a])
  expect(await ids('parte=tarifas')).toEqual([c])
  expect(await listar('parte=sem_dono&per_page=1')).toMatchObject({ total: 2, last_page: 2, soma: 12 })
  const planilha = await world.chamar(admin, 'GET', `${MOVIMENTOS}/exportar.csv?parte=sem_dono`)
  expect(planilha.body.trim().split('\r\n')).toHaveLength(3)
  expect(planilha.body).toContain('JOSÉ ÇÃO')
  expect(planilha.body, 'in the words of the screen').toContain('"Sem dono"')
})

test('debits are distinguished from credits, on the screen and in the spreadsheet', async ({ world }) => {
  const admin = await world.criarAdmin()
  const [tarifa, rendimento] = await registrar(
    world,
    umCredito(world, { tipo: 'tarifa', saiu: true, valorCentavos: 1_250 }),
    umCredito(world, { tipo: 'outro', saiu: false, valorCentavos: 8_731 }),
  )
  const { data } = (await world.chamar(admin, 'GET', MOVIMENTOS)).json()
  expect(data.map(({ id, saiu }: { id: number; saiu: boolean }) => [id, saiu])).toEqual([
    [rendimento, false],
    [tarifa, true],
  ])
  const planilha = await world.chamar(admin, 'GET', `${MOVIMENTOS}/exportar.csv`)
  const [, ...linhas] = planilha.body.trim().split('\r\n')
  expect(linhas.map((linha) => /entrada|saída/.exec(linha)?.[0])).toEqual(['entrada', 'saída'])
})

test('the spreadsheet has the words of the screen: kinds, and no situation for what is nobody’s work', async ({
  world,
}) => {
  await registrar(
    world,
    umCredito(world, { tipo: 'tarifa', saiu: true, valorCentavos: 1_250 }),
    umCredito(world, { tipo: 'outro', saiu: false, valorCentavos: 8_731 }),
    umCredito(world, { tipo: 'devolucao', saiu: true, valorCentavos: 99 }),
  )
  const planilha = await world.chamar(await world.criarAdmin(), 'GET', `${MOVIMENTOS}/exportar.csv`)
  const [cabecalho, ...linhas] = planilha.body
    .trim()
    .split('\r\n')
    .map((linha) => linha.split(';'))
  const [tipo, situacao] = [cabecalho!.indexOf('"tipo"'), cabecalho!.indexOf('"situacao"')]
  expect(linhas.map((linha) => [linha[tipo], linha[situacao]])).toEqual([
    ['"Devolução"', '"À espera"'],
    ['"Outro lançamento"', '""'],
    ['"Tarifa"', '""'],
  ])
})

test('shows one with what was done, or says that it does not exist', async ({ world }) => {
  const admin = await world.criarAdmin()
  const [id] = await registrar(world, umPix(world, { txid: 'x1' }))
  expect((await world.chamar(admin, 'GET', `${MOVIMENTOS}/${id}`)).json()).toMatchObject({
    id,
    valor: 10,
    txid: 'x1',
    situacao: 'novo',
    sugestoes: [],
    pagamentos: [],
    historico: [],
    devolucoes: [],
  })
  const ausente = await world.chamar(admin, 'GET', `${MOVIMENTOS}/999999`)
  expect([ausente.statusCode, ausente.json().message]).toEqual([404, expect.stringContaining('não existe')])
})

test('closes a period to the cent, and says for how long money has been nobody’s', async ({ world }) => {
  const admin = await world.criarAdmin()
  const hoje = world.hoje()
  await registrar(
    world,
    umPix(world, { valorCentavos: 1_001 }),
    umCredito(world, { valorCentavos: 2_002, dia: somarDias(hoje, -40), tarifaCentavos: 150 }),
    umCredito(world, { tipo: 'tarifa', saiu: true, valorCentavos: 12 }),
    umCredito(world, { tipo: 'devolucao', saiu: true, valorCentavos: 99 }),
  )
  const resumir = async (filtro: string) =>
    (await world.chamar(admin, 'GET', `/api/admin/conciliacao/resumo?${filtro}`)).json()
  expect(await resumir('')).toEqual({
    recebido: 30.03,
    aplicado: 0,
    credito: 0,
    sem_dono: 30.03,
    ignorado: 0,
    devolvido: 0,
    tarifas: 1.62,
    taxa_automatica_linhas: 0,
    taxa_automatica_valor: 0,
    por_idade: [
      { faixa: '0-2', movimentos: 1, valor: 10.01 },
      { faixa: '3-7', movimentos: 0, valor: 0 },
      { faixa: '8-30', movimentos: 0, valor: 0 },
      { faixa: '30+', movimentos: 1, valor: 20.02 },
    ],
    devolucoes_a_espera: { movimentos: 1, valor: 0.99 },
  })
  expect(await resumir(`de=${hoje}&ate=${hoje}`)).toMatchObject({ recebido: 10.01, sem_dono: 10.01 })
  const esperam = (await world.chamar(admin, 'GET', `${MOVIMENTOS}?parte=a_espera`)).json()
  expect([esperam.total, esperam.soma]).toEqual([1, 0.99])
  await world.chamar(admin, 'POST', `${MOVIMENTOS}/${esperam.data[0].id}/ignorar`, { motivo: 'Não é de cliente' })
  expect(await resumir('')).toMatchObject({ recebido: 30.03, devolucoes_a_espera: { movimentos: 0, valor: 0 } })
})

test('a far page of any filter is what the whole list says, before and after the counts are folded', async ({
  world,
}) => {
  const hoje = world.hoje()
  await registrar(
    world,
    ...Array.from({ length: 260 }, (_, i) =>
      umCredito(world, {
        dia: somarDias(hoje, -(i % 9)),
        valorCentavos: 1_000 + ((i * 37) % 101),
        ...(i % 5 === 0 && { tipo: 'tarifa', saiu: true }),
      }),
    ),
  )
  const contexto = { db: world.db }
  const filtros = [{}, { situacao: 'novo' }, { de: somarDias(hoje, -4) }, { parte: 'tarifas' }, { faixa: '3-7' }]
  const conferir = async () => {
    for (const filtro of filtros.flatMap((um) => [um, { ...um, ordenar: 'dia' }, { ...um, ordenar: '-valor' }])) {
      const consulta = listarContrato.schema.querystring.parse({ ...filtro, per_page: 20 })
      const ids: number[] = []
      for await (const parte of percorrerMovimentos(world.db, consulta, hoje)) ids.push(...parte.map(({ id }) => id))
      expect(ids.length).toBeGreaterThan(40)
      for (let page = 1; (page - 1) * 20 < ids.length + 20; page += 1) {
        const pagina = await listarMovimentos(contexto, { ...consulta, page }, hoje)
        expect(pagina.data.map(({ id }) => id)).toEqual(ids.slice((page - 1) * 20, page * 20))
        expect(pagina.total).toBe(ids.length)
      }
    }
  }
  await conferir()
  const antes = await resumirConciliacao(world.db, {}, hoje)
  await compactarMovimentos(world.db)
  await conferir()
  expect(await resumirConciliacao(world.db, {}, hoje)).toEqual(antes)
  expect(await violada(world.db)).toBeNull()
})

test('a list by age has both ends of its band, as the figure that leads to it', async ({ world }) => {
  const admin = await world.criarAdmin()
  const dias = [0, 2, 3, 7, 8, 30, 31]
  await registrar(
    world,
    ...dias.map((n) => umCredito(world, { valorCentavos: 100 + n, dia: somarDias(world.hoje(), -n) })),
  )
  const { por_idade } = (await world.chamar(admin, 'GET', '/api/admin/conciliacao/resumo')).json()
  expect(por_idade.map(({ movimentos }: { movimentos: number }) => movimentos)).toEqual([2, 2, 2, 1])
  for (const [faixa, esperados] of Object.entries({ '0-2': [0, 2], '3-7': [3, 7], '8-30': [8, 30], '30+': [31] })) {
    const { data } = (await world.chamar(admin, 'GET', `${MOVIMENTOS}?faixa=${encodeURIComponent(faixa)}`)).json()
    expect(data.map(({ valor }: { valor: number }) => Math.round(valor * 100) - 100)).toEqual(esperados)
  }
})
