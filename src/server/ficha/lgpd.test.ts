import { sql } from 'kysely'
import { expect } from 'vitest'
import { salvarDasNotas } from '#server/clientes/clientes.das-notas.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { comPolitica } from '#test/aceite.ts'
import { esperarNaTrava } from '#test/espera.ts'
import { registrar } from '#test/julgamento.ts'
import { linha } from '#test/linha.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { umPix } from '#test/movimento.ts'
import { enviarCsv } from '#test/multipart.ts'
import { comTudo, ondeAparece, PESSOA } from '#test/titular.ts'
import { escrever } from '#test/whatsapp.ts'
import type { World } from '#test/world.ts'
import { apagarTitular } from './lgpd.actions.ts'

const anonimizar = (world: World, admin: Parameters<World['chamar']>[0], id: number) =>
  world.chamar(admin, 'POST', `/api/admin/clientes/${id}/anonimizar`, {
    motivo: 'Pedido de Maria Rara, CPF 529.982.247-25',
  })

test('dados exports what is held, and anonymising leaves no trace of the person in any table but their opt-out', async ({
  world,
}) => {
  const { admin, id, contatoId, contas } = await comTudo(world)
  const { registros } = (await world.chamar(admin, 'GET', `/api/admin/clientes/${id}/dados`)).json()
  expect(Object.keys(registros).sort()).toEqual([
    'aceite',
    'anotacao',
    'autorizacao',
    'cliente',
    'codigo',
    'codigo_conta',
    'conta',
    'contato',
    'contestacao',
    'entrega',
    'evento_de_integracao',
    'evento_recebido',
    'execucao_item',
    'importacao_alteracao',
    'importacao_erro',
    'importacao_item',
    'log',
    'log_motivo',
    'mensagem',
    'movimento',
    'negociacao',
    'pagamento',
    'pessoa_do_telefone',
    'promessa',
    'sugestao',
  ])
  for (const onde of [
    'anotacao',
    'conta',
    'pagamento',
    'mensagem',
    'log_motivo',
    'importacao_erro',
    'importacao_alteracao',
    'importacao_item',
    'movimento',
    'sugestao',
  ])
    expect(JSON.stringify(registros[onde]), onde).toMatch(/maria|sigilo/i)

  const recusou = { aceita_mensagens: false, palavra_em: world.relogio.agora() }
  await world.db.updateTable('contato').set(recusou).where('id', '=', contatoId).execute()
  const semMotivo = await world.chamar(admin, 'POST', `/api/admin/clientes/${id}/anonimizar`, {})
  expect(semMotivo.json().errors).toHaveProperty('motivo')
  expect((await anonimizar(world, admin, id)).statusCode).toBe(200)
  expect((await anonimizar(world, admin, id)).json().codigo).toBe('anonimizado')
  expect(await linha(world, 'contato', contatoId)).toMatchObject({ canonico: null, aceita_mensagens: false })
  await world.db.updateTable('cliente').set({ operador_id: null }).where('id', '=', id).execute()
  const volta = { nome: PESSOA.nome }
  const mudada = await world.chamar(await world.criarOperador(), 'PATCH', `/api/operador/clientes/${id}`, volta)
  expect(mudada.statusCode).toBe(409)
  expect(await ondeAparece(world)).toEqual([])
  const { rows } = await sql<{ numero: string }>`select numero from conta order by id`.execute(world.db)
  expect(rows.map(({ numero }) => numero)).toEqual(['NF-9', `Conta ${contas[1]}`, `Conta ${contas[2]}`, 'FAT 12'])
  const historico = (
    await world.chamar(admin, 'GET', `/api/admin/logs?entidade=cliente&entidade_id=${id}&per_page=100`)
  ).json()
  const ditas = historico.data.map(({ descricao }: { descricao: string }) => descricao)
  expect(ditas).toContain(
    `Conta Conta ${contas[1]} de Cliente anonimizado ${id} cancelada. Motivo: [apagado a pedido do titular]`,
  )
  expect(ditas).toContain(`Acordo 3 de Cliente anonimizado ${id} cancelado: [apagado a pedido do titular]`)
  expect(ditas).toContain(
    `Pagamento de R$ 1.234,56 da conta Conta ${contas[1]} de Cliente anonimizado ${id}, feito em 01/02/2026.`,
  )
  expect(ditas.join()).toContain(
    `Dados pessoais de Cliente anonimizado ${id} apagados. Motivo: Pedido de [apagado], CPF [apagado]`,
  )
  const { rows: restam } = await sql`select from importacao_erro where registro::text like '%José%'`.execute(world.db)
  expect(restam).toHaveLength(1)
})

