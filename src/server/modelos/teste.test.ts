import { expect } from 'vitest'
import { VERSAO } from '#emulator/conta.ts'
import { Palco } from '#test/emulador.ts'
import { test, type World } from '#test/world.ts'

const base = '/api/admin/configuracoes/mensagens'

async function ligar(world: World): Promise<Palco> {
  const { apiUrl: _, ...conta } = world.conta
  const palco = await new Palco().abrir({ conta })
  world.usarWhatsapp(`${palco.base}/graph/${VERSAO}`)
  return palco
}

test('a test goes to a phone of nobody, once the template is approved, and is no message of any customer', async ({
  world,
}) => {
  const palco = await ligar(world)
  const admin = await world.criarAdmin()
  const testar = (telefone: string) => world.chamar(admin, 'POST', `${base}/atraso/teste`, { telefone })
  await world.chamar(admin, 'POST', `${base}/sincronizar`, {})
  expect((await testar('(19) 98812-4470')).json().codigo).toBe('modelo_nao_aprovado')
  await palco.passar(60_000)
  await world.chamar(admin, 'POST', `${base}/sincronizar`, {})

  const enviado = await testar('(19) 98812-4470')
  expect([enviado.statusCode, enviado.json().telefone]).toEqual([200, '(19) 98812-4470'])
  expect(palco.emulador.aparelho('+5519988124470').mensagens.at(-1)?.texto).toBe(enviado.json().conteudo)
  expect(await world.db.selectFrom('mensagem').select('id').execute()).toEqual([])
  const logs = await world.db.selectFrom('log').select('dados').where('acao', '=', 'modelo.testar').execute()
  expect(JSON.stringify(logs)).not.toContain('98812')

  await world.criarCliente({ telefone: '+5511987650001' })
  expect((await testar('11 98765-0001')).json().codigo).toBe('telefone_de_cliente')
  expect((await testar('123456789')).statusCode).toBe(422)
  await palco.fechar()
})

test('the values of a real customer, of who became late last, or made up when there is nobody', async ({ world }) => {
  const admin = await world.criarAdmin()
  const ver = async (busca = '') => (await world.chamar(admin, 'GET', `${base}/exemplo${busca}`)).json()
  expect(await ver()).toMatchObject({ cliente: null, valores: { atraso: { primeiro_nome: 'Marlene' } } })

  const { id } = await world.criarCliente({ nome: 'Edson Luiz Pacheco' }, [{ vencimento: '2026-11-10' }])
  const { id: outra } = await world.criarCliente({ nome: 'Rita de Cássia Lima' }, [{ vencimento: '2026-12-10' }])
  expect(await ver()).toMatchObject({ cliente: { id }, valores: { atraso: { vencimento: '10/11/2026' } } })
  expect(await ver(`?cliente_id=${outra}`)).toMatchObject({ valores: { atraso: { primeiro_nome: 'Rita' } } })
  expect((await world.chamar(admin, 'GET', `${base}/exemplo?cliente_id=999999`)).statusCode).toBe(404)
})

test('every version is kept, the latest first, with who wrote it', async ({ world }) => {
  const admin = await world.criarAdmin()
  const texto = 'Olá, {{nome}}! Um texto novo de lembrete da {{empresa}}, por favor confira com atenção.'
  await world.chamar(admin, 'PUT', `${base}/lembrete`, { texto })
  const { data } = (await world.chamar(admin, 'GET', `${base}/lembrete/versoes`)).json()
  expect(data.map((v: { versao: number; autor: object | null }) => [v.versao, v.autor !== null])).toEqual([
    [2, true],
    [1, false],
  ])
  expect((await world.chamar(admin, 'GET', `${base}/outro/versoes`)).statusCode).toBe(404)
})
