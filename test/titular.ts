import { sql } from 'kysely'
import { expect } from 'vitest'
import { emTransacao } from '#server/db/transacao.ts'
import { registrarMovimentos } from '#server/movimentos/registrar.actions.ts'
import { umPix } from '#test/movimento.ts'
import type { Pessoa, World } from '#test/world.ts'

export const PESSOA = {
  nome: 'Maria Rara',
  documento: '52998224725',
  telefone: '+5511987654321',
  email: 'maria@rara.com',
  codigo_externo: 'RARA-1',
}
const SINAIS = 'maria|rara|52998224725|529\\.982|87654321|8765-4321|sigilo'

/** Every table that still contains personal data of the customer. */
export async function ondeAparece(world: World): Promise<string[]> {
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

/** A customer with personal data in every place that can hold it. */
export async function comTudo(world: World) {
  const [admin, ana] = [await world.criarAdmin(), await world.criarOperador()]
  const { id, contatoId, contas } = await world.criarCliente({ ...PESSOA, operador_id: ana.id }, [
    { numero: 'NF-9' },
    { numero: 'Mensalidade Maria Rara' },
    { numero: '529.982.247-25' },
    { numero: 'FAT 12' },
  ])
  const quem = { id, contatoId, contas }
  await escreverPelasTelas(world, ana, quem)
  await receberDinheiro(world, quem)
  await conversar(world, quem)
  await contarAProgramas(world, admin, quem)
  await importar(world, ana, quem)
  await registrarComoAntes(world, quem)
  return { admin, ...quem }
}

type Titular = Pick<Awaited<ReturnType<World['criarCliente']>>, 'id' | 'contatoId' | 'contas'>

async function escreverPelasTelas(world: World, ana: Pessoa, { id, contatoId, contas }: Titular) {
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
  await chamar('POST', `clientes/${id}/anotacoes`, { texto: 'sigilo: a Maria está doente' })
  await world.db
    .insertInto('autorizacao')
    .values({
      cliente_id: id,
      contato_id: contatoId,
      origem: 'telefone',
      texto: 'sigilo: a Maria autorizou',
      em: world.hoje(),
      criada_em: world.relogio.agora(),
    })
    .execute()
}

async function receberDinheiro(world: World, { id }: Titular) {
  const agora = world.relogio.agora()
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
  // A movement of no customer that names the person, and has their document.
  const alheio = umPix(world, {
    pagador: { nome: 'M RARA', documento: PESSOA.documento },
    descricao: 'PIX DE M RARA',
  })
  await emTransacao(world.db, (trx) => registrarMovimentos(trx, [alheio], { agora }))
}

async function conversar(world: World, { id, contatoId }: Titular) {
  const agora = world.relogio.agora()
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
}

async function contarAProgramas(world: World, admin: Pessoa, { id }: Titular) {
  const agora = world.relogio.agora()
  await sql`
    with w as (insert into webhook (url, eventos, desde, criado_por, created_at)
        values ('https://programa.example', array['cliente.mudou'], 0, ${admin.id}, ${agora}) returning id),
      e as (insert into evento_de_integracao (tipo, cliente_id, dados, created_at)
        values ('cliente.mudou', ${id}, ${JSON.stringify({ codigo_externo: PESSOA.codigo_externo })}, ${agora}) returning *)
    insert into entrega (webhook_id, evento_id, tipo, cliente_id, dados, ocorrido_em, proxima_em, desde)
    select w.id, e.id, e.tipo, e.cliente_id, e.dados, ${agora}, ${agora}, ${agora} from w, e`.execute(world.db)
}

async function importar(world: World, ana: Pessoa, { id, contas }: Titular) {
  const criada_em = world.relogio.agora()
  const importacao = await world.db
    .insertInto('importacao')
    .values({
      tipo: 'csv',
      arquivo: 'maria rara.csv',
      usuario_id: ana.id,
      situacao: 'concluida',
      resultado: JSON.stringify({ erros: [{ linha: 2, mensagem: 'O CPF 529.982.247-25 de Maria Rara não confere.' }] }),
      criada_em,
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
      criada_em,
    })
    .execute()
}

/** Log lines as earlier versions wrote them. */
async function registrarComoAntes(world: World, { id, contas }: Titular) {
  const linha = { created_at: world.relogio.agora(), nivel: 'info' as const, entidade: 'cliente', entidade_id: id }
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
}
