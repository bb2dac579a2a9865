import { describe, expect } from 'vitest'
import { TIPOS_MODELO } from '#domain/modelo.ts'
import { MODELOS_PADRAO } from '#domain/modelos-padrao.ts'
import { modeloAprovado } from '#server/configuracao/modelos-em-uso.queries.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { aprovarModelos } from '#test/modelos.ts'
import { garantirModelos } from './modelos.queries.ts'
import { aplicarEventoModelo } from './parecer.actions.ts'

const base = '/api/admin/configuracoes/mensagens'

describe('GET templates', () => {
  test('the types, each with its default text, not yet submitted', async ({ world }) => {
    const admin = await world.criarAdmin()
    await garantirModelos(world.db, world.relogio.agora())
    const resposta = await world.chamar(admin, 'GET', `${base}/templates`)
    expect(resposta.statusCode).toBe(200)
    expect(Object.keys(resposta.json()).sort()).toEqual([...TIPOS_MODELO].sort())
    expect(resposta.json().lembrete).toMatchObject({
      tipo: 'lembrete',
      texto: MODELOS_PADRAO.lembrete.texto,
      texto_em_uso: null,
      situacao: 'local',
      categoria: 'UTILITY',
      idioma: 'pt_BR',
    })
    expect(resposta.json().fora_do_horario.texto_em_uso).toBe(MODELOS_PADRAO.fora_do_horario.texto)
  })
})

describe('PUT a template', () => {
  test('keeps the text as a new version, with its log; Meta away, it waits as local and says why', async ({
    world,
  }) => {
    const admin = await world.criarAdmin()
    const texto = 'Olá, {{nome}}! Sua conta de {{valor}} na {{empresa}} vence em poucos dias, por favor confira.'
    const resposta = await world.chamar(admin, 'PUT', `${base}/lembrete`, { texto })
    expect(resposta.statusCode).toBe(200)
    expect(resposta.json()).toMatchObject({
      texto,
      situacao: 'local',
      versao: 2,
      variaveis: ['nome', 'valor', 'empresa'],
    })
    const logs = await world.db.selectFrom('log').select(['acao', 'usuario_id']).execute()
    expect(logs).toEqual([{ acao: 'modelo.mudar', usuario_id: admin.id }])
  })

  test('the same text is no change', async ({ world }) => {
    const admin = await world.criarAdmin()
    const texto = MODELOS_PADRAO.fora_do_horario.texto
    const resposta = await world.chamar(admin, 'PUT', `${base}/fora_do_horario`, { texto })
    expect(resposta.json()).toMatchObject({ versao: 1, situacao: 'local' })
  })

  test.for([
    ['an unknown type', 'inexistente', 'Olá, tudo bem?', 404],
    ['an unknown variable', 'lembrete', 'Olá {{nao_existe}}, tudo bem?', 422],
    ['a form that Meta refuses', 'lembrete', '{{nome}}, sua conta vence amanhã.', 422],
    ['1,025 characters', 'lembrete', 'a'.repeat(1025), 422],
    ['blanks', 'lembrete', '  ', 422],
  ] as const)('%s is refused', async ([, tipo, texto, status], { world }) => {
    const admin = await world.criarAdmin()
    const resposta = await world.chamar(admin, 'PUT', `${base}/${tipo}`, { texto })
    expect(resposta.statusCode).toBe(status)
    if (status === 422) expect(Object.keys(resposta.json().errors)).toEqual(['texto'])
  })
})

describe('what is sent', () => {
  const evento = (nome: string, evento: string, motivo: string | null = null) => ({
    nome,
    idioma: 'pt_BR',
    evento,
    motivo,
  })

  test('the last approved version, while a newer one waits, is rejected or is approved', async ({ world }) => {
    const agora = world.relogio.agora()
    const admin = await world.criarAdmin()
    const nomear = (numero: number, nome: string) =>
      world.db
        .updateTable('modelo_versao')
        .set({ nome_meta: nome })
        .where('tipo', '=', 'atraso')
        .where('numero', '=', numero)
        .execute()
    const ouvir = (nome: string, o: string, motivo?: string) =>
      world.db.transaction().execute((trx) => aplicarEventoModelo(trx, evento(nome, o, motivo ?? null), agora))
    const emUso = async () => (await modeloAprovado(world.db, 'atraso'))?.nome ?? null

    await nomear(1, 'um')
    expect(await emUso()).toBe(null)
    await ouvir('um', 'APPROVED')
    expect(await emUso()).toBe('um')
    await ouvir('um', 'PENDING') // late
    expect(await emUso()).toBe('um')
    const apagar = (apagada_em: Date | null) =>
      world.db.updateTable('modelo_versao').set({ apagada_em }).where('nome_meta', '=', 'um').execute()
    await apagar(agora) // at Meta it is no more
    expect(await emUso()).toBe(null)
    await apagar(null)

    await world.chamar(admin, 'PUT', `${base}/atraso`, { texto: 'Um texto novo, sem nenhuma variável dentro dele.' })
    await nomear(2, 'dois')
    await ouvir('dois', 'REJECTED', 'PROMOTIONAL')
    expect(await emUso()).toBe('um')
    const modelo = (await world.chamar(admin, 'GET', `${base}/templates`)).json().atraso
    expect(modelo).toMatchObject({ situacao: 'rejeitado', texto_em_uso: MODELOS_PADRAO.atraso.texto })
    expect(modelo.motivo).toContain('propaganda')

    await ouvir('dois', 'APPROVED')
    expect(await emUso()).toBe('dois')
    await ouvir('dois', 'PAUSED')
    expect(await emUso()).toBe(null)
    await ouvir('dois', 'FLAGGED')
    await ouvir('dois', 'REINSTATED')
    expect(await emUso()).toBe('dois')
    await ouvir('de outro sistema', 'APPROVED')
  })
})

test('a text tells of a disputed account what it owed when the dispute began, as its code and its page do', async ({
  world,
}) => {
  await aprovarModelos(world)
  const ana = await world.criarOperador()
  const { id, contas } = await world.criarCliente()
  await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/contestacoes`, { contas, motivo: 'valor' })
  world.relogio.passar({ dias: 10 })
  const enviada = await world.chamar(await world.criarOperador(), 'POST', `/api/operador/clientes/${id}/mensagens`, {
    template: 'atraso',
  })
  expect(enviada.json().conteudo).toContain('R$ 102,17')
})
