import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished } from 'vitest'
import { armazemEmPasta } from '#server/armazem/armazem.ts'
import { abrirBanco } from '#server/db/conexao.ts'
import { exigirMesmaEmpresa } from '#server/db/identidade.ts'
import { migrar } from '#server/db/migrar.ts'
import type { Db } from '#server/db/schema.ts'
import { criarDemonstracao } from '#server/demonstracao/demonstracao.actions.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { conferirSegredos, prepararChaves } from '#server/segredos/preparar.actions.ts'
import { assumirChave } from '#server/segredos/troca.actions.ts'
import { bancoNovo, noServidor } from '#test/bancos.ts'
import { violada } from '#test/invariantes.ts'
import { pastaDoTeste } from '#test/pasta.ts'
import { escrever } from '#test/whatsapp.ts'
import { test, type World } from '#test/world.ts'
import { exigirChave } from './chave.ts'
import { fazerCopia } from './copia.actions.ts'
import { mudarDeBanco } from './mudar.actions.ts'
import { conferirCopia, type PedidoDeRestauracao, restaurarCopia } from './restaurar.actions.ts'

const SENHA = 'uma chave comprida de verdade'

async function bancoVago() {
  const nome = await bancoNovo()
  onTestFinished(() => noServidor(`drop database ${nome} with (force)`))
  return `${inject('postgres')}/${nome}`
}

async function perguntar<T extends pg.QueryResultRow>(url: string, consulta: string): Promise<T[]> {
  const cliente = new pg.Client({ connectionString: url })
  await cliente.connect()
  return (await cliente.query<T>(consulta).finally(() => cliente.end())).rows
}

/** All that a company has, as it can be compared: rows, what PostgreSQL checks and does by itself, and files. */
async function retrato(url: string) {
  const tabelas = await perguntar<{ nome: string }>(
    url,
    `select quote_ident(relname) as nome from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not in ('migracao', 'sessao', 'despacho', 'ordem_dos_eventos', 'evento_de_integracao') order by 1`,
  )
  const linhas = await perguntar(
    url,
    tabelas
      .map(
        ({ nome }) =>
          `select '${nome}' as nome, count(*)::int as n, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as resumo from ${nome} t`,
      )
      .join(' union all ')
      .concat(' order by 1'),
  )
  const estrutura = await perguntar(
    url,
    `select 'índice' as o_que, indexdef as texto from pg_indexes where schemaname = 'public'
      union all select 'regra', conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated::text
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select 'gatilho', tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
      union all select 'sequência', sequencename || ' ' || coalesce(last_value, 0) from pg_sequences
        where sequencename not in ('log_id_seq', 'evento_de_integracao_id_seq')
      order by 1, 2`,
  )
  return { linhas, estrutura }
}

const copiar = (world: World, senha: string | null, armazem = world.servicos.armazem) => {
  const { relogio, servicos, urlDoDono: url } = world
  return fazerCopia({ ...servicos, armazem, url, pasta: pastaDoTeste(), senha, agora: relogio.agora() })
}

const pedir = (world: World, arquivo: string, outros: Partial<PedidoDeRestauracao> & { url: string }) => ({
  arquivo,
  senha: SENHA,
  armazem: armazemEmPasta(pastaDoTeste()),
  pastaDeChegada: pastaDoTeste(),
  apagar: false,
  agora: world.relogio.agora(),
  ...outros,
})

async function restaurar(world: World, arquivo: string, outros: Partial<PedidoDeRestauracao> = {}) {
  const midias = pastaDoTeste()
  const url = outros.url ?? (await bancoVago())
  const pedido = pedir(world, arquivo, { armazem: armazemEmPasta(midias), ...outros, url })
  const conferida = await conferirCopia(arquivo, pedido.senha)
  await restaurarCopia(pedido, conferida)
  return { ...conferida, url, midias }
}

