import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Alteracao } from '#contract/alteracoes.ts'
import type { Evento } from '#contract/eventos.ts'
import { ESPERA_ADMINISTRADOR } from '#domain/alteracao.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { enviarCsv, enviarXml } from '#test/multipart.ts'
import { chaveDe, criarCancelamento, criarNota } from '#test/nota.ts'
import { ouvirEventos } from '#test/ouvir.ts'
import { comPagamento } from '#test/pagamentos.ts'
import type { Pessoa, World } from '#test/world.ts'

const CABECALHO = 'nome;documento;telefone;email;codigo_externo;conta_numero;valor;vencimento'
const ANA = 'Ana Lima;529.982.247-25;(11) 98765-4321;;C-1;T-1;100,00;10/12/2026'
const OUTRA = 'Ana Falsa;529.982.247-25;(11) 91111-1111;nova@exemplo.com.br;C-9;T-1;1,00;11/12/2026'
const planilha = (...linhas: string[]) => [CABECALHO, ...linhas].join('\r\n')
const URL = '/api/admin/importacoes/alteracoes'

/** Ana is Bia's, with an open account; Caio is another operator. */
async function preparar(world: World) {
  const [admin, bia, caio] = [await world.criarAdmin(), await world.criarOperador(), await world.criarOperador()]
  await enviarCsv(world, bia, planilha(ANA), '?vincular=1')
  return { admin, bia, caio }
}
const importar = async (world: World, pessoa: Pessoa, conteudo: string, query = '') =>
  (await enviarCsv(world, pessoa, conteudo, query)).json()
const listar = async (world: World, admin: Pessoa, query = '?situacao=pendente') =>
  (await world.chamar(admin, 'GET', `${URL}${query}`)).json() as { data: Alteracao[]; total: number; pendentes: number }
const decidir = (world: World, admin: Pessoa, id: number, como: 'aplicar' | 'descartar') =>
  world.chamar(admin, 'POST', `${URL}/${id}/${como}`)
const deCampo = async (world: World, admin: Pessoa, campo: Alteracao['campo']) =>
  (await listar(world, admin)).data.find((uma) => uma.campo === campo)!
const cliente = (world: World) =>
  world.db.selectFrom('cliente').selectAll().where('documento', '=', '52998224725').executeTakeFirstOrThrow()
const contas = (world: World) => world.db.selectFrom('conta').selectAll().orderBy('id').execute()

