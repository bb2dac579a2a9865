import { expect } from 'vitest'
import { test, type World } from '#test/world.ts'
import { executarAdmin } from './admin-da-maquina.ts'

const SENHA = 'Jacaranda-4417'
const admin = (world: World, linha: string, senha = '') =>
  executarAdmin(world.servicos, linha.split(' ').filter(Boolean), async () => senha)
const entrar = (world: World, password: string) =>
  world.chamar(null, 'POST', '/api/login', { email: 'bia@exemplo.com.br', password })

test('from the machine one makes an administrator, lists, unblocks, sets a password and resets a second factor', async ({
  world,
}) => {
  expect((await admin(world, ''))[0]).toMatch(/Nenhum administrador/)
  const feito = await admin(world, 'criar Bia@exemplo.com.br Bia Luz')
  const aoAcaso = /só agora: (\S+)/.exec(feito.join('\n'))?.[1] ?? ''
  expect((await entrar(world, aoAcaso)).statusCode).toBe(200)
  await world.criarAdmin()
  const mudar = { status: 'Bloqueado', segundo_fator_em: new Date() } as const
  await world.db.updateTable('usuario').set(mudar).where('name', '=', 'Bia Luz').execute()
  expect((await admin(world, 'listar')).join('\n')).toMatch(/Bia@exemplo.com.br +Bia Luz +Bloqueado +com segundo fator/)

  expect((await entrar(world, aoAcaso)).statusCode).toBe(403)
  await admin(world, 'desbloquear bia@exemplo.com.br')
  expect((await entrar(world, aoAcaso)).json().codigo).toBe('segundo_fator')
  await admin(world, 'segundo-fator bia@exemplo.com.br')
  const { token } = (await entrar(world, aoAcaso)).json()
  await admin(world, 'senha bia@exemplo.com.br', SENHA)
  const bia = { id: 0, name: '', email: '', token }
  expect((await world.chamar(bia, 'GET', '/api/me')).statusCode).toBe(401)
  expect((await entrar(world, SENHA)).statusCode).toBe(200)
  const acoes = await world.db
    .selectFrom('log')
    .select('acao')
    .where('acao', 'like', 'administrador.%')
    .orderBy('id')
    .execute()
  expect(acoes.map(({ acao }) => acao)).toEqual([
    'administrador.criar',
    'administrador.reativar',
    'administrador.zerar_segundo_fator',
    'administrador.mudar',
  ])
})

test('a refusal says why, and an unknown command prints the help', async ({ world }) => {
  await expect(admin(world, 'criar nada')).rejects.toThrow('Informe um e-mail válido')
  await expect(admin(world, 'criar bia@exemplo.com.br Bia', '1234567890')).rejects.toThrow(/senha/i)
  await expect(admin(world, 'senha ninguem@exemplo.com.br')).rejects.toThrow('Nenhum administrador com o e-mail')
  expect((await admin(world, 'que')).join('\n')).toContain('npm run admin -- segundo-fator')
})
