import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { criarCorreio } from '#server/correio/correio.ts'
import { linha } from '#test/linha.ts'
import { acoes, DE, definir, entrar, enviar, HASH, NOVA, pedir, receber, SENHA, test } from '#test/senha-esquecida.ts'
import { test as comMundo } from '#test/world.ts'
import { enviarLinks } from './enviar.actions.ts'
import { esquecerPedidos } from './recuperacao.queries.ts'

describe('a forgotten password', () => {
  test('is set by the link that was mailed, once; every session ends, none opens, the second factor stays', async ({
    world,
    caixa,
  }) => {
    const ana = await world.criarAdmin({
      senha_hash: await HASH,
      senha_de_outro: true,
      name: 'Ana <b>',
      segundo_fator_em: world.relogio.agora(),
    })
    const token = await receber(world, caixa, { ...ana, email: ana.email.toUpperCase() })
    const [carta] = caixa.recebidos()
    expect(carta).toMatchObject({ de: DE, para: [ana.email], assunto: expect.stringContaining('Senha nova') })
    expect(carta?.texto).toContain(`http://127.0.0.1:3000/senha/nova#token=${token}`)
    expect(carta?.html).toContain('Ana &lt;b&gt;')
    expect(carta?.html).toContain(`href="http://127.0.0.1:3000/senha/nova#token=${token}"`)

    const mesma = await definir(world, token, { password: SENHA, password_confirmation: SENHA })
    expect([mesma.statusCode, Object.keys(mesma.json().errors)], 'what another typed').toEqual([422, ['password']])
    const feita = await definir(world, token)
    expect([feita.statusCode, feita.body, feita.headers['set-cookie']]).toEqual([204, '', undefined])
    expect((await world.chamar(ana, 'GET', '/api/me')).statusCode).toBe(401)
    expect((await entrar(world, ana, SENHA)).statusCode).toBe(401)
    const comANova = await entrar(world, ana, NOVA)
    expect([comANova.statusCode, comANova.json().codigo]).toEqual([401, 'segundo_fator'])
    const usuario = await linha(world, 'usuario', ana.id)
    expect(usuario).toMatchObject({ senha_de_outro: false, segundo_fator_em: expect.anything() })

    const outraVez = await definir(world, token)
    expect([outraVez.statusCode, Object.keys(outraVez.json().errors)]).toEqual([422, ['token']])
    expect(await acoes(world)).toEqual([
      'sessao.enviar_link',
      'sessao.recuperar_senha',
      'sessao.recusar',
      'sessao.recusar',
    ])
    const { rows } = await sql<{ tudo: string }>`select json_agg(t)::text as tudo from
      (select to_json(l) from log l union all select to_json(k) from link_de_senha k) t`.execute(world.db)
    expect(rows[0]?.tudo).not.toContain(token)
  })

  test('the latest link is valid for 30 minutes; an older one, one for a changed e-mail and one of a blocked user are not', async ({
    world,
    caixa,
  }) => {
    const ana = await world.criarOperador()
    const primeiro = await receber(world, caixa, ana)
    const segundo = await receber(world, caixa, ana)
    expect((await definir(world, primeiro)).statusCode).toBe(422)
    world.relogio.passar({ minutos: 30 })
    expect((await definir(world, segundo)).statusCode).toBe(422)
    const terceiro = await receber(world, caixa, ana)
    world.relogio.passar({ minutos: 29, segundos: 59 })
    const mudar = (campos: { email?: string; status?: 'Ativo' | 'Bloqueado' }) =>
      world.db.updateTable('usuario').set(campos).where('id', '=', ana.id).execute()
    await mudar({ email: 'outro@exemplo.com.br' })
    expect((await definir(world, terceiro)).statusCode).toBe(422)
    await mudar({ email: ana.email, status: 'Bloqueado' })
    expect((await definir(world, terceiro)).statusCode).toBe(422)
    await mudar({ status: 'Ativo' })
    expect((await definir(world, terceiro, { password: 'senha12345' })).json().errors).toHaveProperty('password')
    expect((await definir(world, terceiro, { password_confirmation: 'x' })).json().errors).toHaveProperty(
      'password_confirmation',
    )
    expect((await definir(world, terceiro)).statusCode).toBe(204)
  })

  test('a password changed meanwhile ends the link', async ({ world, caixa }) => {
    const admin = await world.criarAdmin()
    const ana = await world.criarOperador()
    const token = await receber(world, caixa, ana)
    const senhas = { password: SENHA, password_confirmation: SENHA }
    expect((await world.chamar(admin, 'PUT', `/api/admin/operadores/${ana.id}`, senhas)).statusCode).toBe(200)
    expect((await definir(world, token)).statusCode).toBe(422)
    expect((await entrar(world, ana, SENHA)).statusCode).toBe(200)
  })

  test('one link used eight times at once sets one password', async ({ world, caixa }) => {
    const ana = await world.criarOperador()
    const token = await receber(world, caixa, ana)
    const senhas = Array.from({ length: 8 }, (_, i) => `${NOVA}-${i}`)
    const respostas = await Promise.all(
      senhas.map((password) => definir(world, token, { password, password_confirmation: password })),
    )
    const certas = senhas.filter((_, i) => respostas[i]!.statusCode === 204)
    expect(respostas.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, ...Array(7).fill(422)])
    expect((await entrar(world, ana, certas[0]!)).statusCode).toBe(200)
  })

  test('earlier wrong guesses do not keep out whoever proved by it who they are', async ({ world, caixa }) => {
    const ana = await world.criarOperador({ senha_hash: await HASH })
    for (let vez = 0; vez < 11; vez += 1) await entrar(world, ana, 'errada-errada')
    expect((await entrar(world, ana, SENHA)).statusCode).toBe(429)
    expect((await definir(world, await receber(world, caixa, ana))).statusCode).toBe(204)
    expect((await entrar(world, ana, NOVA)).statusCode).toBe(200)
  })
})

