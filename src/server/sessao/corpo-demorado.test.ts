import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { describe, expect } from 'vitest'
import { esperarAte } from '#test/espera.ts'
import { test, type World } from '#test/world.ts'

interface Pedido {
  token: string
  linha: string
  tipo: string
  corpo: string
}

/** A call whose body goes on only after what happens meanwhile. */
async function aosPoucos(world: World, { token, linha, tipo, corpo }: Pedido, enquanto: () => Promise<unknown>) {
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((world.app.server.address() as AddressInfo).port, '127.0.0.1')
  const resposta = socket.toArray()
  const cabecalhos = `Host: a\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${tipo}`
  socket.write(`${linha} HTTP/1.1\r\n${cabecalhos}\r\nContent-Length: ${corpo.length}\r\n\r\n${corpo.slice(0, 10)}`)
  await enquanto()
  socket.write(corpo.slice(10))
  return Number((await resposta).join('').split(' ')[1])
}

/** The call was let in: a use is noted when the last was two minutes ago. */
const entrou = (world: World, id: number) =>
  esperarAte('the session was looked at', async () => {
    const { usada_em } = await world.db
      .selectFrom('sessao')
      .select('usada_em')
      .where('usuario_id', '=', id)
      .executeTakeFirstOrThrow()
    return Date.parse(usada_em) === world.relogio.agora().getTime()
  })

const CADASTRO = JSON.stringify({ name: 'Ana', email: 'ana@x.br', password: 'x', password_confirmation: 'x' })
const FORMULARIO = [
  '--b\r\nContent-Disposition: form-data; name="csv_file"; filename="c.csv"\r\n\r\n',
  'nome;documento;telefone\r\nMaria;529.982.247-25;11 98765-4321\r\n--b--\r\n',
].join('')
const DE_FORMULARIO = 'multipart/form-data; boundary=b'

describe('what is still arriving when its session ends', () => {
  test.for([
    ['a body', 'admin', 'POST /api/admin/administradores', 'application/json', CADASTRO],
    ['a form', 'operador', 'POST /api/operador/clientes/importar-csv', DE_FORMULARIO, FORMULARIO],
  ] as const)('is refused: %s', async ([, papel, linha, tipo, corpo], { world }) => {
    const quem = papel === 'admin' ? await world.criarAdmin() : await world.criarOperador()
    world.relogio.passar({ minutos: 2 })
    const status = await aosPoucos(world, { token: quem.token, linha, tipo, corpo }, async () => {
      await entrou(world, quem.id)
      expect((await world.chamar(quem, 'POST', '/api/logout')).statusCode).toBe(204)
    })
    expect(status).toBe(401)
  })

  test('is refused of a program whose token was revoked', async ({ world }) => {
    const admin = await world.criarAdmin()
    const pedido = { nome: 'ERP', escopos: ['clientes:escrever'] }
    const { token } = (await world.chamar(admin, 'POST', '/api/admin/tokens', pedido)).json()
    const linha = 'PUT /api/integracao/clientes/ERP-1'
    const status = await aosPoucos(world, { token, linha, tipo: 'application/json', corpo: CADASTRO }, async () => {
      await esperarAte('the token was used', async () => {
        const usados = world.db.selectFrom('token_de_acesso').select('usuario_id').where('usado_em', 'is not', null)
        return (await usados.execute()).length === 1
      })
      await world.db.updateTable('token_de_acesso').set({ revogado_em: world.relogio.agora() }).execute()
    })
    expect(status).toBe(401)
  })

  test('is done while the session lasts', async ({ world }) => {
    const { id, token } = await world.criarOperador()
    world.relogio.passar({ minutos: 2 })
    const linha = 'POST /api/operador/clientes/importar-csv'
    const pedido = { token, linha, tipo: DE_FORMULARIO, corpo: FORMULARIO }
    expect(await aosPoucos(world, pedido, () => entrou(world, id))).toBe(200)
  })
})
