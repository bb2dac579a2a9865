import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { travarClientes } from '#server/clientes/status.actions.ts'
import { umCnab400, umOfx } from '#test/arquivo-do-banco.ts'
import { esperarNaTrava } from '#test/espera.ts'
import { comFigurante } from '#test/figurantes.ts'
import { violada } from '#test/invariantes.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { enviar, enviarCsv } from '#test/multipart.ts'
import { ANA, planilha } from '#test/planilha.ts'
import type { Pessoa, World } from '#test/world.ts'
import { criarZip } from '#test/zip.ts'

const PASTA = join(import.meta.dirname, '../../../test/samples/banco')
const amostra = (nome: string) => readFileSync(join(PASTA, nome))
const BASE = '/api/admin/conciliacao'

const importar = async (
  world: World,
  admin: Pessoa,
  nome: string,
  {
    conteudo = amostra(nome),
    aceitar = 'outra_conta',
    simular = false,
  }: { conteudo?: Buffer; aceitar?: string; simular?: boolean } = {},
) =>
  enviar(world, admin, `${BASE}/importar${simular ? '?simular=1' : ''}`, {
    campo: 'arquivo',
    nome,
    conteudo,
    extra: { aceitar },
  })
const quantos = async ({ db }: World) =>
  (await sql<{ n: number }>`select count(*)::int as n from movimento`.execute(db)).rows[0]!.n

/** The receivables of the samples' README. */
async function recebiveis(world: World) {
  const contas: Record<string, number> = {}
  const quem: Record<string, [string, string, [string, string, number][]]> = {
    padaria: [
      'PADARIA EXEMPLO DO BAIRRO LTDA',
      '77888999000181',
      [
        ['R1', '2026-11-10', 50_000],
        ['R6', '2026-11-20', 123_456],
      ],
    ],
    cafe: ['CAFÉ & PÃO DE AÇÚCAR COMÉRCIO LTDA', '22333444000181', [['R2', '2026-11-12', 321_099]]],
    jose: ['JOSE DA SILVA TESTE', '52998224725', [['R3', '2026-11-11', 24_990]]],
    maria: ['MARIA APARECIDA EXEMPLO', '11144477735', [['R4', '2026-11-15', 15_000]]],
    mercadinho: ['MERCADINHO FICTICIO LTDA', 'XY45ZK78000289', [['R5', '2026-11-15', 15_000]]],
  }
  for (const [nome, documento, dela] of Object.values(quem)) {
    const { contas: ids } = await world.criarCliente(
      { nome, documento },
      dela.map(([numero, vencimento, valor_centavos]) => ({
        numero,
        vencimento,
        vencimento_util: vencimento,
        valor_centavos,
      })),
    )
    for (const [i, [numero]] of dela.entries()) contas[numero] = ids[i]!
  }
  return contas
}

test('every new movement is in a figure of the report, refunds that took something and those that wait too', async ({
  world,
}) => {
  const admin = await world.criarAdmin()
  for (const nome of ['01-ofx-bb-fitid-repetido-saldos.ofx', '33-cnab400-bradesco.ret'])
    for (const simular of [true, false]) {
      const { novos, aplicados, sugeridos, sem_dono, ignorados, devolvidos } = (
        await importar(world, admin, nome, { simular })
      ).json()
      expect([nome, devolvidos, aplicados + sugeridos + sem_dono + ignorados + devolvidos]).toEqual([nome, 2, novos])
    }
  await sql`update importacao set resultado = resultado - 'devolvidos'`.execute(world.db)
  expect((await world.chamar(admin, 'GET', `${BASE}/importacoes`)).statusCode).toBe(200) // from before it was counted
})

test('a refund that was imported before its credit takes it as soon as the credit is imported', async ({ world }) => {
  const admin = await world.criarAdmin()
  await recebiveis(world)
  const [dia, valorCentavos] = ['2026-11-11', 24_990] as const
  const volta = umOfx([{ dia, valorCentavos: -valorCentavos, memo: 'DEVOLUCAO PIX ENVIADA JOSE DA SILVA TESTE' }])
  const veio = umOfx([{ dia, valorCentavos, memo: 'PIX RECEBIDO JOSE DA SILVA TESTE' }])
  await importar(world, admin, 'extrato.ofx', { conteudo: Buffer.from(volta) })
  const ensaio = await importar(world, admin, 'extrato.ofx', { conteudo: Buffer.from(veio), simular: true })
  expect(ensaio.json()).toMatchObject({ sugeridos: 0, devolvidos: 1 })
  expect((await world.chamar(admin, 'GET', `${BASE}/movimentos`)).json().data).toMatchObject([{ situacao: 'novo' }])
  const feito = await importar(world, admin, 'extrato.ofx', { conteudo: Buffer.from(veio) })
  expect({ ...ensaio.json(), importacao_id: 0 }).toEqual({ ...feito.json(), importacao_id: 0 })
  const { data } = (await world.chamar(admin, 'GET', `${BASE}/movimentos`)).json()
  expect(data).toMatchObject([
    { tipo: 'credito', situacao: 'devolvido', devolvido: 249.9 },
    { tipo: 'devolucao', situacao: 'aplicado' },
  ])
})