test('dados includes of a phone only the customer’s messages: not those of an earlier holder, or of one who denied being them', async ({
  world,
}) => {
  const [admin, ana] = [await world.criarAdmin(), await world.criarOperador()]
  const telefone = PESSOA.telefone
  const antes = await world.criarCliente({ telefone })
  await escrever(world, { de: telefone.slice(1), texto: 'de quem tinha' })
  const outro = { telefone: '+5511912345678' }
  await world.chamar(ana, 'PATCH', `/api/operador/clientes/${antes.id}`, outro)
  const { id, contatoId } = await world.criarCliente({ telefone })
  await escrever(world, { de: telefone.slice(1), texto: 'de quem tem' })
  const dados = async () => (await world.chamar(admin, 'GET', `/api/admin/clientes/${id}/dados`)).json().registros
  expect(JSON.stringify(await dados())).toMatch(/de quem tem\b/)
  expect(JSON.stringify(await dados())).not.toContain('de quem tinha')
  const negada = { cliente_id: id, contato_id: contatoId!, negada_em: world.relogio.agora() }
  await world.db.insertInto('pessoa_do_telefone').values(negada).execute()
  await escrever(world, { de: telefone.slice(1), texto: 'de quem não é' })
  expect(JSON.stringify(await dados())).not.toContain('de quem não é')
})

test.for([
  ['nobody’s', false],
  ['another customer’s', true],
] as const)(
  'the number that they had before goes too, unless it is kept for somebody: %s now',
  async ([, deOutro], { world }) => {
    const { admin, id, contatoId } = await comTudo(world)
    const outro = { telefone: '+5511912345678' }
    await world.db.updateTable('cliente').set({ status: 'ativo', motivo_pausa: null }).where('id', '=', id).execute()
    const ana = { ...admin, token: (await world.criarOperador()).token }
    await world.db.updateTable('cliente').set({ operador_id: null }).where('id', '=', id).execute()
    expect((await world.chamar(ana, 'PATCH', `/api/operador/clientes/${id}`, outro)).statusCode).toBe(200)
    if (deOutro) await world.criarCliente({ telefone: PESSOA.telefone, contato_id: contatoId })
    expect((await anonimizar(world, admin, id)).statusCode).toBe(200)
    const { canonico } = await linha(world, 'contato', contatoId)
    expect(canonico).toBe(deOutro ? '551187654321' : null)
    if (!deOutro) expect(await ondeAparece(world)).toEqual([])
  },
)

test.for([
  ['nobody’s', false],
  ['a colleague’s', true],
] as const)(
  'a spreadsheet that found %s customer before they were erased brings nobody back',
  async ([, deColega], { world }) => {
    const [admin, ana, bia] = [await world.criarAdmin(), await world.criarOperador(), await world.criarOperador()]
    const { id } = await world.criarCliente({ ...PESSOA, operador_id: deColega ? bia.id : null })
    const csv = `nome;documento;telefone;email\nMaria Rara Nova;${PESSOA.documento};11987654321;maria@rara.com`
    const [importando] = await world.db.transaction().execute(async (trx) => {
      await sql`select from cliente where id = ${id} for update`.execute(trx)
      const resposta = enviarCsv(world, ana, csv)
      await esperarNaTrava(world.db)
      await apagarTitular(trx, id, 'pediu', { origem: 'usuario', usuarioId: admin.id, agora: world.relogio.agora() })
      return [resposta]
    })
    expect((await importando!).statusCode).toBe(200)
    const { nome, telefone, contato_id } = await world.db.selectFrom('cliente').selectAll().executeTakeFirstOrThrow()
    expect({ nome, telefone, contato_id }).toEqual({
      nome: `Cliente anonimizado ${id}`,
      telefone: null,
      contato_id: null,
    })
    expect(await ondeAparece(world)).toEqual([])
  },
)

