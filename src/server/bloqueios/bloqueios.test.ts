import { describe, expect } from 'vitest'
import type { Bloqueio, BloqueiosImportados } from '#contract/bloqueios.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { aprovarModelos } from '#test/modelos.ts'
import { enviar } from '#test/multipart.ts'
import type { Pessoa, World } from '#test/world.ts'

const URL = '/api/admin/bloqueios'
const lista = (...linhas: string[]) => ['telefone;registrado_em;origem', ...linhas, ''].join('\r\n')
const importar = async (world: World, admin: Pessoa, conteudo: string, simular = false) => {
  const resposta = await enviar(world, admin, `${URL}/importar${simular ? '?simular=1' : ''}`, {
    campo: 'csv_file',
    conteudo,
    nome: 'lista.csv',
  })
  expect(resposta.statusCode, resposta.body).toBe(200)
  return resposta.json() as BloqueiosImportados
}
const listar = async (world: World, admin: Pessoa, consulta = '') =>
  (await world.chamar(admin, 'GET', `${URL}${consulta}`)).json()
const decisao = async (world: World, id: number) =>
  (await world.chamar(await world.criarOperador(), 'GET', `/api/operador/clientes/${id}`)).json().decisao
const executar = async (world: World, admin: Pessoa) =>
  (await world.chamar(admin, 'POST', '/api/admin/cobranca/executar', {})).json()