describe("an import over another operator's customer", () => {
  test('fills in what is empty, lets new accounts land, and keeps the rest for an administrator', async ({ world }) => {
    const { admin, bia, caio } = await preparar(world)
    const arquivo = planilha(OUTRA, OUTRA.replace('T-1', 'T-2'))
    const simulada = await importar(world, caio, arquivo, '?simular=1')
    expect((await listar(world, admin)).total).toBe(0)
    const feita = await importar(world, caio, arquivo)
    expect({ ...simulada, importacao_id: 0 }).toEqual({ ...feita, importacao_id: 0 })
    expect(feita).toMatchObject({
      total_linhas: 2,
      importados: 0,
      atualizados: 1,
      ignorados: 1,
      contas_criadas: 1,
      erros: [],
      espera_administrador: ESPERA_ADMINISTRADOR,
    })
    expect(await cliente(world)).toMatchObject({
      nome: 'Ana Lima',
      telefone: '+5511987654321',
      email: 'nova@exemplo.com.br',
      codigo_externo: 'C-1',
      operador_id: bia.id,
      aberto_centavos: 10_100,
    })
    expect((await contas(world)).map((conta) => [conta.numero, conta.valor_centavos])).toEqual([
      ['T-1', 10_000],
      ['T-2', 100],
    ])
    const { data, pendentes } = await listar(world, admin)
    expect(pendentes).toBe(5)
    expect(data.map(({ campo, de, para }) => [campo, de, para]).sort()).toEqual([
      ['codigo_externo', 'C-1', 'C-9'],
      ['nome', 'Ana Lima', 'Ana Falsa'],
      ['telefone', '+5511987654321', '+5511911111111'],
      ['valor', 100, 1],
      ['vencimento', '2026-12-10', '2026-12-11'],
    ])
    expect(data[0]).toMatchObject({
      situacao: 'pendente',
      cliente: { nome: 'Ana Lima' },
      operador: { id: bia.id },
      importacao: { id: feita.importacao_id, arquivo: 'clientes.csv', usuario: { id: caio.id } },
      decidida_em: null,
    })
    expect(await world.db.selectFrom('contato').select('canonico').execute()).toHaveLength(1)
  })

  test('the answer is the same whatever is stored there, paid or not, equal or not', async ({ world }) => {
    const { admin, bia, caio } = await preparar(world)
    const respostas: string[] = []
    const tentar = async (linha: string) => {
      for (const query of ['?simular=1', '']) {
        const resposta = await importar(world, caio, planilha(linha), query)
        const csv = await world.chamar(caio, 'GET', `/api/operador/importacoes/${resposta.importacao_id}/erros.csv`)
        const lista = await world.chamar(caio, 'GET', `/api/operador/importacoes/${resposta.importacao_id}`)
        respostas.push(
          JSON.stringify([
            { ...resposta, importacao_id: 0 },
            csv.body,
            { ...lista.json().resultado, importacao_id: 0 },
          ]),
        )
      }
    }
    await tentar(ANA)
    await tentar(OUTRA)
    await tentar(ANA.replace('Ana Lima', 'Outra').replace('C-1', ''))
    await world.db.updateTable('conta').set({ situacao: 'cancelada' }).execute()
    const { total } = await listar(world, admin)
    await tentar(ANA)
    await tentar(OUTRA.replace(';1,00;', ';2,00;'))
    expect(new Set(respostas).size).toBe(1)
    expect(JSON.parse(respostas[0]!)[0]).toMatchObject({ atualizados: 0, ignorados: 1, erros: [] })
    await world.db.updateTable('conta').set({ situacao: 'aberta' }).execute()
    await comPagamento(world, bia, (await contas(world))[0]!.id, 1)
    await importar(world, caio, planilha(OUTRA.replace(';1,00;', ';3,00;')))
    expect((await listar(world, admin)).total).toBe(total) // nobody is asked what may not change
  })

  test('the same file twice requests a change once; one’s own customers and those without operator need no request', async ({
    world,
  }) => {
    const { admin, bia, caio } = await preparar(world)
    await importar(world, caio, planilha(OUTRA))
    await importar(world, caio, planilha(OUTRA))
    expect((await listar(world, admin)).total).toBe(5)
    const { rows } = await sql`select from log where acao = 'cliente.atualizar'`.execute(world.db)
    expect(rows).toHaveLength(1) // what was empty was filled in once
    expect(await importar(world, bia, planilha(OUTRA))).toMatchObject({ atualizados: 1, espera_administrador: null })
    expect(await cliente(world)).toMatchObject({ nome: 'Ana Falsa', telefone: '+5511911111111' })
    await world.db.updateTable('cliente').set({ operador_id: null }).execute()
    expect(await importar(world, caio, planilha(ANA))).toMatchObject({ atualizados: 1, espera_administrador: null })
    expect(await cliente(world)).toMatchObject({ nome: 'Ana Lima' })
    expect((await listar(world, admin)).total).toBe(5)
  })

  test('what is applied is told to the screens that show the customer, though it moves no total', async ({
    world,
    onTestFinished,
  }) => {
    const { admin, bia, caio } = await preparar(world)
    await importar(world, bia, planilha(ANA.replace('T-1', 'T-0').replace('10/12', '01/12')))
    await importar(world, caio, planilha(ANA.replace('10/12', '11/12')))
    const { id, cliente } = await deCampo(world, admin, 'vencimento')
    const ouvir = await ouvirEventos(world, onTestFinished)
    expect((await decidir(world, admin, id, 'aplicar')).statusCode).toBe(200)
    const ouvidos: Evento[] = []
    await expect.poll(() => ouvidos.push(...ouvir())).toBe(2)
    expect(ouvidos).toContainEqual({ tipo: 'cliente', cliente_id: cliente.id, operador_id: bia.id })
  })

  test('a cancellation that waits is kept, once applied, for the note whose import was undone meanwhile', async ({
    world,
  }) => {
    const { admin, bia, caio } = await preparar(world)
    const nota = () => enviarXml(world, bia, criarNota({ numero: 7 }))
    const { importacao_id } = (await nota()).json()
    await enviarXml(world, caio, criarCancelamento(chaveDe({ numero: 7 })))
    const url = `/api/operador/importacoes/${importacao_id}/desfazer`
    expect((await world.chamar(bia, 'POST', url)).statusCode).toBe(200)
    const { id } = await deCampo(world, admin, 'cancelamento')
    const aplicada = await decidir(world, admin, id, 'aplicar')
    expect(aplicada.statusCode).toBe(200)
    expect((await nota()).json()).toMatchObject({
      contas_criadas: 0,
      erros: [{ mensagem: expect.stringContaining('cancelada') }],
    })
  })

  test('a cancellation of a note waits too, and does not reveal what is paid there', async ({ world }) => {
    const [admin, bia, caio] = [await world.criarAdmin(), await world.criarOperador(), await world.criarOperador()]
    const nota = criarNota({ numero: 1, parcelas: [{ numero: '1', vencimento: '2026-12-10', valor: '10.00' }] })
    await enviarXml(world, bia, nota, { query: '?vincular=1' })
    const cancelar = async (query: string) =>
      (await enviarXml(world, caio, criarCancelamento(chaveDe({ numero: 1 })), { query })).json()
    const [simulada, feita] = [await cancelar('?simular=1'), await cancelar('')]
    expect({ ...simulada, importacao_id: 0 }).toEqual({ ...feita, importacao_id: 0 })
    expect(feita).toMatchObject({
      contas_atualizadas: 0,
      cancelamentos: 0,
      avisos: [],
      espera_administrador: ESPERA_ADMINISTRADOR,
    })
    expect(await contas(world)).toMatchObject([{ situacao: 'aberta', nota_cancelada: false }])
    await world.db.updateTable('conta').set({ situacao: 'cancelada', nota_cancelada: true }).execute()
    expect({ ...(await cancelar('')), importacao_id: 0 }).toEqual({ ...feita, importacao_id: 0 })
    await world.db.updateTable('conta').set({ situacao: 'aberta', nota_cancelada: false }).execute()

    const [alteracao] = (await listar(world, admin)).data
    expect(alteracao).toMatchObject({
      campo: 'cancelamento',
      nota: { chave: chaveDe({ numero: 1 }), numero: '1', contas_abertas: 1, valor_aberto: 10 },
    })
    const resposta = await decidir(world, admin, alteracao!.id, 'aplicar')
    expect([resposta.statusCode, resposta.json().situacao]).toEqual([200, 'aplicada'])
    expect(await contas(world)).toMatchObject([{ situacao: 'cancelada', nota_cancelada: true }])
    expect(await world.db.selectFrom('cliente').select(['status', 'contas_abertas']).execute()).toEqual([
      { status: 'concluido', contas_abertas: 0 },
    ])
    expect((await enviarXml(world, bia, nota)).json().erros).toMatchObject([
      { mensagem: expect.stringContaining('cancelada') },
    ])
    await cancelar('')
    expect((await listar(world, admin)).pendentes).toBe(0)
  })

  test('a note for such a customer is imported, and does not reveal the telephone there', async ({ world }) => {
    const { caio } = await preparar(world)
    const nota = (numero: number) =>
      criarNota({
        numero,
        cliente: { documento: '52998224725', nome: 'Ana' },
        parcelas: [{ numero: '1', vencimento: '2026-12-10', valor: '10.00' }],
      })
    const resposta = async (numero: number) => (await enviarXml(world, caio, nota(numero))).json()
    expect(await resposta(1)).toMatchObject({
      contas_criadas: 1,
      clientes_criados: 0,
      avisos: [],
      espera_administrador: ESPERA_ADMINISTRADOR,
    })
    await world.db.updateTable('cliente').set({ telefone: null, contato_id: null }).execute()
    expect(await resposta(2)).toMatchObject({ contas_criadas: 1, avisos: [] })
  })
})