test('a statement is imported once, with what it may pay; the same or an overlapping one adds nothing twice', async ({
  world,
}) => {
  const admin = await world.criarAdmin()
  const contas = await recebiveis(world)
  const primeiro = await importar(world, admin, '05-ofx-santander-primeiro-download.ofx')
  expect(primeiro.statusCode, primeiro.body).toBe(200)
  expect(primeiro.json()).toMatchObject({
    movimentos: 3,
    novos: 3,
    repetidos: 0,
    sugeridos: 2,
    aplicados: 0,
    ignorados: 1,
    valor_total: 650,
  })
  expect(primeiro.json().arquivos).toMatchObject([{ formato: 'ofx', banco: '033' }])
  expect((await importar(world, admin, '05-ofx-santander-primeiro-download.ofx')).json()).toMatchObject({
    novos: 0,
    repetidos: 3,
  })
  expect((await importar(world, admin, '06-ofx-santander-segundo-download-fitid-trocado.ofx')).json()).toMatchObject({
    novos: 2,
    repetidos: 3,
  })
  const lista = (await world.chamar(admin, 'GET', `${BASE}/movimentos?situacao=sugerido&ordenar=valor`)).json().data
  const primeira = (um: { sugestoes: { contas: { id: number }[] }[] }) => um.sugestoes[0]?.contas[0]?.id
  expect(lista.map(primeira)).toEqual([contas.R4, contas.R4, contas.R1, contas.R6])
})

test.for([
  ['08-ofx-nubank-utf8-cpf-mascarado.ofx', { 500: 'R1', 249.9: 'R3', 150: 'R4' }],
  ['12-ofx2-sicredi-xml-bom-uma-linha.ofx', { 500: 'R1', 3210.99: 'R2', 150: 'R5', 249.9: 'R3' }],
  ['11-ofx-sicoob-pagador-em-name.ofx', { 500: 'R1', 249.9: 'R3' }],
  ['03-ofx-itau-virgula-dtend-invalida.ofx', { 3210.99: 'R2', 500: 'R1' }],
] as const)('%s suggests what its README says', async ([nome, esperado], { world }) => {
  const admin = await world.criarAdmin()
  const contas = await recebiveis(world)
  expect((await importar(world, admin, nome)).statusCode).toBe(200)
  const lista = (await world.chamar(admin, 'GET', `${BASE}/movimentos?per_page=100`)).json().data
  const creditos = lista.filter(({ tipo }: { tipo: string }) => tipo === 'credito')
  for (const [valor, conta] of Object.entries(esperado)) {
    const credito = creditos.find((um: { valor: number; devolvido: number }) => um.valor === Number(valor))
    if (credito.situacao === 'devolvido') continue // the same file tells that it went back
    expect([valor, credito.sugestoes[0]?.contas[0]?.id]).toEqual([valor, contas[conta]])
  }
})

test('a simulation stores nothing, and says what would happen', async ({ world }) => {
  const admin = await world.criarAdmin()
  await recebiveis(world)
  const simulado = (await importar(world, admin, '05-ofx-santander-primeiro-download.ofx', { simular: true })).json()
  expect(simulado).toMatchObject({ novos: 3, sugeridos: 2 })
  expect(await quantos(world)).toBe(0)
  expect((await world.chamar(admin, 'GET', `${BASE}/importacoes`)).json().data).toEqual([])
})

test('asked for beside the file, and not in the address, it is simulated just the same', async ({ world }) => {
  const admin = await world.criarAdmin()
  const nome = '05-ofx-santander-primeiro-download.ofx'
  const com = (simular: string) =>
    enviar(world, admin, `${BASE}/importar`, { campo: 'arquivo', nome, conteudo: amostra(nome), extra: { simular } })
  expect((await com('1')).json()).toMatchObject({ novos: 3 })
  expect(await quantos(world)).toBe(0)
  const outro = await com('sim')
  expect([outro.statusCode, Object.keys(outro.json().errors)]).toEqual([422, ['simular']])
  expect(await quantos(world)).toBe(0)
})

