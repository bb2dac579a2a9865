import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { cifrar, SEGREDO_DO_WEBHOOK } from '#server/chaves/cifra.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrarMovimentos } from '#server/movimentos/registrar.actions.ts'
import { hashDaSenha } from '#server/sessao/argon2.ts'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { umPix } from '#test/movimento.ts'
import { type Envio, enviar, enviarCsv } from '#test/multipart.ts'
import { abrirPagina } from '#test/pagina.ts'
import type { Pessoa, World } from '#test/world.ts'

/** The people and records for one line of the matrix: a customer in service, with accounts, of the first operator. */
export interface Cena {
  dono: Pessoa
  outro: Pessoa
  admin: Pessoa
  senha: string
  cliente: number
  contas: number[]
  /** A name that occurs only in the owner's records. */
  segredo: string
}

/** A form body with one file. */
export const arquivo = (campo: string, conteudo: Buffer | string, nome: string): { envio: Envio } => ({
  envio: { campo, conteudo, nome },
})

const SENHA = 'Jacaranda-4417'
const HASH = hashDaSenha(SENHA)

export async function criarCena(world: World): Promise<Cena> {
  const senha_hash = await HASH
  const [dono, outro] = [await world.criarOperador({ senha_hash }), await world.criarOperador({ senha_hash })]
  const admin = await world.criarAdmin({ senha_hash })
  const segredo = `Segredo ${randomUUID()}`
  const { id, contatoId, contas } = await world.criarCliente(
    { nome: segredo, operador_id: dono.id, status: 'em_atendimento' },
    [{}, {}, {}],
  )
  const janela_ate = new Date(world.relogio.agora().getTime() + 3_600_000)
  await world.db.updateTable('contato').set({ janela_ate }).where('id', '=', contatoId).execute()
  return { dono, outro, admin, senha: SENHA, cliente: id, contas, segredo }
}