test('a note that is written after they were erased, and met them in an earlier batch, fills nothing in', async ({
  world,
}) => {
  const { admin, id } = await comTudo(world)
  await anonimizar(world, admin, id)
  const { telefone, email } = PESSOA
  const { chaveSecreta } = world.servicos
  const importacao = {
    importacaoId: 1,
    usuarioId: admin.id,
    agora: world.relogio.agora(),
    chaveSecreta,
    operadorId: null,
  }
  await emTransacao(world.db, (trx) =>
    salvarDasNotas(trx, { novos: [], faltas: [{ id, telefone, email, uf: null, municipio: null }] }, importacao),
  )
  const cliente = await linha(world, 'cliente', id)
  expect([cliente.telefone, cliente.email, cliente.contato_id]).toEqual([null, null, null])
})

test('no answer kept for a repeated act names them, of an administrator’s about their money neither; of nobody else one goes', async ({
  world,
}) => {
  const [admin, operador] = [await world.criarAdmin(), await world.criarOperador()]
  await comPolitica(world, admin)
  const pagar = async (quem: { nome: string }) => {
    const { nome } = quem
    const { id, contas } = await world.criarCliente(quem, [{ valor_centavos: 10_000 }, { valor_centavos: 90_000 }])
    const [pix] = await registrar(world, umPix(world, { valorCentavos: 10_000, pagador: { nome, documento: null } }))
    const fazer = (caminho: string, corpo?: object) =>
      world.chamar(admin, 'POST', `/api/admin/${caminho}`, corpo, { 'idempotency-key': `${caminho} ${id}` })
    const aplicado = await fazer(`conciliacao/movimentos/${pix}/aplicar`, { contas: [{ id: contas[0], valor: 100 }] })
    const pedido = { contas: [contas[1]], desconto: 899, parcelas: 1, primeiro_vencimento: world.hoje() }
    const url = `/api/operador/clientes/${id}/negociacoes`
    const acordo = (await world.chamar(operador, 'POST', url, pedido)).json()
    const aprovado = await fazer(`negociacoes/${acordo.id}/aprovar`)
    expect([aplicado.statusCode, aprovado.statusCode], aprovado.body).toEqual([200, 200])
    return id
  }
  const id = await pagar(PESSOA)
  await pagar({ nome: 'Outra Pessoa' })
  expect((await anonimizar(world, admin, id)).statusCode).toBe(200)
  expect(await ondeAparece(world)).toEqual([])
  expect(await world.db.selectFrom('idempotencia').select('chave').execute()).toHaveLength(2)
})

test('a phone that another customer shares stays theirs', async ({ world }) => {
  const admin = await world.criarAdmin()
  const telefone = '+5511987654321'
  const [um, outro] = [await world.criarCliente({ telefone }), await world.criarCliente({ telefone })]
  expect((await anonimizar(world, admin, um.id)).statusCode).toBe(200)
  expect(await linha(world, 'contato', outro.contatoId)).toMatchObject({ canonico: '551187654321' })
})

test('the log loses nothing about a customer who was not anonymised', async ({ world }) => {
  const { id } = await comTudo(world)
  await expect(sql`select apagar_do_log(${id})`.execute(world.db)).rejects.toThrow(/append-only/)
})

test('an opt-out that waits to be processed counts, and no event of anybody else is touched', async ({ world }) => {
  const { admin, id, contatoId } = await comTudo(world)
  const em = world.relogio.agora()
  const escrito = (chave: string, de: string, body: string) => ({
    chave,
    tipo: 'mensagem',
    ordem: de,
    payload: JSON.stringify({ mensagem: { text: { body } } }),
    recebido_em: em,
  })
  await world.db
    .insertInto('evento_recebido')
    .values([
      escrito('m:1', '551187654321', 'Parar'),
      ...Array.from({ length: 1000 }, (_, i) => escrito(`m:o${i}`, `5511800${i}`, 'oi')),
    ])
    .execute()
  expect((await anonimizar(world, admin, id)).statusCode).toBe(200)
  const contato = await linha(world, 'contato', contatoId)
  expect(contato).toMatchObject({ canonico: null, wa_id: null, bsuid: null, aceita_mensagens: false })
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from evento_recebido where processado_em is null and payload::text like '%oi%'`.execute(
    world.db,
  )
  expect(rows[0]?.n).toBe(1000)
})