describe('asking for a link', () => {
  test('does not look whose the e-mail is: it is answered while nobody’s name can be read', async ({
    world,
    caixa,
  }) => {
    const ana = await world.criarOperador()
    const fechada = Promise.withResolvers<void>()
    const livre = Promise.withResolvers<void>()
    const dono = world.db.transaction().execute(async (trx) => {
      await sql`select from usuario for update`.execute(trx)
      fechada.resolve()
      await livre.promise
    })
    await fechada.promise
    const respostas = await Promise.all([pedir(world, ana.email), pedir(world, 'ninguem@exemplo.com.br')])
    livre.resolve()
    await dono
    const vistas = respostas.map(({ statusCode, body, headers }) => [statusCode, body, Object.keys(headers).toSorted()])
    expect(vistas[0]).toEqual(vistas[1])
    expect(vistas[0]?.slice(0, 2)).toEqual([204, ''])
    const { rows } = await sql`select situacao, tentativas from pedido_de_senha`.execute(world.db)
    expect(rows).toEqual(Array(2).fill({ situacao: 'pendente', tentativas: 0 }))
    await enviar(world)
    expect(caixa.recebidos().map(({ para }) => para)).toEqual([[ana.email]])
    expect(await acoes(world)).toEqual(expect.arrayContaining(['sessao.recusar', 'sessao.enviar_link']))
  })

  test('brings three mails an hour to an e-mail, however many ask at once, and none to whoever is blocked', async ({
    world,
    caixa,
  }) => {
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador({ status: 'Bloqueado' })]
    await pedir(world, bia.email)
    const respostas = await Promise.all(Array.from({ length: 12 }, () => pedir(world, ana.email)))
    expect(new Set(respostas.map(({ statusCode }) => statusCode))).toEqual(new Set([204]))
    const contar = async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pedido_de_senha
        where situacao = 'pendente' and email = ${ana.email}`.execute(world.db)
      return rows[0]?.n
    }
    expect(await contar()).toBe(3)
    await enviar(world)
    // Asked at once, they are one mail: only the latest link would serve.
    expect(caixa.recebidos().map(({ para }) => para)).toEqual([[ana.email]])
    world.relogio.passar({ minutos: 59 })
    await pedir(world, ana.email)
    expect(await contar()).toBe(0)
    world.relogio.passar({ minutos: 1 })
    await pedir(world, ana.email)
    expect(await contar()).toBe(1)
    await enviar(world)
    world.relogio.passar({ horas: 1 })
    await esquecerPedidos(world.db, world.relogio.agora())
    expect((await sql`select from pedido_de_senha`.execute(world.db)).rows).toEqual([])
    expect((await sql`select from link_de_senha`.execute(world.db)).rows).toEqual([])
  })

  test('is not kept from its person by whoever asks for it without end', async ({ world, caixa }) => {
    const ana = await world.criarOperador()
    const mandados: number[] = []
    for (let vez = 0; vez < 24; vez += 1) {
      await pedir(world, ana.email)
      await enviar(world)
      mandados.push(caixa.recebidos().length)
      world.relogio.passar({ minutos: 10 })
    }
    // Three in each hour, however often somebody asked for more meanwhile.
    expect([5, 11, 17, 23].map((vez) => mandados[vez])).toEqual([3, 6, 9, 12])
  })

  test('by a clock that is set back an hour is mailed at once, and counts against nobody', async ({ world, caixa }) => {
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
    world.relogio.passar({ horas: 1 })
    for (let vez = 0; vez < 3; vez += 1) {
      await pedir(world, ana.email)
      await enviar(world)
    }
    await pedir(world, bia.email)
    world.relogio.passar({ horas: -1 })
    await enviar(world)
    expect(caixa.recebidos()[0]?.para).toEqual([bia.email])
    await pedir(world, ana.email)
    await enviar(world)
    expect(caixa.recebidos().map(({ para }) => para)).toEqual([[ana.email], [bia.email], ...Array(3).fill([ana.email])])
  })

  test('and put off by a clock that is set back half an hour is mailed at once, not before its pause by one that goes right', async ({
    world,
    caixa,
  }) => {
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
    await pedir(world, ana.email)
    world.relogio.passar({ minutos: 30 })
    const { correio } = world.servicos
    world.servicos.correio = criarCorreio({ url: 'smtp://127.0.0.1:1', de: DE })
    await enviar(world)
    world.relogio.passar({ minutos: -30 })
    await pedir(world, bia.email)
    await enviarLinks(world.servicos, correio!, new AbortController().signal)
    // Both leave at once: which arrives first, nobody can say.
    expect(new Set(caixa.recebidos().flatMap(({ para }) => para))).toEqual(new Set([ana.email, bia.email]))
    await pedir(world, ana.email)
    await enviar(world) // still down: it waits its five seconds
    await enviarLinks(world.servicos, correio!, new AbortController().signal)
    expect(caixa.recebidos()).toHaveLength(2)
  })

  test('from one address without end is told to wait, as is guessing links', async ({ world, caixa }) => {
    expect(caixa.recebidos()).toEqual([])
    const vezes = Array.from({ length: 51 }, (_, i) => i)
    for (const i of vezes) expect((await pedir(world, `p${i}@exemplo.com.br`)).statusCode).toBe(204)
    const recusado = await pedir(world, 'mais@exemplo.com.br')
    expect([recusado.statusCode, recusado.headers['retry-after']]).toEqual([429, '900'])
    for (const i of vezes.slice(1)) expect((await definir(world, `nada-${i}`)).statusCode).toBe(422)
    expect((await definir(world, 'nada')).statusCode).toBe(429)
    expect((await definir(world, 'nada')).statusCode).toBe(429)
  })

  comMundo('is not there without mail, and the sign-in page knows', async ({ world }) => {
    world.servicos.correio = null
    expect((await pedir(world, 'a@exemplo.com.br')).statusCode).toBe(404)
    const resposta = await world.chamar(null, 'POST', '/api/senha/nova', {})
    expect([resposta.statusCode, resposta.json().message]).toEqual([404, expect.stringContaining('administrador')])
    expect((await world.chamar(null, 'GET', '/api/empresa')).json().senha_por_email).toBe(false)
  })
})