test('a company is found again in another database, row by row, with its files, its rules and what keeps its log', async ({
  world,
}) => {
  const { db, armazem } = world.servicos
  const hashDaSenha = async (senha: string) => `hash de ${senha}`
  const opcoes = { agora: world.relogio.agora(), chaveSecreta: world.servicos.chaveSecreta, hashDaSenha, armazem }
  await criarDemonstracao(db, { ...opcoes, clientes: 12 })
  /** Beside them, one that is still arriving and one that is erased once it was listed. */
  async function* listar() {
    yield* armazem.listar()
    for (const nome of ['chegando.parcial', 'apagado']) yield { nome, alteradoEm: new Date() }
  }
  const abrir = (nome: string) => armazem.abrir(nome.endsWith('.parcial') ? readdirSync(daqui)[0]! : nome)
  const daqui = join(world.pastaDados, 'midias')
  const copia = await copiar(world, SENHA, { ...armazem, listar, abrir })
  const { url, midias, chaveSecreta } = await restaurar(world, copia.arquivo)

  expect(await retrato(url)).toEqual(await retrato(world.urlDoDono))
  expect(readdirSync(midias).toSorted()).toEqual(readdirSync(daqui).toSorted())
  expect(copia.arquivos).toBeGreaterThan(0)
  expect(readdirSync(midias)).toHaveLength(copia.arquivos)
  for (const nome of readdirSync(midias))
    expect(readFileSync(join(midias, nome)).equals(readFileSync(join(daqui, nome)))).toBe(true)
  expect(chaveSecreta?.equals(world.servicos.chaveSecreta)).toBe(true)
  await expect(perguntar(url, 'delete from log')).rejects.toThrow()
  expect(await migrar(url)).toEqual([])
  const banco = abrirBanco(url)
  onTestFinished(() => banco.fechar())
  expect(await violada(banco.db)).toBeNull()
})

test('a copy says how many files it has not, though rows name them', async ({ world }) => {
  await world.criarCliente({ telefone: '+5511988880001' })
  await escrever(world, { de: '5511988880001' })
  await world.db
    .updateTable('mensagem')
    .set({ midia: JSON.stringify({ id: 'x', arquivo: 'no-bucket', nome: null }) })
    .execute()
  expect(await copiar(world, null)).toMatchObject({ arquivos: 0, faltam: 1 })
})

test('a restored company sends nothing by itself, nobody is signed in, programs read their events again, and no id is reused', async ({
  world,
}) => {
  await world.criarOperador() // with a session
  const [antes] = await perguntar<{ ultima: string }>(world.urlDoDono, 'select ultima from ordem_dos_eventos')
  const { url } = await restaurar(world, (await copiar(world, SENHA)).arquivo)
  const [depois] = await perguntar(
    url,
    `select d.retida_porque, d.retida_em is not null as retida, (select count(*)::int from sessao) as sessoes,
      (select ultima from ordem_dos_eventos) as ultima from despacho d`,
  )
  const ultima = String(Number(antes!.ultima) + 1_000_000_000)
  expect(depois).toEqual({ retida_porque: 'pedido', retida: true, sessoes: 0, ultima })

  // One event after the copy, lost with the machine; and one of the restored database.
  const contar = async (onde: string) => {
    const [evento] = await perguntar<{ id: string }>(
      onde,
      `insert into evento_de_integracao (tipo, cliente_id, dados, created_at) values ('conta.paga', 1, '{}', now()) returning id`,
    )
    return Number(evento!.id)
  }
  expect(await contar(url)).toBeGreaterThan((await contar(world.urlDoDono)) + 1_000_000)
})

test('is one instant: what is written meanwhile is either wholly in it or not at all, and waits for nothing', async ({
  world,
}) => {
  await world.criarCliente({}, Array(200).fill({}))
  let escrevendo = true
  const agora = world.relogio.agora()
  // As many lines of the one as of the other at any instant.
  const escritor = (async () => {
    let feitas = 0
    for (; escrevendo; feitas += 1)
      await registrar(world.db, { agora, acao: 'modelo.testar', descricao: 'x', motivo: 'por nada' })
    return feitas
  })()
  const copias = [await copiar(world, null), await copiar(world, null), await copiar(world, null)]
  escrevendo = false
  const escritas = await escritor
  const contadas: number[] = []
  for (const { arquivo } of copias) {
    const { chaveSecreta, conferencia } = await conferirCopia(arquivo, null)
    expect(chaveSecreta, 'a copy that anybody may read').toBeNull()
    const { linhas } = conferencia
    expect(linhas.log).toBe(linhas.log_motivo)
    contadas.push(linhas.log!)
  }
  expect(contadas.at(-1)).toBeGreaterThan(contadas[0]!)
  expect(escritas).toBeGreaterThanOrEqual(contadas.at(-1)!)
})