describe('deciding', () => {
  test('applying writes each field, logs it and tells the screens', async ({ world }) => {
    const { admin, caio } = await preparar(world)
    await importar(world, caio, planilha(OUTRA))
    for (const { id } of (await listar(world, admin)).data)
      expect((await decidir(world, admin, id, 'aplicar')).statusCode).toBe(200)
    expect(await cliente(world)).toMatchObject({
      nome: 'Ana Falsa',
      telefone: '+5511911111111',
      codigo_externo: 'C-9',
      aberto_centavos: 100,
      vencimento_mais_antigo: '2026-12-11',
    })
    expect(await contas(world)).toMatchObject([{ valor_centavos: 100, vencimento: '2026-12-11' }])
    expect((await listar(world, admin)).pendentes).toBe(0)
    const aplicadas = await listar(world, admin, '?situacao=aplicada')
    expect(aplicadas).toMatchObject({ total: 5, data: [{ decidida_por: { id: admin.id } }, {}, {}, {}, {}] })
    const linhas = await world.db
      .selectFrom('log')
      .select('usuario_id')
      .where('acao', '=', 'importacao.aplicar_alteracao')
      .execute()
    expect(linhas).toEqual(Array(5).fill({ usuario_id: admin.id }))
  })

  test('what no longer fits is refused with its reason and goes on waiting', async ({ world }) => {
    const { admin, bia, caio } = await preparar(world)
    await importar(world, caio, planilha(OUTRA))
    await importar(world, bia, planilha(ANA.replace('Ana Lima', 'Ana Maria').replace('100,00', '90,00')))
    const nome = await decidir(world, admin, (await deCampo(world, admin, 'nome')).id, 'aplicar')
    expect([nome.statusCode, nome.json()]).toMatchObject([
      409,
      { codigo: 'alteracao_nao_cabe', message: expect.stringMatching(/era "Ana Lima", agora é "Ana Maria"/) },
    ])
    const daConta = async (campo: 'valor' | 'vencimento') => {
      const resposta = await decidir(world, admin, (await deCampo(world, admin, campo)).id, 'aplicar')
      return [resposta.statusCode, resposta.json().codigo]
    }
    expect(await daConta('valor')).toEqual([409, 'alteracao_nao_cabe'])
    await world.db.updateTable('conta').set({ situacao: 'cancelada' }).execute()
    expect(await daConta('vencimento')).toEqual([409, 'conta_encerrada'])
    expect((await listar(world, admin)).pendentes).toBe(5)
    expect(await cliente(world)).toMatchObject({ nome: 'Ana Maria' })
  })

  test('of several who decide at once exactly one does', async ({ world }) => {
    const { admin, caio } = await preparar(world)
    await importar(world, caio, planilha(OUTRA))
    const { id } = await deCampo(world, admin, 'telefone')
    const respostas = await Promise.all(
      (['aplicar', 'descartar', 'aplicar', 'descartar'] as const).map((como) => decidir(world, admin, id, como)),
    )
    expect(respostas.map((resposta) => resposta.statusCode).sort()).toEqual([200, 409, 409, 409])
    const vencida = respostas.find((resposta) => resposta.statusCode === 409)!.json()
    expect(vencida).toMatchObject({ codigo: 'alteracao_decidida', message: expect.stringContaining(admin.name) })
    const { situacao } = respostas.find((resposta) => resposta.statusCode === 200)!.json()
    expect((await cliente(world)).telefone).toBe(situacao === 'aplicada' ? '+5511911111111' : '+5511987654321')
  })

  test('rejecting writes nothing; undoing the import removes what still waits', async ({ world }) => {
    const { admin, caio } = await preparar(world)
    const { importacao_id } = await importar(world, caio, planilha(OUTRA))
    const antes = await cliente(world)
    await decidir(world, admin, (await deCampo(world, admin, 'nome')).id, 'descartar')
    expect(await cliente(world)).toEqual(antes)
    const desfazer = await world.chamar(caio, 'POST', `/api/operador/importacoes/${importacao_id}/desfazer`)
    expect(desfazer.statusCode, desfazer.body).toBe(200)
    expect((await listar(world, admin, '')).data).toMatchObject([{ campo: 'nome', situacao: 'descartada' }])
    expect(await cliente(world)).toMatchObject({ email: null })
  })

  test('anonymising erases what was kept of the customer, and drops what waited', async ({ world }) => {
    const { admin, caio } = await preparar(world)
    await importar(world, caio, planilha(OUTRA))
    await decidir(world, admin, (await deCampo(world, admin, 'nome')).id, 'aplicar')
    const { id } = await cliente(world)
    const resposta = await world.chamar(admin, 'POST', `/api/admin/clientes/${id}/anonimizar`, {
      motivo: 'Pedido dele',
    })
    expect(resposta.statusCode).toBe(200)
    const { data, pendentes } = await listar(world, admin, '')
    expect(pendentes).toBe(0)
    expect(data.map(({ campo, situacao, de, para }) => [campo, situacao, de, para]).sort()).toEqual([
      ['codigo_externo', 'descartada', null, null],
      ['nome', 'aplicada', null, null],
      ['telefone', 'descartada', null, null],
      ['valor', 'descartada', null, null],
      ['vencimento', 'descartada', null, null],
    ])
  })

  test('only administrators see and decide; the list is searched and filtered; the dashboard says what waits', async ({
    world,
  }) => {
    const { admin, bia, caio } = await preparar(world)
    const alertas = async () => (await world.chamar(admin, 'GET', '/api/admin/dashboard')).json().alertas
    expect(await alertas()).not.toContainEqual(expect.objectContaining({ codigo: 'alteracoes_a_decidir' }))
    await importar(world, caio, planilha(OUTRA))
    expect(await alertas()).toContainEqual(expect.objectContaining({ codigo: 'alteracoes_a_decidir' }))
    const { id } = await deCampo(world, admin, 'nome')
    for (const resposta of [
      await world.chamar(caio, 'GET', URL),
      await decidir(world, caio, id, 'aplicar'),
      await decidir(world, bia, id, 'descartar'),
    ])
      expect(resposta.statusCode).toBe(403)
    expect((await decidir(world, admin, 999_999, 'aplicar')).statusCode).toBe(404)
    const total = async (query: string) => (await listar(world, admin, `?${query}`)).total
    expect([
      await total('busca=ana%20lima'),
      await total('busca=clientes.csv'),
      await total('busca=ninguem'),
      await total('campo=telefone'),
      await total('situacao=aplicada'),
      await total(`operador_id=${bia.id}`),
      await total(`operador_id=${caio.id}`),
    ]).toEqual([5, 5, 0, 1, 0, 5, 0])
    expect(await listar(world, admin, '?per_page=2&page=2')).toMatchObject({ total: 5, last_page: 3, pendentes: 5 })
  })
})
