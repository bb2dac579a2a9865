import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { CLIENTE_PADRAO } from '#emulator/pix/psp.ts'
import { prepararChaves } from '#server/segredos/preparar.actions.ts'
import { esperarAte } from '#test/espera.ts'
import { noMesmoMundo } from '#test/mesmo-mundo.ts'
import { BancoEmulado, CHAVE_PIX, PIX } from '#test/psp.ts'
import { type Pessoa, test, type World } from '#test/world.ts'

const URL = '/api/admin/configuracoes/recebimento'
const ver = async (world: World, admin: Pessoa) => (await world.chamar(admin, 'GET', URL)).json()
const mudar = (world: World, admin: Pessoa, corpo: object) => world.chamar(admin, 'PUT', URL, corpo)

async function comBanco(
  world: World,
  usar: (banco: BancoEmulado, admin: Pessoa) => Promise<void>,
  preparar: (banco: BancoEmulado) => void = () => undefined,
) {
  const banco = new BancoEmulado(world)
  preparar(banco)
  await banco.abrir()
  try {
    await usar(banco, await world.criarAdmin())
  } finally {
    await banco.fechar()
  }
}

describe('what the company decided of money that comes', () => {
  test('has its defaults, and what a PUT leaves out stays', async ({ world }) => {
    const admin = await world.criarAdmin()
    expect(await ver(world, admin)).toEqual({
      empresa: { cnpj: null, endereco: null, telefone: null },
      pix: null,
      psp: null,
      botao_de_pagamento: false,
      carencia_dias_uteis: 2,
      promessa_max_dias: 10,
      perdao_maximo: 20,
      confirmar_pessoa: 'nunca',
      webhook_url: null,
      situacao: null,
      erro: null,
      webhook_erro: null,
      webhook_recebido_em: null,
      avisos_de_lado: 0,
      conferido_em: null,
    })
    const corpo = { empresa: { cnpj: '11.222.333/0001-81' }, perdao_maximo: 0, confirmar_pessoa: 'cpf' }
    expect((await mudar(world, admin, corpo)).statusCode).toBe(200)
    await mudar(world, admin, { empresa: { telefone: '(11) 4002-8922' }, carencia_dias_uteis: 0 })
    expect(await ver(world, admin)).toMatchObject({
      empresa: { cnpj: '11222333000181', endereco: null, telefone: '(11) 4002-8922' },
      perdao_maximo: 0,
      confirmar_pessoa: 'cpf',
      carencia_dias_uteis: 0,
      promessa_max_dias: 10,
    })
    const logs = await world.db.selectFrom('log').select(['acao', 'usuario_id', 'dados']).orderBy('id').execute()
    expect(logs).toMatchObject([
      { acao: 'recebimento.configurar', usuario_id: admin.id },
      { dados: { campos: ['telefone', 'carencia_dias_uteis'] } },
    ])
  })

  noMesmoMundo.for([
    [{ empresa: { cnpj: '529.982.247-25' } }, 'empresa.cnpj', 'Este é um CPF. Aqui vai o CNPJ da empresa.'],
    [{ empresa: { cnpj: '11222333000182' } }, 'empresa.cnpj', 'O CNPJ não confere: os dois últimos dígitos seriam 81.'],
    [{ pix: { chave: '11987654321' } }, 'pix.chave', 'Se a chave é um celular, escreva com o +55: +5511987654321.'],
    [{ pix: { chave: CHAVE_PIX } }, 'pix.nome', 'Informe o nome de quem recebe, como o cliente o conhece.'],
    [{ pix: { ...PIX, nome: '???' } }, 'pix.nome', 'O nome de quem recebe precisa ter letras.'],
    [{ carencia_dias_uteis: 11 }, 'carencia_dias_uteis', expect.any(String)],
    [{ promessa_max_dias: 0 }, 'promessa_max_dias', expect.any(String)],
    [{ perdao_maximo: -0.01 }, 'perdao_maximo', 'O valor não pode ser negativo.'],
    [{ confirmar_pessoa: 'talvez' }, 'confirmar_pessoa', 'Informe nunca, cpf ou sempre.'],
    [{ psp: { client_id: 'a' } }, 'psp.base_url', 'Informe como o PSP o dá.'],
  ] as const)('%j is refused on its field', async ([corpo, campo, frase], { world }) => {
    const resposta = await mudar(world, await world.criarAdmin(), corpo)
    expect(resposta.statusCode).toBe(422)
    expect(resposta.json().errors).toMatchObject({ [campo]: [frase] })
  })
})

