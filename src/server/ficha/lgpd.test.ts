import { sql } from 'kysely'
import { expect } from 'vitest'
import { completarDasNotas } from '#server/clientes/clientes.importacao.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrarMovimentos } from '#server/movimentos/registrar.actions.ts'
import { esperarNaTrava } from '#test/espera.ts'
import { umPix } from '#test/movimento.ts'
import { enviarCsv } from '#test/multipart.ts'
import { escrever } from '#test/whatsapp.ts'
import { test, type World } from '#test/world.ts'
import { apagarTitular } from './lgpd.actions.ts'

const PESSOA = {
  nome: 'Maria Rara',
  documento: '52998224725',
  telefone: '+5511987654321',
  email: 'maria@rara.com',
  codigo_externo: 'RARA-1',
}
const SINAIS = 'maria|rara|52998224725|529\\.982|87654321|8765-4321|sigilo'

/** Every table in which any row still tells who it was. */
async function ondeAparece(world: World): Promise<string[]> {
  const { rows: tabelas } = await sql<{ nome: string }>`
    select relname as nome from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(
    world.db,
  )
  const achadas = await Promise.all(
    tabelas.map(async ({ nome }) => {
      const { rows } = await sql<{ linha: string }>`
        select t::text as linha from ${sql.table(nome)} t where t::text ~* ${SINAIS}`.execute(world.db)
      return rows.map(({ linha }) => `${nome}: ${linha}`)
    }),
  )
  return achadas.flat()
}

/** A customer about whom something personal stands wherever something may. */
async function comTudo(world: World) {
  const [admin, ana] = [await world.criarAdmin(), await world.criarOperador()]
  const { id, contatoId, contas } = await world.criarCliente({ ...PESSOA, operador_id: ana.id }, [
    { numero: 'NF-9' },
    { numero: 'Mensalidade Maria Rara' },
    { numero: '529.982.247-25' },
    { numero: 'FAT 12' },
  ])
  const agora = world.relogio.agora()
  const chamar = async (metodo: 'PATCH' | 'POST' | 'DELETE', caminho: string, corpo: object) => {
    const resposta = await world.chamar(ana, metodo, `/api/operador/${caminho}`, corpo)
    expect([200, 201], resposta.body).toContain(resposta.statusCode)
    return resposta.json()
  }
  const pago = await chamar('POST', `contas-receber/${contas[0]}/pagamentos`, {
    valor: 10,
    pago_em: world.hoje(),
    forma: 'pix',
  })
  await chamar('DELETE', `contas-receber/${contas[0]}/pagamentos/${pago.id}`, { motivo: 'sigilo: era da Maria' })
  await chamar('PATCH', `contas-receber/${contas[1]}/cancelar`, { motivo: 'sigilo: Maria já pagou' })
  await chamar('PATCH', `clientes/${id}/pausar`, { motivo: 'sigilo: Maria pediu' })
  await world.db
    .insertInto('autorizacao')
    .values({
      cliente_id: id,
      contato_id: contatoId,
      origem: 'telefone',
      texto: 'sigilo: a Maria autorizou',
      em: world.hoje(),
      criada_em: agora,
    })
    .execute()
  await chamar('POST', `clientes/${id}/anotacoes`, { texto: 'sigilo: a Maria está doente' })
  const pix = umPix(world, {
    pagador: { nome: 'MARIA RARA', documento: '***982247**' },
    descricao: 'PIX DE MARIA RARA',
  })
  const [movimento] = await emTransacao(world.db, (trx) => registrarMovimentos(trx, [pix], { agora }))
  const certeza = { certeza: 'alta' as const, porque: 'O nome de quem pagou é o de Maria Rara.' }
  await world.db
    .insertInto('sugestao')
    .values({ movimento_id: movimento!.id, ordem: 1, acao: 'aplicar', cliente_id: id, ...certeza })
    .execute()
  // Nobody's, or put aside, and yet the person's: by the document.
  const alheio = umPix(world, {
    pagador: { nome: 'M RARA', documento: PESSOA.documento },
    descricao: 'PIX DE M RARA',
  })
  await emTransacao(world.db, (trx) => registrarMovimentos(trx, [alheio], { agora }))
  const lida = { texto: { body: 'sigilo' }, quem: { wa_id: '5511987654321' } }
  await world.db
    .insertInto('mensagem')
    .values({
      cliente_id: id,
      contato_id: contatoId,
      direcao: 'recebida',
      tipo: 'texto',
      conteudo: 'sigilo: sou a Maria',
      telefone: PESSOA.telefone,
      reacao: 'Maria',
      wamid: 'wamid.A',
      status: 'recebida',
      finalidade: 'recebida',
      created_at: agora,
    })
    .execute()
  await world.db.updateTable('contato').set({ wa_id: '5511987654321', bsuid: 'BR.maria' }).execute()
  const evento = (chave: string, campos: object) => ({
    chave,
    tipo: 'mensagem',
    payload: JSON.stringify(lida),
    recebido_em: agora,
    ordem: null,
    processado_em: null,
    ...campos,
  })
  await world.db
    .insertInto('evento_recebido')
    .values([
      evento('m:wamid.A', { processado_em: agora }),
      evento('s:wamid.A:read', { tipo: 'status' }),
      evento('m:wamid.B', { ordem: '551187654321' }),
      evento('m:wamid.C', { ordem: 'BR.maria', posto_de_lado_em: agora, erro: 'sigilo' }),
      evento('u:1', { tipo: 'usuario', ordem: 'usuarios', processado_em: agora }),
    ])
    .execute()
  await sql`
    with w as (insert into webhook (url, eventos, desde, criado_por, created_at)
        values ('https://programa.example', array['cliente.mudou'], 0, ${admin.id}, ${agora}) returning id),
      e as (insert into evento_de_integracao (tipo, cliente_id, dados, created_at)
        values ('cliente.mudou', ${id}, ${JSON.stringify({ codigo_externo: PESSOA.codigo_externo })}, ${agora}) returning *)
    insert into entrega (webhook_id, evento_id, tipo, cliente_id, dados, ocorrido_em, proxima_em, desde)
    select w.id, e.id, e.tipo, e.cliente_id, e.dados, ${agora}, ${agora}, ${agora} from w, e`.execute(world.db)
  const importacao = await world.db
    .insertInto('importacao')
    .values({
      tipo: 'csv',
      arquivo: 'maria rara.csv',
      usuario_id: ana.id,
      situacao: 'concluida',
      resultado: JSON.stringify({ erros: [{ linha: 2, mensagem: 'O CPF 529.982.247-25 de Maria Rara não confere.' }] }),
      criada_em: agora,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto('importacao_erro')
    .values([
      {
        importacao_id: importacao.id,
        ordem: 1,
        mensagem: 'Telefone (11) 98765-4321 repetido',
        registro: JSON.stringify({ nome: 'Maria Rara' }),
      },
      {
        importacao_id: importacao.id,
        ordem: 2,
        mensagem: 'De outra pessoa',
        registro: JSON.stringify({ nome: 'José' }),
      },
    ])
    .execute()
  await world.db
    .insertInto('importacao_item')
    .values([
      {
        importacao_id: importacao.id,
        entidade: 'conta',
        entidade_id: String(contas[1]),
        acao: 'atualizado',
        antes: JSON.stringify({ numero: 'da Maria Rara' }),
      },
    ])
    .execute()
  await world.db
    .insertInto('importacao_alteracao')
    .values({
      importacao_id: importacao.id,
      cliente_id: id,
      campo: 'nome',
      de: 'Maria',
      para: 'Maria Rara',
      criada_em: agora,
    })
    .execute()
  // As earlier versions wrote to the log.
  const linha = { created_at: agora, nivel: 'info' as const, entidade: 'cliente', entidade_id: id }
  const conta = JSON.stringify({ conta: contas[1] })
  await world.db
    .insertInto('log')
    .values([
      {
        ...linha,
        acao: 'conta.cancelar',
        dados: conta,
        descricao: `Conta da Maria Rara de {cliente:${id}} cancelada. Motivo: sigilo`,
      },
      {
        ...linha,
        acao: 'conta.lancar',
        dados: conta,
        descricao: `Conta da Maria de R$ 10,00, vencendo em 1/2, lançada para {cliente:${id}}.`,
      },
      {
        ...linha,
        acao: 'conta.pagar',
        dados: conta,
        descricao: `Pagamento de R$ 1.234,56 da conta da Maria de {cliente:${id}}, feito em 01/02/2026.`,
      },
      { ...linha, acao: 'negociacao.cancelar', descricao: `Acordo 3 de {cliente:${id}} cancelado: sigilo` },
    ])
    .execute()
  return { admin, id, contatoId, contas }
}

const anonimizar = (world: World, admin: Parameters<World['chamar']>[0], id: number) =>
  world.chamar(admin, 'POST', `/api/admin/clientes/${id}/anonimizar`, {
    motivo: 'Pedido de Maria Rara, CPF 529.982.247-25',
  })

test('dados exports what is held, and anonymising leaves no trace of the person in any table', async ({ world }) => {
  const { admin, id, contas } = await comTudo(world)
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

  expect((await anonimizar(world, admin, id)).statusCode).toBe(200)
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

test('dados tells of a phone only what is the customer’s: not what whoever had it before wrote, or has it and is not them', async ({
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
    const { canonico } = await world.db
      .selectFrom('contato')
      .select('canonico')
      .where('id', '=', contatoId)
      .executeTakeFirstOrThrow()
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
    completarDasNotas(trx, [{ id, telefone, email, uf: null, municipio: null }], importacao),
  )
  const cliente = await world.db.selectFrom('cliente').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect([cliente.telefone, cliente.email, cliente.contato_id]).toEqual([null, null, null])
})

test('of a customer who was not made anonymous the log loses nothing', async ({ world }) => {
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
  const contato = await world.db.selectFrom('contato').selectAll().where('id', '=', contatoId).executeTakeFirstOrThrow()
  expect(contato).toMatchObject({ canonico: null, wa_id: null, bsuid: null, aceita_mensagens: false })
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from evento_recebido where processado_em is null and payload::text like '%oi%'`.execute(
    world.db,
  )
  expect(rows[0]?.n).toBe(1000)
})
