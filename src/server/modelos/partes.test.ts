import { expect } from 'vitest'
import type { Modelo } from '#contract/modelos.ts'
import { despachar } from '#test/despachar.ts'
import type { Palco } from '#test/emulador.ts'
import { linha } from '#test/linha.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { aprovarNoEmulador, ligarEmulador } from '#test/modelos.ts'
import { escrever } from '#test/whatsapp.ts'
import type { Pessoa, World } from '#test/world.ts'

const base = '/api/admin/configuracoes/mensagens'
const TEXTO = 'Olá, {{primeiro_nome}}. Aqui é da {{empresa}}. Ainda não identificamos um pagamento que já venceu.'
const BOTOES = [
  { tipo: 'resposta', texto: 'Falar com uma pessoa' },
  { tipo: 'parar', texto: 'Parar avisos' },
  { tipo: 'link', texto: 'Ver a conta', url: 'https://serraazul.example/c/{{numero}}' },
  { tipo: 'copiar_pix' },
]

const salvar = (world: World, admin: Pessoa, corpo: object) => world.chamar(admin, 'PUT', `${base}/atraso`, corpo)
const comPix = (world: World, pix: string | null) => world.db.updateTable('configuracao').set({ pix }).execute()
const enviados = (palco: Palco) =>
  palco.trocas
    .filter(({ url }) => url.endsWith('/messages'))
    .map(({ corpo }) => corpo as { template: { components: object[] } })

test('a header and buttons: reviewed with examples, filled for each customer, read in the conversation', async ({
  world,
}) => {
  const palco = await ligarEmulador(world)
  const [admin, ana] = [await world.criarAdmin(), await world.criarOperador()]
  await comPix(world, '14.206.377/0001-06')
  const salvo = await salvar(world, admin, { texto: TEXTO, cabecalho: 'Conta {{numero}}', botoes: BOTOES })
  expect(salvo.statusCode, salvo.body).toBe(200)
  expect(salvo.json<Modelo>()).toMatchObject({ situacao: 'pendente', cabecalho: 'Conta {{numero}}', botoes: BOTOES })
  await aprovarNoEmulador(world, palco)
  const { id } = await world.criarCliente({ telefone: '+5511988880001', nome: 'Marlene Souza' }, [{ numero: '18432' }])
  await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/mensagens`, { template: 'atraso' })
  await despachar(world)
  expect(enviados(palco)[0]!.template.components).toEqual([
    { type: 'header', parameters: [{ type: 'text', text: '18432' }] },
    expect.objectContaining({ type: 'body' }),
    {
      type: 'button',
      index: '0',
      sub_type: 'quick_reply',
      parameters: [{ type: 'payload', payload: expect.stringMatching(/^Falar com uma pessoa #[\da-f-]{36}$/) }],
    },
    { type: 'button', index: '1', sub_type: 'quick_reply', parameters: [{ type: 'payload', payload: 'PARAR' }] },
    { type: 'button', index: '2', sub_type: 'url', parameters: [{ type: 'text', text: '18432' }] },
    {
      type: 'button',
      index: '3',
      sub_type: 'copy_code',
      parameters: [{ type: 'coupon_code', coupon_code: '14206377000106' }],
    },
  ])
  const mensagens = async () => (await world.chamar(ana, 'GET', `/api/operador/clientes/${id}/mensagens`)).json().data
  expect((await mensagens())[0]).toMatchObject({
    status: 'enviada',
    partes: {
      cabecalho: 'Conta 18432',
      botoes: ['Falar com uma pessoa', 'Parar avisos', 'Ver a conta', 'Copiar código'],
    },
  })
  expect(palco.foraDoContrato()).toEqual([])
  await palco.fechar()
})

test('the tap of the opt-out button is the word PARAR, whatever is written on it', async ({ world }) => {
  const { contatoId } = await world.criarCliente({ telefone: '+5511988880001' })
  const button = { payload: 'PARAR', text: 'Não quero mais avisos' }
  await escrever(world, { de: '5511988880001', outros: { type: 'button', button } })
  const { aceita_mensagens } = await linha(world, 'contato', contatoId)
  expect(aceita_mensagens).toBe(false)
})

test('an absent field keeps its value; what Meta would refuse is refused on its field', async ({ world }) => {
  const admin = await world.criarAdmin()
  await comPix(world, 'financeiro@serraazul.example')
  const semPix = await salvar(world, admin, { texto: TEXTO, cabecalho: 'Aviso 😀', botoes: BOTOES })
  expect(semPix.statusCode).toBe(422)
  expect(Object.keys(semPix.json().errors)).toEqual(['cabecalho', 'botoes'])
  await salvar(world, admin, { texto: TEXTO, cabecalho: 'Aviso', botoes: BOTOES.slice(0, 1) })
  const outro = await salvar(world, admin, { texto: `${TEXTO} Obrigado.` })
  expect(outro.json()).toMatchObject({ versao: 3, cabecalho: 'Aviso', botoes: BOTOES.slice(0, 1) })
  const sem = await salvar(world, admin, { texto: `${TEXTO} Obrigado.`, cabecalho: null, botoes: [] })
  expect(sem.json()).toMatchObject({ versao: 4, cabecalho: null, botoes: [] })
  const livre = await world.chamar(admin, 'PUT', `${base}/fora_do_horario`, { texto: 'Oi', botoes: BOTOES.slice(0, 1) })
  expect(livre.statusCode).toBe(422)
})

test('while a template copies the Pix key, the key stays one that it can copy', async ({ world }) => {
  const admin = await world.criarAdmin()
  await comPix(world, '14.206.377/0001-06')
  await salvar(world, admin, { texto: TEXTO, botoes: [{ tipo: 'copiar_pix' }] })
  const mudar = (chave: string) =>
    world.chamar(admin, 'PUT', '/api/admin/configuracoes/recebimento', {
      pix: { chave, nome: 'Serra', cidade: 'Lavras' },
    })
  const recusa = await mudar('financeiro@serraazul.example')
  expect([recusa.statusCode, recusa.json().errors['pix.chave'][0]]).toEqual([422, expect.stringContaining('“Atraso”')])
  expect((await mudar('+5519988124470')).statusCode).toBe(200)
})

test('changed in WhatsApp Manager so that our values no longer fit: stopped, and said so', async ({ world }) => {
  const palco = await ligarEmulador(world)
  const admin = await world.criarAdmin()
  const modelo = palco.emulador.modelos.todos.find(({ name }) => name.startsWith('lembrete_'))!
  modelo.components = [{ type: 'BODY', text: 'Sua conta vence amanhã.' }]
  world.relogio.passar({ minutos: 1 })
  const { lembrete } = (await world.chamar(admin, 'POST', `${base}/sincronizar`, {})).json()
  expect(lembrete).toMatchObject({ situacao: 'pausado', motivo: expect.stringContaining('Gerenciador') })
  await palco.fechar()
})