describe('the Pix key', () => {
  test('is kept as banks keep it, goes into messages, and needs whom it is of', async ({ world }) => {
    const admin = await world.criarAdmin()
    const pix = { chave: '11.222.333/0001-81', nome: 'Modelo Embalagens', cidade: 'São Paulo' }
    expect((await mudar(world, admin, { pix })).json()).toMatchObject({ pix: { ...pix, chave: CHAVE_PIX } })
    expect((await mudar(world, admin, { pix: { cidade: 'Campinas' } })).json().pix).toEqual({
      chave: CHAVE_PIX,
      nome: 'Modelo Embalagens',
      cidade: 'Campinas',
    })
    const { pix: dasMensagens } = await world.db.selectFrom('configuracao').select('pix').executeTakeFirstOrThrow()
    expect(dasMensagens).toBe(CHAVE_PIX)
    expect((await mudar(world, admin, { pix: null })).json().pix).toBeNull()
  })

  test('from before the receiver was asked for goes on in messages, and makes no code yet', async ({ world }) => {
    const admin = await world.criarAdmin()
    await sql`update configuracao set pix = '11.222.333/0001-81'`.execute(world.db)
    expect((await ver(world, admin)).pix).toEqual({ chave: '11.222.333/0001-81', nome: '', cidade: '' })
    expect((await world.servicos.pix.meios()).recebedor).toBeNull()
    await mudar(world, admin, { pix: { nome: 'Modelo', cidade: 'Campinas' } })
    expect((await world.servicos.pix.meios()).recebedor).toEqual({
      chave: CHAVE_PIX,
      nome: 'Modelo',
      cidade: 'Campinas',
    })
  })
})