test('refuses a node at work, tables of others and a company that is there; replaces that one when told to', async ({
  world,
}) => {
  await world.criarCliente()
  const { arquivo } = await copiar(world, null)
  const em = (url: string, apagar = false) => restaurar(world, arquivo, { senha: null, url, apagar })
  await expect(em(world.urlDoDono, true)).rejects.toThrow(/está em execução neste banco/)
  const url = await bancoVago()
  await perguntar(url, 'create table receita (bolo text)')
  await expect(em(url, true)).rejects.toThrow(/tabelas que não são deste sistema/)
  await perguntar(url, 'drop table receita')
  await em(url)
  await perguntar(url, `update configuracao set empresa = 'Outra'`)
  await expect(em(url)).rejects.toThrow(/--apagar-o-que-ha/)
  expect(await perguntar(url, 'select empresa from configuracao')).toEqual([{ empresa: 'Outra' }])
  await em(url, true)
  expect(await retrato(url)).toEqual(await retrato(world.urlDoDono))
})

test('a copy that goes bad between the check and the load leaves the database as it was', async ({ world }) => {
  await world.criarCliente()
  const { arquivo } = await copiar(world, null)
  const url = await bancoVago()
  const conferida = await conferirCopia(arquivo, null)
  const bytes = readFileSync(arquivo)
  const onde = bytes.indexOf('banco/modelo/000001.zst') + 512
  bytes[onde + 40]! ^= 1
  writeFileSync(arquivo, bytes)
  await expect(restaurarCopia(pedir(world, arquivo, { senha: null, url }), conferida)).rejects.toThrow()
  expect(await perguntar(url, `select relname from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([])
})

test('a copy of an older version is restored as it was and then migrated; one of a newer version is refused', async ({
  world,
}) => {
  const migracoes = join(import.meta.dirname, '../db/migrations')
  const deAntes = pastaDoTeste()
  // The migrations of the first version that made copies.
  for (const nome of readdirSync(migracoes).filter((um) => um < '094'))
    cpSync(join(migracoes, nome), join(deAntes, nome))
  const antiga = await bancoVago()
  await migrar(antiga, { pasta: deAntes })
  await perguntar(
    antiga,
    `insert into usuario (name, email, senha_hash, role, created_at, updated_at)
      values ('Rui', 'rui@exemplo.com.br', 'x', 'admin', now(), now())`,
  )
  const agora = world.relogio.agora()
  const pedido = { ...world.servicos, pasta: pastaDoTeste(), senha: SENHA, agora }
  const { arquivo } = await fazerCopia({ ...pedido, url: antiga })
  const { url } = await restaurar(world, arquivo)
  const feitas = await migrar(url)
  expect(feitas.length).toBeGreaterThan(5)
  expect(await perguntar(url, 'select name from usuario')).toEqual([{ name: 'Rui' }])
  const regras = async (um: string) => (await retrato(um)).estrutura.filter(({ o_que }) => o_que !== 'sequência')
  expect(await regras(url)).toEqual(await regras(world.urlDoDono))

  await perguntar(
    antiga,
    `insert into migracao (numero, nome, impressao, aplicada_em) values (999, 'do-futuro.sql', 'x', now())`,
  )
  const doFuturo = await fazerCopia({ ...pedido, pasta: pastaDoTeste(), url: antiga })
  await expect(conferirCopia(doFuturo.arquivo, SENHA)).rejects.toThrow(
    /^A cópia está em uma versão mais nova .* Atualize o programa/,
  )
})

const semMais = async () => undefined

test('a company that is moved is on the other side with the key of there, or not at all', async ({ world }) => {
  const [antiga, nova] = [world.servicos.chaveSecreta, Buffer.alloc(32, 4)]
  const de = (await restaurar(world, (await copiar(world, null)).arquivo, { senha: null })).url
  const em = <T>(url: string, fazer: (db: Db) => Promise<T>) => {
    const banco = abrirBanco(url, { conexoes: 2 })
    return fazer(banco.db).finally(banco.fechar)
  }
  await em(de, (db) => prepararChaves(db, antiga, null))
  const para = await bancoVago()
  const la = () => perguntar<{ la: string | null }>(para, `select to_regclass('chave_de_hash') as la`)
  // Killed with the key changed and nothing else done.
  const cortada = mudarDeBanco(de, para, async (trx) => {
    await assumirChave(trx, nova, antiga, new Date())
    throw new Error('cortada')
  })
  await expect(cortada).rejects.toThrow('cortada')
  expect([await la(), await perguntar(de, 'select mudada_em from configuracao')]).toEqual([
    [{ la: null }],
    [{ mudada_em: null }],
  ])
  await mudarDeBanco(de, para, async (trx) => {
    await assumirChave(trx, nova, antiga, new Date())
    expect(await la()).toEqual([{ la: null }])
  })
  const deste = await em(de, (db) => conferirSegredos(db, antiga))
  expect(deste.guardados).toBeGreaterThan(0)
  expect([deste.ilegiveis, await em(para, (db) => conferirSegredos(db, nova))]).toEqual([0, deste])
})

test('moves from one database to another empty one, and no node starts on the source', async ({ world }) => {
  await world.criarCliente()
  const de = (await restaurar(world, (await copiar(world, null)).arquivo, { senha: null })).url
  await perguntar(de, 'update despacho set retida_em = null, retida_porque = null')
  const para = await bancoVago()
  await expect(mudarDeBanco(world.urlDoDono, para, semMais)).rejects.toThrow(/está em execução neste banco/)
  const inicia = (url: string, restaurado: string | null = null) =>
    exigirMesmaEmpresa(url, pastaDoTeste(), restaurado).then(
      () => true,
      (erro: Error) => erro.message,
    )
  // The source is marked before anything moves: otherwise a crash in between would leave both sides serving.
  await perguntar(de, `create function nao() returns trigger language plpgsql as $$ begin raise 'não'; end $$`)
  await perguntar(
    de,
    'create trigger nao before update on configuracao for each row when (new.mudada_em is not null) execute function nao()',
  )
  await expect(mudarDeBanco(de, para, semMais)).rejects.toThrow('não')
  expect([await inicia(de), await perguntar(para, `select to_regclass('cliente') as la`)]).toEqual([
    true,
    [{ la: null }],
  ])
  await perguntar(de, 'drop function nao cascade')

  const antes = await retrato(de)
  expect(await mudarDeBanco(de, para, semMais)).toBeGreaterThan(10)
  expect(await retrato(para)).toEqual(antes)
  expect([await inicia(de), await inicia(para)]).toEqual([
    expect.stringMatching(/foi levada para outro em \d\d\/\d\d\/20\d\d às \d\d:\d\d /),
    true,
  ])
  expect(await inicia(de, 'hoje')).toBe(true)
  // The source cannot be moved again or started, whatever is tried: two companies would bill the same people.
  const outro = await bancoVago()
  await expect(mudarDeBanco(de, outro, semMais)).rejects.toThrow(/foi levada para outro em .* --interrompida/)
  const falha = async () => Promise.reject(new Error('cortada'))
  await expect(mudarDeBanco(de, outro, falha, new Date())).rejects.toThrow('cortada')
  expect([await inicia(de), await perguntar(outro, `select to_regclass('cliente') as la`)]).toEqual([
    expect.stringMatching(/foi levada para outro em \d\d\/\d\d\/20\d\d às \d\d:\d\d /),
    [{ la: null }],
  ])
  // A person may force it, in case it is the real company: it sends nothing until an administrator has decided.
  await mudarDeBanco(de, outro, semMais, new Date())
  const retida = (url: string) => perguntar(url, 'select retida_porque from despacho')
  expect([await retida(para), await retida(outro)]).toEqual([[{ retida_porque: null }], [{ retida_porque: 'pedido' }]])
  await expect(mudarDeBanco(de, para, semMais)).rejects.toThrow(/já é de uma empresa.*DATABASE_URL\)\. Nada/)
  // Secrets whose key is missing could never be read there: it is refused before anything moves.
  const { chaveSecreta } = world.servicos
  const banco = abrirBanco(de)
  await prepararChaves(banco.db, chaveSecreta, null).finally(() => banco.fechar())
  await expect(exigirChave(de, [Buffer.alloc(32, 7)], 'algo')).rejects.toThrow(/SECRET_KEY não abre/)
  await exigirChave(de, [Buffer.alloc(32, 7), chaveSecreta], 'tudo')
  // With one of them spoilt, the company is still copied.
  await perguntar(de, `update configuracao set whatsapp_token_cifrado = '\\x00'`)
  await exigirChave(de, [chaveSecreta], 'algo')
  await expect(exigirChave(de, [chaveSecreta], 'tudo')).rejects.toThrow(/SECRET_KEY não abre/)
})