test('another bank account, and a file that is cut, wait for a word; the first account of all does not', async ({
  world,
}) => {
  const admin = await world.criarAdmin()
  const sem = { aceitar: '' }
  expect((await importar(world, admin, '05-ofx-santander-primeiro-download.ofx', sem)).json().pendencias).toEqual([])
  const outra = (await importar(world, admin, '09-ofx-inter-manha.ofx', sem)).json()
  expect(outra).toMatchObject({
    movimentos: 0,
    pendencias: [{ motivo: 'outra_conta', mensagem: expect.stringMatching(/\(Inter\) ainda não tinha aparecido\.$/) }],
  })
  expect((await importar(world, admin, '09-ofx-inter-manha.ofx')).json()).toMatchObject({ novos: 2, pendencias: [] })
  const cortado = (await importar(world, admin, '16-ofx-truncado.ofx')).json()
  expect(cortado).toMatchObject({
    novos: 0,
    pendencias: [{ motivo: 'totais', mensagem: expect.stringContaining('linha') }],
  })
  expect((await importar(world, admin, '16-ofx-truncado.ofx', { aceitar: 'outra_conta,totais' })).json()).toMatchObject(
    { novos: 2 },
  )
  const errado = await importar(world, admin, '16-ofx-truncado.ofx', { aceitar: 'qualquer' })
  expect([errado.statusCode, Object.keys(errado.json().errors)]).toEqual([422, ['aceitar']])
})