describe('the PSP', () => {
  test('is proved, then answers; nothing secret is told again', async ({ world }) => {
    await comBanco(world, async (banco, admin) => {
      const sem = await mudar(world, admin, { psp: banco.acesso })
      expect(sem.json().errors).toHaveProperty('pix')
      const resposta = await mudar(world, admin, { pix: PIX, psp: { ...banco.acesso, cabecalhos: { 'x-app': 'abc' } } })
      expect(resposta.statusCode).toBe(200)
      expect(resposta.json()).toMatchObject({
        psp: {
          base_url: `${banco.base}/v2`,
          client_id: 'empresa',
          gravados: { client_secret: true, certificado: false, chave_privada: false, cabecalhos: true },
        },
        situacao: 'conectado',
        erro: null,
        conferido_em: world.relogio.agora().toISOString(),
      })
      expect(resposta.json().webhook_url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/api\/webhooks\/pix\/[\w-]{43}$/)
      expect(resposta.body).not.toContain('segredo-do-emulador')
      expect(resposta.body).not.toContain('"abc"')
      expect(banco.pedidos).toEqual(['POST /v2/oauth/token', 'GET /v2/pix'])
      const linha = await world.db.selectFrom('recebimento').selectAll().executeTakeFirstOrThrow()
      expect(linha.psp_client_secret_cifrado!.includes('segredo')).toBe(false)
      const api = await world.servicos.pix.api()
      expect(await api!.provar(world.relogio.agora())).toMatchObject({ tipo: 'ok' })
    })
  })

  test('that refuses does not take the place of one that works', async ({ world }) => {
    await comBanco(world, async (banco, admin) => {
      await banco.ligar(admin)
      const antes = await ver(world, admin)
      const errada = await mudar(world, admin, { psp: { client_secret: 'outro' } })
      expect(errada.statusCode).toBe(422)
      expect(errada.json().errors.psp[0]).toMatch(/^Cliente ou segredo não conferem\. Nada foi mudado/)
      banco.psp.falhas.provocar({ como: 'pagina' })
      expect((await mudar(world, admin, { psp: { client_id: 'empresa' } })).statusCode).toBe(422)
      expect(await ver(world, admin)).toEqual(antes)
    })
  })

  test('at another address wants what was given to the one before, and gets an address of its own to call', async ({
    world,
  }) => {
    await comBanco(world, async (banco, admin) => {
      await mudar(world, admin, { pix: PIX, psp: { ...banco.acesso, cabecalhos: { 'x-app': 'abc' } } })
      const { webhook_url: antes } = await ver(world, admin)
      const base_url = `${banco.base}/v2?chave=1`
      const semSegredos = await mudar(world, admin, { psp: { base_url } })
      expect(Object.keys(semSegredos.json().errors)).toEqual(['psp.client_secret', 'psp.cabecalhos'])
      const tudo = { base_url, client_secret: banco.acesso.client_secret, cabecalhos: null }
      const resposta = await mudar(world, admin, { psp: tudo })
      expect(resposta.json()).toMatchObject({ psp: { base_url, gravados: { cabecalhos: false } } })
      expect(resposta.json().webhook_url).not.toBe(antes)
    })
  })

  test('of which two change each a part at once is what the first says: the second is told', async ({ world }) => {
    await comBanco(world, async (banco, admin) => {
      await banco.ligar(admin)
      const partes = [{ psp: { cabecalhos: { 'x-chave': '1' } } }, { psp: { client_secret: CLIENTE_PADRAO.segredo } }]
      const nomes = [{ pix: { nome: 'Modelo SA' } }, { pix: { cidade: 'Santos' } }]
      for (const mudancas of [partes, nomes]) {
        // Both have read what there is when the first of them may write.
        const ditas = await world.db.transaction().execute(async (trx) => {
          await sql`select from recebimento for update`.execute(trx)
          const pedidas = Promise.all(mudancas.map((uma) => mudar(world, admin, uma)))
          await esperarAte('both wait', async () => {
            const { rows } = await sql`select from pg_stat_activity where datname = current_database()
              and wait_event_type = 'Lock' and query like '%"recebimento"%for update%'`.execute(world.db)
            return rows.length === 2
          })
          return { pedidas }
        })
        const status = (await ditas.pedidas).map(({ statusCode }) => statusCode)
        expect(status.toSorted()).toEqual([200, 409])
      }
    })
  })

  test('that only PRIVATE_HOSTS may name is not called', async ({ world }) => {
    await comBanco(world, async (banco, admin) => {
      world.nomeados.length = 0
      for (const campo of ['base_url', 'token_url'] as const) {
        const publico = { ...banco.acesso, base_url: 'https://1.1.1.1/v2', token_url: 'https://1.1.1.1/t' }
        const corpo = { pix: PIX, psp: { ...publico, [campo]: banco.acesso[campo] } }
        expect((await mudar(world, admin, corpo)).json().errors).toHaveProperty([`psp.${campo}`])
      }
      expect(banco.pedidos).toEqual([])
    })
  })

  test('wants a certificate and its key together, and neither without the other', async ({ world }) => {
    await comBanco(world, async (banco, admin) => {
      const tentar = async (psp: object) =>
        (await mudar(world, admin, { pix: PIX, psp: { ...banco.acesso, ...psp } })).json().errors
      expect(await tentar({ certificado: 'abc', chave_privada: 'def' })).toMatchObject({
        'psp.certificado': [expect.stringContaining('não é um certificado em PEM')],
      })
      expect(await tentar({ chave_privada: 'def' })).toHaveProperty(['psp.certificado'])
    })
  })

  test('goes when it is taken away; the key may not go before it', async ({ world }) => {
    await comBanco(world, async (banco, admin) => {
      await banco.ligar(admin)
      expect((await mudar(world, admin, { pix: null })).json().errors).toHaveProperty('pix')
      expect((await mudar(world, admin, { psp: null })).json()).toMatchObject({ psp: null, webhook_url: null })
      expect(await world.servicos.pix.api()).toBeNull()
      expect((await mudar(world, admin, { pix: null })).statusCode).toBe(200)
    })
  })

  test('is asked for its token in the way that it understands', async ({ world }) => {
    const vistos: string[] = []
    const soNoCorpo = ({ app }: BancoEmulado) =>
      app.addHook('preHandler', async ({ url, headers, body }, reply) => {
        if (!url.endsWith('/token')) return
        vistos.push(headers.authorization ? 'basic' : 'form')
        const { client_secret } = body as { client_secret?: string }
        if (client_secret === undefined) return reply.status(401).send({ error_description: 'Só no corpo.' })
      })
    await comBanco(world, (banco, admin) => banco.ligar(admin), soNoCorpo)
    expect(vistos).toEqual(['basic', 'basic', 'form'])
  })

  test('keeps its secrets when SECRET_KEY changes', async ({ world }) => {
    await comBanco(world, async (banco, admin) => {
      await banco.ligar(admin)
      const nova = Buffer.alloc(32, 7)
      await prepararChaves(world.db, nova, world.servicos.chaveSecreta)
      await expect(prepararChaves(world.db, world.servicos.chaveSecreta, null)).rejects.toThrow('SECRET_KEY')
      expect(await prepararChaves(world.db, world.servicos.chaveSecreta, 'perdida')).toMatchObject({ perdidos: 3 })
      expect((await ver(world, admin)).psp.gravados.client_secret).toBe(false)
    })
  })
})