describe('do-not-contact lists', () => {
  test('first show whom they would block, and write nothing; then are applied, however a phone is written', async ({
    world,
  }) => {
    const admin = await world.criarAdmin()
    const { id } = await world.criarCliente({ nome: 'Ana', telefone: '+5511980000001' })
    await world.criarCliente({ telefone: '+5511980000009' }, []) // owes nothing
    const arquivo = lista(
      '11980000001;05/10/2026;PROCON-SP',
      '(11) 8000-0001;01/10/2026;PROCON-SP',
      '11 98000-0009;2026-10-02;PROCON-SP',
      'x;01/10/2026;PROCON-SP',
    )
    const visto = await importar(world, admin, arquivo, true)
    expect(visto).toMatchObject({
      total_linhas: 4,
      importados: 2,
      removidos: 0,
      origens: ['PROCON-SP'],
      silenciados: 1,
      clientes: [{ id, nome: 'Ana', vale_de: '2026-10-31' }],
      total_erros: 1,
      erros: [{ linha: 5, campo: 'telefone' }],
    })
    expect((await listar(world, admin)).total).toBe(0)
    expect(await importar(world, admin, arquivo)).toEqual(visto)
    const { data, total, listas } = await listar(world, admin, '?busca=98000-0001')
    expect([total, data[0]]).toMatchObject([
      1,
      {
        telefone: '+5511980000001',
        origem: 'PROCON-SP',
        registrado_em: '2026-10-01',
        vale_de: '2026-10-31',
        clientes: [{ id, nome: 'Ana' }],
      },
    ])
    for (const busca of ['98000', '1198000-0001', '8000-0001', '5511980000001', 'ana'])
      expect((await listar(world, admin, `?busca=${busca}`)).data.map((um: { id: number }) => um.id)).toContain(
        data[0].id,
      )
    expect(listas).toMatchObject([{ origem: 'PROCON-SP', telefones: 2 }])
    await world.db.updateTable('cliente').set({ telefone: null, contato_id: null }).execute()
    expect((await listar(world, admin, '?busca=98000-0009')).total).toBe(1)
    const csv = await world.chamar(admin, 'GET', `${URL}/exportar.csv`)
    expect(csv.body).toContain('(11) 98000-0001')
    await importar(world, admin, lista('11 98000-0009;2026-10-02;PROCON-SP', '11 98000-0010;2026-10-02;PROCON-SP'))
    const [feito] = (await world.chamar(admin, 'GET', '/api/admin/logs?acao=bloqueio.importar')).json().data
    expect(feito.descricao).toBe('Lista de não perturbe importada: 1 telefone novo, 1 retirado.')
  })

  test('show a phone as it was written: a mobile with its ninth digit, whatever follows it, and a landline without', async ({
    world,
  }) => {
    const admin = await world.criarAdmin()
    const escritos = ['+551132140001', '+5511915550002', '+5511951000003', '+5511980000004']
    await importar(world, admin, lista(...escritos.map((telefone) => `${telefone};01/10/2026;A`)))
    const { data } = await listar(world, admin)
    expect(data.map(({ telefone }: { telefone: string }) => telefone).sort()).toEqual(escritos)
    const csv = (await world.chamar(admin, 'GET', `${URL}/exportar.csv`)).body
    const { ignorados, total_erros } = await importar(world, admin, csv)
    expect({ ignorados, total_erros }).toEqual({ ignorados: 4, total_erros: 0 })
    await world.db.updateTable('bloqueio').set({ celular: null }).execute() // as an older version kept it
    const sabidos = (await listar(world, admin)).data.map(({ telefone }: { telefone: string }) => telefone).sort()
    expect(sabidos).toEqual(['+551132140001', '+551151000003', '+5511915550002', '+5511980000004'])
    await importar(world, admin, csv)
    expect((await listar(world, admin)).data.map(({ telefone }: { telefone: string }) => telefone).sort()).toEqual(
      escritos,
    )
  })

  test('replace what was known of each origin they name, and of no other', async ({ world }) => {
    const admin = await world.criarAdmin()
    await importar(
      world,
      admin,
      lista('11980000001;01/10/2026;A', '11980000002;01/10/2026;A', '11980000003;01/10/2026;B'),
    )
    const { importados, atualizados, ignorados, removidos } = await importar(
      world,
      admin,
      lista('11980000001;02/10/2026;A', '11980000004;01/10/2026;A'),
    )
    expect({ importados, atualizados, ignorados, removidos }).toEqual({
      importados: 1,
      atualizados: 1,
      ignorados: 0,
      removidos: 1,
    })
    const { data } = await listar(world, admin)
    expect(
      data.map((um: Bloqueio) => `${um.origem} ${um.telefone.slice(-1)} ${um.registrado_em.slice(-2)}`).sort(),
    ).toEqual(['A 1 02', 'A 4 01', 'B 3 01'])
    expect((await listar(world, admin, '?origem=B')).total).toBe(1)
  })

  test('take off no phone that a bad row names: a date typed wrong lifts nobody’s block', async ({ world }) => {
    const admin = await world.criarAdmin()
    await importar(
      world,
      admin,
      lista('11980000001;01/10/2026;A', '11980000002;01/10/2026;A', '11980000003;01/10/2026;A'),
    )
    const nova = lista('11980000001;99/99/2026;A', '1198000-0002;01/10/2026;', '11980000004;01/10/2026;A')
    expect(await importar(world, admin, nova)).toMatchObject({ importados: 1, removidos: 1, total_erros: 2 })
    const { data } = await listar(world, admin)
    expect(data.map((um: { telefone: string }) => um.telefone.slice(-1)).sort()).toEqual(['1', '2', '4'])
  })

  test('count from the thirtieth day after the registration: from then on a step due puts the customer in the queue', async ({
    world,
  }) => {
    const admin = await world.criarAdmin()
    await aprovarModelos(world)
    const cedo = await world.criarCliente({ telefone: '+5511980000001' })
    const { id } = await world.criarCliente({ telefone: '+5511980000002' })
    await importar(world, admin, lista('11980000001;26/10/2026;P', '11980000002;25/10/2026;P'))
    expect(await decisao(world, id)).toMatchObject({ motivo: 'bloqueio_legal' })
    expect(await decisao(world, cedo.id)).toMatchObject({ motivo: 'prevista' })
    expect(await executar(world, admin)).toMatchObject({ enfileiradas: 1, ignorados: { bloqueio_legal: 1 } })
    const cliente = await world.db.selectFrom('cliente').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(cliente).toMatchObject({ status: 'aguardando_atendimento', aguardando_motivo: 'bloqueio_legal' })
  })

  test('count in the day of the next contact, also where they count only later or an open conversation puts them off', async ({
    world,
  }) => {
    const admin = await world.criarAdmin()
    await aprovarModelos(world)
    const { id } = await world.criarCliente({ telefone: '+5511980000001' })
    const aberto = await world.criarCliente({ telefone: '+5511980000002' })
    await importar(world, admin, lista('11980000001;26/10/2026;P', '11980000002;01/10/2026;P'))
    const proximos = async () => {
      const { data } = (await world.chamar(admin, 'GET', '/api/admin/clientes')).json()
      const de = (n: number) => data.find((um: { id: number }) => um.id === n).proximo_contato_em
      return [de(id), de(aberto.id)]
    }
    expect(await proximos()).toEqual(['2026-11-24', null])
    const ate = new Date(world.relogio.agora().getTime() + 60_000)
    await world.db.updateTable('contato').set({ janela_ate: ate }).where('id', '=', aberto.contatoId).execute()
    expect(await proximos()).toEqual(['2026-11-24', '2026-11-24'])
    expect(await executar(world, admin)).toMatchObject({ enfileiradas: 2 })
    expect(await proximos()).toEqual([null, null])
  })

  test('keep a person from a template, until the customer writes or is known to allow it, by that phone', async ({
    world,
  }) => {
    const admin = await world.criarAdmin()
    const operador = await world.criarOperador()
    await aprovarModelos(world)
    const { id, contatoId } = await world.criarCliente({ telefone: '+5511980000001' })
    await importar(world, admin, lista('11980000001;01/10/2026;P', '11980000002;01/10/2026;P'))
    const enviarModelo = () =>
      world.chamar(operador, 'POST', `/api/operador/clientes/${id}/mensagens`, { template: 'reengajar' })
    const recusada = await enviarModelo()
    expect([recusada.statusCode, recusada.json().codigo]).toEqual([409, 'bloqueio_legal'])
    const janela = (ate: Date | null) =>
      world.db.updateTable('contato').set({ janela_ate: ate }).where('id', '=', contatoId).execute()
    await janela(new Date(world.relogio.agora().getTime() + 60_000))
    expect((await enviarModelo()).statusCode).toBe(201)
    await janela(null)
    const pedido = { origem: 'telefone', texto: 'Pode escrever.', em: world.hoje() }
    const url = `/api/admin/clientes/${id}/autorizacoes`
    expect((await world.chamar(admin, 'POST', url, { ...pedido, em: '2026-11-25' })).statusCode).toBe(422)
    const semOrigem = await world.chamar(admin, 'POST', url, { ...pedido, origem: '' })
    expect(semOrigem.json().errors).toEqual({ origem: ['A origem é obrigatória.'] })
    const autorizada = await world.chamar(admin, 'POST', url, pedido)
    expect([autorizada.statusCode, autorizada.json()]).toMatchObject([201, pedido])
    expect((await enviarModelo()).statusCode).toBe(201)
    const silenciaria = async (telefone: string) =>
      (await importar(world, admin, lista(`${telefone};01/10/2026;Q`), true)).silenciados
    expect(await silenciaria('11980000001')).toBe(0)
    await world.chamar(operador, 'PATCH', `/api/operador/clientes/${id}`, { telefone: '(11) 98000-0002' })
    expect((await enviarModelo()).json()).toMatchObject({ codigo: 'bloqueio_legal' })
    expect(await silenciaria('11980000002')).toBe(1)
    await world.db.updateTable('cliente').set({ telefone: null, contato_id: null }).execute()
    expect((await world.chamar(admin, 'POST', url, pedido)).json()).toMatchObject({ codigo: 'sem_telefone' })
    expect((await world.chamar(admin, 'POST', '/api/admin/clientes/999/autorizacoes', pedido)).statusCode).toBe(404)
  })

  test('stand in the customer’s record, with the word that lifts them while the phone is the same', async ({
    world,
  }) => {
    const [admin, operador] = [await world.criarAdmin(), await world.criarOperador()]
    const { id } = await world.criarCliente({ telefone: '+5511980000001', operador_id: operador.id })
    const ver = async (quem: Pessoa, papel: string) =>
      (await world.chamar(quem, 'GET', `/api/${papel}/clientes/${id}`)).json()
    expect(await ver(operador, 'operador')).toMatchObject({ bloqueios: [], autorizado_em: null })
    await importar(world, admin, lista('11980000001;20/11/2026;Q', '11980000001;01/10/2026;P'))
    const bloqueios = [
      { origem: 'P', registrado_em: '2026-10-01', vale_de: '2026-10-31' },
      { origem: 'Q', registrado_em: '2026-11-20', vale_de: '2026-12-20' },
    ]
    expect(await ver(admin, 'admin')).toMatchObject({ bloqueios, autorizado_em: null })
    const url = `/api/admin/clientes/${id}/autorizacoes`
    const listar = async () => (await world.chamar(admin, 'GET', url)).json().data
    expect(await listar()).toEqual([])
    for (const em of ['2026-11-10', '2026-11-01'])
      await world.chamar(admin, 'POST', url, { origem: 'telefone', texto: 'Pode escrever.', em })
    expect(await ver(operador, 'operador')).toMatchObject({ bloqueios, autorizado_em: '2026-11-10' })
    expect(await listar()).toMatchObject([
      { em: '2026-11-01', origem: 'telefone', texto: 'Pode escrever.', autor: { id: admin.id }, vale: true },
      { em: '2026-11-10', vale: true },
    ])
    await world.chamar(operador, 'PATCH', `/api/operador/clientes/${id}`, { telefone: '(11) 98000-0002' })
    expect(await ver(operador, 'operador')).toMatchObject({ bloqueios: [], autorizado_em: null })
    expect((await listar()).map((uma: { vale: boolean }) => uma.vale)).toEqual([false, false])
    expect((await world.chamar(admin, 'GET', '/api/admin/clientes/999/autorizacoes')).statusCode).toBe(404)
  })

  test('are removed one by one, with a reason; and an old list gives a warning', async ({ world }) => {
    const admin = await world.criarAdmin()
    await importar(world, admin, lista('11980000001;01/10/2026;P'))
    const [{ id }] = (await listar(world, admin)).data
    expect((await world.chamar(admin, 'DELETE', `${URL}/${id}`, {})).statusCode).toBe(422)
    expect((await world.chamar(admin, 'DELETE', `${URL}/${id}`, { motivo: 'Pediu para sair.' })).statusCode).toBe(204)
    expect((await world.chamar(admin, 'DELETE', `${URL}/${id}`, { motivo: 'Pediu para sair.' })).statusCode).toBe(404)
    const alertas = async () =>
      (await world.chamar(await world.criarAdmin(), 'GET', '/api/admin/dashboard'))
        .json()
        .alertas.map((um: { codigo: string }) => um.codigo)
    expect(await alertas()).not.toContain('bloqueios_antigos')
    world.relogio.passar({ dias: 31 })
    expect(await alertas()).toContain('bloqueios_antigos')
    await importar(world, await world.criarAdmin(), lista('11980000001;01/10/2026;P'))
    expect(await alertas()).not.toContain('bloqueios_antigos')
  })

  test('without their columns are no list', async ({ world }) => {
    const admin = await world.criarAdmin()
    const resposta = await enviar(world, admin, `${URL}/importar`, {
      campo: 'csv_file',
      conteudo: 'telefone;dia\n1;2\n',
      nome: 'x.csv',
    })
    expect([resposta.statusCode, Object.keys(resposta.json().errors)]).toEqual([422, ['csv_file']])
  })
})