function ofx({ dia = '20261110', valor = '10.00', quantas = 1 }) {
  const linha = `<STMTTRN>\n<TRNTYPE>CREDIT\n<DTPOSTED>${dia}\n<TRNAMT>${valor}\n<FITID>1\n<MEMO>PIX RECEBIDO FULANO\n</STMTTRN>\n`
  return Buffer.from(
    `OFXHEADER:100\nDATA:OFXSGML\nCHARSET:1252\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL\n<BANKACCTFROM><BANKID>341\n<ACCTID>12345\n</BANKACCTFROM><BANKTRANLIST>\n${linha.repeat(quantas)}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
  )
}

test('one line many times over is as many movements, and negative zero is none', async ({ world }) => {
  const admin = await world.criarAdmin()
  const mil = ofx({ quantas: 1_200 })
  expect((await importar(world, admin, 'mil.ofx', { conteudo: mil })).json()).toMatchObject({ novos: 1_200 })
  expect((await importar(world, admin, 'mil.ofx', { conteudo: mil })).json()).toMatchObject({
    novos: 0,
    repetidos: 1_200,
  })
  expect((await importar(world, admin, 'zero.ofx', { conteudo: ofx({ valor: '-0.00' }) })).json()).toMatchObject({
    movimentos: 0,
  })
})

test('of a zip each file is its own, and the bad ones are told beside the good', async ({ world }) => {
  const admin = await world.criarAdmin()
  const nomes = ['05-ofx-santander-primeiro-download.ofx', '18-nao-e-ofx-pagina-de-login.ofx', '32-cnab400-itau.ret']
  const conteudo = criarZip(nomes.map((nome) => ({ nome, dados: amostra(nome) })))
  const feito = (await importar(world, admin, 'banco.zip', { conteudo })).json()
  expect(feito.erros).toMatchObject([{ arquivo: nomes[1] }])
  expect(feito.arquivos.map(({ formato }: { formato: string }) => formato)).toEqual(['ofx', 'cnab400'])
  expect(feito.novos).toBeGreaterThan(3)
})

test('an unused import is undone, with its automatic matches', async ({ world }) => {
  const intocado = await comFigurante(world)
  const antes = await quantos(world)
  const admin = await world.criarAdmin()
  const nome = '32-cnab400-itau.ret'
  const lido = (await importar(world, admin, nome, { simular: true })).json()
  expect(lido.novos).toBeGreaterThan(0)
  const { contas } = await world.criarCliente({}, [{ valor_centavos: 100 }])
  const feito = (await importar(world, admin, nome)).json()
  const { rows } = await sql<{ id: number; nosso_numero: string; valor_centavos: number; dia: string }>`
    select id, nosso_numero, valor_centavos, dia from movimento
    where tipo = 'credito' and importacao_id = ${feito.importacao_id} limit 1`.execute(world.db)
  const credito = rows[0]!
  await sql`update conta set nosso_numero = ${credito.nosso_numero} where id = ${contas[0]!}`.execute(world.db)
  const uma = await world.chamar(admin, 'GET', `${BASE}/importacoes/${feito.importacao_id}`)
  expect(uma.json()).toMatchObject({ id: feito.importacao_id, arquivo: nome, resultado: { novos: feito.novos } })
  expect((await world.chamar(admin, 'GET', `${BASE}/importacoes/999999`)).statusCode).toBe(404)
  const url = `${BASE}/importacoes/${feito.importacao_id}/desfazer`
  await world.chamar(admin, 'POST', `${BASE}/movimentos/${credito.id}/ignorar`, { motivo: 'De outro' })
  const emUso = await world.chamar(admin, 'POST', url)
  expect([emUso.statusCode, emUso.json().codigo]).toEqual([409, 'importacao_em_uso'])
  await world.chamar(admin, 'POST', `${BASE}/movimentos/${credito.id}/desfazer`, { motivo: 'Engano' })
  const desfeita = await world.chamar(admin, 'POST', url)
  expect([desfeita.statusCode, desfeita.json().situacao]).toEqual([200, 'desfeita'])
  expect(await quantos(world)).toBe(antes)
  await intocado()
  expect((await world.chamar(admin, 'POST', url)).json().codigo).toBe('importacao_desfeita')
  expect((await importar(world, admin, nome)).json()).toMatchObject({ novos: lido.novos })
  const outra = await enviarCsv(world, await world.criarOperador(), planilha(ANA))
  const deClientes = `${BASE}/importacoes/${outra.json().importacao_id}/desfazer`
  expect((await world.chamar(admin, 'POST', deClientes)).statusCode).toBe(404)
})

test('a match that a person undid is not repeated when its file, undone, is imported again', async ({ world }) => {
  const admin = await world.criarAdmin()
  const titulos = [
    { dia: world.hoje(), valorCentavos: 10_000, nossoNumero: '00070011', nome: 'Ana' },
    { dia: world.hoje(), valorCentavos: 20_000, nossoNumero: '00070022', nome: 'Ana' },
  ]
  const { contas } = await world.criarCliente(
    {},
    titulos.map(({ valorCentavos }) => ({ valor_centavos: valorCentavos })),
  )
  for (const [i, { nossoNumero }] of titulos.entries())
    await sql`update conta set nosso_numero = ${nossoNumero} where id = ${contas[i]!}`.execute(world.db)
  const conteudo = Buffer.from(umCnab400(titulos, world.hoje()))
  const trazer = async () => (await importar(world, admin, 'retorno.ret', { conteudo })).json().importacao_id
  const situacoes = () =>
    world.db.selectFrom('movimento').select(['id', 'valor_centavos as valor', 'situacao']).orderBy('valor').execute()
  const primeira = await trazer()
  const [desfeito, outro] = await situacoes()
  expect([desfeito, outro]).toMatchObject([{ situacao: 'aplicado' }, { situacao: 'aplicado' }])
  await world.chamar(admin, 'POST', `${BASE}/movimentos/${desfeito!.id}/desfazer`, { motivo: 'É de outro' })
  await world.chamar(admin, 'POST', `${BASE}/importacoes/${primeira}/desfazer`)
  expect(await situacoes()).toEqual([])
  const segunda = await trazer()
  expect(await situacoes()).toMatchObject([
    { valor: 10_000, situacao: 'sugerido' },
    { valor: 20_000, situacao: 'aplicado' },
  ])
  await world.chamar(admin, 'POST', `${BASE}/importacoes/${segunda}/desfazer`)
  expect(
    await importar(world, admin, 'retorno.ret', { conteudo, simular: true }).then((um) => um.json()),
  ).toMatchObject({
    aplicados: 1,
    sugeridos: 1,
  })
})

test('undoing a file locks its customers in everybody’s order, whatever the order of its lines', async ({ world }) => {
  const admin = await world.criarAdmin()
  const [antes, depois] = [await world.criarCliente(), await world.criarCliente()]
  const titulos = ['00070022', '00070011'].map((nossoNumero) => {
    return { dia: world.hoje(), valorCentavos: 10_000, nossoNumero, nome: 'Ana' }
  })
  for (const [i, { contas }] of [depois, antes].entries())
    await sql`update conta set nosso_numero = ${titulos[i]!.nossoNumero} where id = ${contas[0]!}`.execute(world.db)
  const conteudo = Buffer.from(umCnab400(titulos, world.hoje()))
  const feito = (await importar(world, admin, 'retorno.ret', { conteudo })).json()
  expect(feito).toMatchObject({ aplicados: 2 })
  const desfeita = await world.db.transaction().execute(async (trx) => {
    await travarClientes(trx, [antes.id])
    const pedido = world.chamar(admin, 'POST', `${BASE}/importacoes/${feito.importacao_id}/desfazer`)
    await esperarNaTrava(world.db)
    await sql`select from cliente where id = ${depois.id} for no key update nowait`.execute(trx)
    return { pedido }
  })
  expect((await desfeita.pedido).json()).toMatchObject({ situacao: 'desfeita' })
})

test('a file is undone though an agreement that one of its payments paid ends while it waits for a customer', async ({
  world,
}) => {
  const [admin, ana] = [await world.criarAdmin(), await world.criarOperador()]
  const [antes, comAcordo] = [await world.criarCliente(), await world.criarCliente()]
  const negociacoes = `/api/operador/clientes/${comAcordo.id}/negociacoes`
  const pedido = { contas: comAcordo.contas, parcelas: 2, primeiro_vencimento: '2026-12-04' }
  const acordo = (await world.chamar(ana, 'POST', negociacoes, pedido)).json()
  const titulos = [
    { conta: antes.contas[0]!, valorCentavos: 10_000, nossoNumero: '00070011' },
    { conta: acordo.parcelas[0].conta_id, valorCentavos: 5_000, nossoNumero: '00070022' },
  ].map((titulo) => ({ ...titulo, dia: world.hoje(), nome: 'Ana' }))
  for (const { conta, nossoNumero } of titulos)
    await sql`update conta set nosso_numero = ${nossoNumero} where id = ${conta}`.execute(world.db)
  const conteudo = Buffer.from(umCnab400(titulos, world.hoje()))
  const feito = (await importar(world, admin, 'retorno.ret', { conteudo })).json()
  expect(feito).toMatchObject({ aplicados: 2 })
  const desfeita = await world.db.transaction().execute(async (trx) => {
    await travarClientes(trx, [antes.id])
    const pedida = world.chamar(admin, 'POST', `${BASE}/importacoes/${feito.importacao_id}/desfazer`)
    await esperarNaTrava(world.db)
    const motivo = { motivo: 'Cliente desistiu' }
    const cancelado = await world.chamar(ana, 'PATCH', `${negociacoes}/${acordo.id}/cancelar`, motivo)
    expect(cancelado.json()).toMatchObject({ status: 'cancelada' })
    return { pedida }
  })
  expect((await desfeita.pedida).json()).toMatchObject({ situacao: 'desfeita' })
  expect(await violada(world.db)).toBeNull()
})

test('undoing a file removes only what no other reported', async ({ world }) => {
  const admin = await world.criarAdmin()
  const linha = (memo: string) => ({ dia: '2026-11-20', valorCentavos: 10_00, memo })
  const importarOfx = async (...memos: string[]) => {
    const conteudo = Buffer.from(umOfx(memos.map(linha)))
    return (await importar(world, admin, `${memos.join('')}.ofx`, { conteudo })).json().importacao_id
  }
  const primeira = await importarOfx('PIX A', 'PIX B')
  await importarOfx('PIX B', 'PIX C')
  const resposta = await world.chamar(admin, 'POST', `${BASE}/importacoes/${primeira}/desfazer`)
  expect(resposta.json()).toMatchObject({ situacao: 'desfeita' })
  const ficaram = await world.db.selectFrom('movimento').select('descricao').orderBy('id').execute()
  expect(ficaram.map(({ descricao }) => descricao)).toEqual(['PIX B', 'PIX C'])
})

test('the same upload with the same key is one import, and answers the same; another file is refused', async ({
  world,
}) => {
  const admin = await world.criarAdmin()
  const importar = (nome: string) => {
    const envio = { campo: 'arquivo', nome, conteudo: amostra(nome), extra: { aceitar: '' } }
    return enviar(world, admin, `${BASE}/importar`, envio, { 'idempotency-key': 'k1' })
  }
  const manha = '09-ofx-inter-manha.ofx'
  const [uma, outra] = [await importar(manha), await importar(manha)]
  expect([uma.statusCode, outra.json()]).toEqual([200, uma.json()])
  expect((await importar('10-ofx-inter-noite-sequencia-deslocada.ofx')).statusCode).toBe(422)
  expect((await world.chamar(admin, 'GET', `${BASE}/importacoes`)).json().total).toBe(1)
})