type Fazer = (world: World, cena: Cena, chamada: string) => Promise<number | string>
/** Creates the record for a URL's `{…}`, by the placeholder's name or the path segment before it. */
const REGISTROS: Record<string, Fazer> = {
  tipo: async () => 'lembrete',
  sessoes: async (world, { dono }) => outraSessao(world, dono),
  segredo: async () => 'adivinhado',
  codigo_externo: async () => 'ERP-1',
  bloqueios: async ({ db }) =>
    (
      await db
        .insertInto('bloqueio')
        .values({ canonico: '551180000001', origem: 'PROCON-SP', registrado_em: '2026-10-01' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id,
  webhooks: async (world, { admin }) => umWebhook(world, admin),
  entregas: async ({ db }) =>
    (await db.selectFrom('entrega').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id,
  ofertas: async () => 1,
  token: async (world, { cliente }) => (await abrirPagina(world, cliente)).token,
  tokens: (world, { admin }) => feito(world, admin, '/api/admin/tokens', { nome: 'ERP', escopos: ['clientes:ler'] }),
  conta: async (_, { contas }) => contas[0]!,
  status: async () => 'em_atendimento',
  operadores: async (_, { dono }) => dono.id,
  administradores: async (world) => (await world.criarAdmin()).id,
  clientes: async (_, { cliente }) => cliente,
  cliente: async (_, { cliente }) => cliente,
  'contas-receber': async (_, { contas }) => contas[0]!,
  pagamentos: (world, { dono, contas }) =>
    feito(world, dono, `/api/operador/contas-receber/${contas[0]}/pagamentos`, {
      valor: 5,
      pago_em: world.hoje(),
      forma: 'pix',
    }),
  negociacoes: (world, { dono, cliente, contas }) =>
    feito(world, dono, `/api/operador/clientes/${cliente}/negociacoes`, {
      contas,
      parcelas: 1,
      primeiro_vencimento: '2026-12-10',
    }),
  contestacoes: async (world, { dono, cliente, contas }) => {
    const envio = {
      campo: 'arquivo',
      conteudo: Buffer.from('%PDF-1.4 x'),
      nome: 'recibo.pdf',
      extra: { contas: String(contas[2]), motivo: 'ja_paguei' },
    }
    return (await enviar(world, dono, `/api/operador/clientes/${cliente}/contestacoes`, envio)).json().id
  },
  promessas: (world, { dono, cliente, contas }) =>
    feito(world, dono, `/api/operador/clientes/${cliente}/promessas`, { contas: [contas[1]], ate: '2026-11-27' }),
  anotacoes: (world, { dono, cliente, segredo }) =>
    feito(world, dono, `/api/operador/clientes/${cliente}/anotacoes`, { texto: segredo }),
  frases: (world, { dono, admin }, chamada) =>
    chamada.includes('/admin/')
      ? feito(world, admin, '/api/admin/configuracoes/frases', { atalho: `oi-${world.numero()}`, texto: 'Oi' })
      : feito(world, dono, '/api/operador/frases', { atalho: `oi-${world.numero()}`, texto: 'Oi' }),
  importacoes: (world, { dono, admin }, chamada) =>
    chamada.includes('/conciliacao/') ? doBanco(world, admin) : importada(world, dono),
  alteracoes: async (world, { outro, cliente, segredo }) => {
    const alteracao = {
      importacao_id: await importada(world, outro),
      cliente_id: cliente,
      campo: 'nome' as const,
      de: segredo,
      para: 'Outro nome',
      criada_em: world.relogio.agora(),
    }
    const { id } = await world.db
      .insertInto('importacao_alteracao')
      .values(alteracao)
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
  movimentos: (world, { segredo }) => registrado(world, segredo),
  mensagens: (world, { cliente }, chamada) => comFoto(world, chamada.includes('/admin/') ? null : cliente),
  execucoes: async (world, { admin }) =>
    (await world.chamar(admin, 'POST', '/api/admin/cobranca/executar', { simular: true })).json().execucao_id,
  eventos: (world, _, chamada) => eventoDeLado(world, chamada.includes('/recebimento/') ? 'pix' : 'whatsapp'),
}

async function outraSessao({ db, relogio }: World, { id }: Pessoa): Promise<number> {
  await criarSessao(db, id, relogio.agora(), null)
  const { ultima } = await db
    .selectFrom('sessao')
    .select((eb) => eb.fn.max<number>('id').as('ultima'))
    .where('usuario_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(ultima)
}

async function importada(world: World, pessoa: Pessoa): Promise<number> {
  const linha = `nome;documento;telefone\nLia;${cpf(world.numero())};11987654321\n`
  return (await enviarCsv(world, pessoa, linha)).json().importacao_id
}

const doBanco = async ({ db, relogio }: World, { id: usuario_id }: Pessoa): Promise<number> => {
  const agora = relogio.agora()
  const linha = { tipo: 'extrato', arquivo: 'x.ofx', usuario_id, situacao: 'concluida', criada_em: agora } as const
  const { id } = await db.insertInto('importacao').values(linha).returning('id').executeTakeFirstOrThrow()
  return id
}

/** A webhook never called, with a pending event. */
async function umWebhook({ db, relogio, servicos }: World, { id: criado_por }: Pessoa): Promise<number> {
  const agora = relogio.agora()
  const segredo_cifrado = cifrar(servicos.chaveSecreta, `whsec_${randomUUID()}`, SEGREDO_DO_WEBHOOK)
  const { id } = await db
    .insertInto('webhook')
    .values({
      url: 'http://127.0.0.1:9/',
      eventos: ['conta.paga'],
      segredo_cifrado,
      desde: 0,
      criado_por,
      created_at: agora,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const evento = {
    evento_id: 1,
    tipo: 'conta.paga',
    cliente_id: 1,
    dados: {},
    ocorrido_em: agora,
  } as const
  await db
    .insertInto('entrega')
    .values({ ...evento, webhook_id: id, proxima_em: agora, desde: agora })
    .execute()
  return id
}

/** A credit, identified by its payer. */
async function registrado(world: World, nome: string): Promise<number> {
  const [movimento] = await emTransacao(world.db, (trx) =>
    registrarMovimentos(trx, [umPix(world, { pagador: { nome, documento: null } })], { agora: world.relogio.agora() }),
  )
  return movimento!.id
}

/** The call's URL with real ids in its placeholders. */
export async function enderecoDe(world: World, cena: Cena, chamada: string): Promise<string> {
  const partes = (chamada.split(' ')[1] ?? '').split('/')
  const prontas: string[] = []
  for (const [i, parte] of partes.entries()) {
    const nome = /^\{(\w+)\}$/.exec(parte)?.[1]
    const fazer = nome === undefined ? undefined : (REGISTROS[nome] ?? REGISTROS[partes[i - 1] ?? ''])
    if (nome !== undefined && !fazer) {
      throw new Error(
        `${chamada}: diga em REGISTROS (test/acesso/cena.ts) o que é {${nome}} depois de "${partes[i - 1]}": ` +
          `\`'${partes[i - 1]}': async (world, cena) => <id de um registro real do dono>\`.`,
      )
    }
    prontas.push(fazer ? String(await fazer(world, cena, chamada)) : parte)
  }
  return prontas.join('/')
}

async function feito(world: World, quem: Pessoa, url: string, corpo: object): Promise<number> {
  const resposta = await world.chamar(quem, 'POST', url, corpo)
  if (resposta.statusCode !== 201) throw new Error(`${url}: ${resposta.statusCode} ${resposta.body}`)
  return resposta.json().id
}

/** A received picture: from the customer, or from an unknown number. */
async function comFoto(world: World, cliente_id: number | null): Promise<number> {
  const nome = `1-${randomUUID()}`
  await mkdir(join(world.pastaDados, 'midias'), { recursive: true })
  await writeFile(join(world.pastaDados, 'midias', nome), Buffer.from('89504e470d0a1a0a', 'hex'))
  const { id } = await world.db
    .insertInto('mensagem')
    .values({
      cliente_id,
      direcao: 'recebida',
      tipo: 'imagem',
      conteudo: '',
      status: 'recebida',
      finalidade: 'recebida',
      midia: JSON.stringify({ id: 'x', arquivo: nome, nome: null, mime: 'image/png' }),
      created_at: world.relogio.agora(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function eventoDeLado(world: World, origem: 'whatsapp' | 'pix'): Promise<number> {
  const agora = world.relogio.agora()
  const daOrigem = origem === 'pix' ? { chave: `pix:${randomUUID()}`, ordem: 'pix:E1' } : { chave: randomUUID() }
  const { id } = await world.db
    .insertInto('evento_recebido')
    .values({
      ...daOrigem,
      origem,
      tipo: 'outro',
      payload: JSON.stringify({ campo: 'x', valor: {} }),
      recebido_em: agora,
      posto_de_lado_em: agora,
      erro: 'um campo desconhecido',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A valid CPF that no other row has. */
function cpf(n: number): string {
  const nove = String(100_000_000 + n * 7).slice(0, 9)
  const digito = (base: string) => {
    const soma = [...base].reduce((total, d, i) => total + Number(d) * (base.length + 1 - i), 0)
    return ((soma * 10) % 11) % 10
  }
  const primeiro = digito(nove)
  return `${nove}${primeiro}${digito(`${nove}${primeiro}`)}`
}

/** Tables that only record requests, not business data. */
const SO_DO_PEDIDO = [
  'log',
  'log_motivo',
  'contagem_log',
  'contagem_log_dia',
  'sessao',
  'tentativa_login',
  'idempotencia',
  'webhook_recusado',
]

/** A hash of each table, to see whether anything changed. */
export async function retrato(world: World): Promise<Record<string, string>> {
  const { rows } = await sql<{ nome: string }>`
    select tablename as nome from pg_tables where schemaname = 'public' order by 1`.execute(world.db)
  const tabelas = rows.map(({ nome }) => nome).filter((nome) => !SO_DO_PEDIDO.includes(nome))
  const marcas = await sql<{ nome: string; marca: string }>`${sql.join(
    tabelas.map(
      (
        nome,
      ) => sql`select ${sql.lit(nome)} as nome, md5(coalesce(string_agg(l::text, '|' order by l::text), '')) as marca
        from ${sql.table(nome)} l`,
    ),
    sql` union all `,
  )}`.execute(world.db)
  return Object.fromEntries(marcas.rows.map(({ nome, marca }) => [nome, marca]))
}
