import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { abrirBucket } from '#test/bucket.ts'
import { test as comMundo, type World } from '#test/world.ts'
import { criarZip } from '#test/zip.ts'
import { pastaEmBucket } from './em-bucket.ts'
import { pastaEmDisco } from './em-disco.ts'
import type { Origem } from './origem.ts'
import { esquecerArquivos } from './pasta.queries.ts'
import { tomarArquivos } from './tomar.actions.ts'

const test = comMundo.extend<{ pasta: string }>({
  pasta: async ({ world }, usar) => {
    const pasta = join(world.pastaDados, 'entrada')
    mkdirSync(pasta)
    await usar(pasta)
  },
})
const AMOSTRAS = join(import.meta.dirname, '../../../test/samples')
const amostra = (nome: string) => readFileSync(join(AMOSTRAS, nome))
const CSV = 'nome;documento;conta_numero;valor;vencimento\nRui Alves;529.982.247-25;7781;150,50;10/12/2026\n'

const olhar = (world: World, origem: Origem) => tomarArquivos(world.servicos, origem, () => true)
/** Looks twice: a file that did not change in between is complete. */
async function tomar(world: World, origem: Origem) {
  await olhar(world, origem)
  await olhar(world, origem)
}
const nomes = (pasta: string, destino = '') =>
  readdirSync(join(pasta, destino), { withFileTypes: true })
    .filter((um) => !um.isDirectory())
    .map(({ name }) => name.replace(/^\d{8}T\d{6}-\d+-/, ''))
    .toSorted()
/** The report of a file, as its program reads it. */
function relatorio(pasta: string, destino: string, nome: string) {
  const achado = readdirSync(join(pasta, destino)).find((um) => um.endsWith(`-${nome}.relatorio.json`))!
  const texto = readFileSync(join(pasta, destino, achado.replace(/json$/, 'txt')), 'utf8')
  return { ...JSON.parse(readFileSync(join(pasta, destino, achado), 'utf8')), texto }
}
const importacoes = async (world: World) =>
  (
    await sql<{ tipo: string; arquivo: string; quem: string; situacao: string }>`
      select i.tipo, i.arquivo, u.name as quem, i.situacao from importacao i join usuario u on u.id = i.usuario_id
      order by i.id`.execute(world.db)
  ).rows
const comRelatorios = (...arquivos: string[]) =>
  arquivos.flatMap((um) => [um, `${um}.relatorio.json`, `${um}.relatorio.txt`]).toSorted()

test('what is left in the folder is imported as an upload is, by the folder, and moved with its reports', async ({
  world,
  pasta,
}) => {
  const origem = pastaEmDisco(pasta)
  const nota = readdirSync(join(AMOSTRAS, 'nfe')).find((nome) => nome.startsWith('01'))!
  writeFileSync(join(pasta, 'clientes.csv'), CSV)
  writeFileSync(join(pasta, 'notas.zip'), criarZip([{ nome: 'a.xml', dados: amostra(`nfe/${nota}`) }]))
  writeFileSync(join(pasta, 'extrato.ofx'), amostra('banco/01-ofx-bb-fitid-repetido-saldos.ofx'))
  writeFileSync(
    join(pasta, 'retorno.zip'),
    criarZip([{ nome: 'r.ret', dados: amostra('banco/33-cnab400-bradesco.ret') }]),
  )
  await olhar(world, origem)
  expect(nomes(pasta, 'importados')).toEqual([]) // it may still be arriving
  await olhar(world, origem)
  expect(nomes(pasta)).toEqual([])
  expect(nomes(pasta, 'importados')).toEqual(comRelatorios('clientes.csv', 'extrato.ofx', 'notas.zip'))
  // A bank account not seen before waits for a person's word, once.
  expect(nomes(pasta, 'recusados')).toEqual(comRelatorios('retorno.zip'))
  expect(relatorio(pasta, 'recusados', 'retorno.zip').texto).toContain('Espera a palavra de uma pessoa')
  expect(relatorio(pasta, 'importados', 'clientes.csv')).toMatchObject({
    situacao: 'importado',
    tipo: 'csv',
    resultado: { importados: 1, contas_criadas: 1 },
    texto: expect.stringContaining('clientes novos: 1'),
  })
  const feitas = await importacoes(world)
  expect(feitas.map(({ tipo }) => tipo).toSorted()).toEqual(['csv', 'extrato', 'extrato', 'xml'])
  expect(new Set(feitas.map(({ quem }) => quem))).toEqual(new Set(['Pasta vigiada']))

  const [admin, ana] = [await world.criarAdmin(), await world.criarOperador()]
  const lista = (await world.chamar(admin, 'GET', '/api/admin/importacoes/pasta')).json()
  expect(lista).toMatchObject({ total: 4, vigiada: { onde: pasta, erro: null } })
  expect(lista.data.map(({ situacao }: { situacao: string }) => situacao).toSorted()).toEqual([
    ...Array(3).fill('importado'),
    'recusado',
  ])
  const achados = (await world.chamar(admin, 'GET', '/api/admin/importacoes/pasta?busca=.CSV')).json()
  expect(achados).toMatchObject({ total: 1, data: [{ tipo: 'csv' }] })
  expect((await world.chamar(ana, 'GET', '/api/admin/importacoes/pasta')).statusCode).toBe(403)
  const logs = (await world.chamar(admin, 'GET', '/api/admin/logs?acao=importacao.importar')).json()
  expect(logs.data[0].usuario.name).toBe('Pasta vigiada')
  world.relogio.passar({ dias: 91 })
  await esquecerArquivos(world.db, world.relogio.agora())
  expect((await sql`select from arquivo_da_pasta`.execute(world.db)).rows).toEqual([])
  expect(await importacoes(world)).toHaveLength(4)
})

test('names of more files than are forgotten at once are all forgotten in the end', async ({ world }) => {
  const em = world.relogio.agora()
  await sql`insert into arquivo_da_pasta (nome, resumo, situacao, tomado_em, movido_em)
    select n || '.xml', int4send(n), 'importado', ${em}, ${em} from generate_series(1, 1001) n`.execute(world.db)
  world.relogio.passar({ dias: 91 })
  expect(await esquecerArquivos(world.db, world.relogio.agora())).toBe(true)
  expect(await esquecerArquivos(world.db, world.relogio.agora())).toBe(false)
  expect((await sql`select from arquivo_da_pasta`.execute(world.db)).rows).toEqual([])
})

test('only complete files that are no links are imported; the others wait or are refused with a sentence', async ({
  world,
  pasta,
}) => {
  const origem = pastaEmDisco(pasta)
  const fora = join(world.pastaDados, 'segredo.csv')
  writeFileSync(fora, CSV)
  symlinkSync(fora, join(pasta, 'atalho.csv'))
  mkdirSync(join(pasta, 'outra'))
  writeFileSync(join(pasta, 'outra', 'dentro.csv'), CSV)
  for (const nome of ['.clientes.csv', 'clientes.csv.part', '~clientes.csv']) writeFileSync(join(pasta, nome), CSV)
  writeFileSync(join(pasta, 'vazio.csv'), '')
  writeFileSync(join(pasta, 'foto.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]))
  writeFileSync(join(pasta, 'remessa.txt'), amostra('banco/30-cnab240-remessa.rem'))
  writeFileSync(join(pasta, 'ruim.csv'), 'cor;tamanho\nazul;3\n')
  writeFileSync(
    join(pasta, 'misto.zip'),
    criarZip([
      { nome: 'a.xml', dados: '<x/>' },
      { nome: 'b.csv', dados: CSV },
    ]),
  )
  writeFileSync(join(pasta, 'crescendo.csv'), CSV.slice(0, 60))
  await olhar(world, origem)
  writeFileSync(join(pasta, 'crescendo.csv'), CSV)
  await olhar(world, origem)
  expect(nomes(pasta)).toEqual(
    ['.clientes.csv', 'clientes.csv.part', 'crescendo.csv', 'vazio.csv', '~clientes.csv'].toSorted(),
  )
  expect(nomes(pasta, 'recusados')).toEqual(
    comRelatorios('atalho.csv', 'foto.png', 'misto.zip', 'remessa.txt', 'ruim.csv'),
  )
  expect(await importacoes(world)).toEqual([])
  expect(relatorio(pasta, 'recusados', 'atalho.csv').motivo).toContain('atalhos não são seguidos')
  expect(relatorio(pasta, 'recusados', 'foto.png').motivo).toContain('não é CSV')
  expect(relatorio(pasta, 'recusados', 'remessa.txt').motivo).toContain('remessa')
  expect(relatorio(pasta, 'recusados', 'misto.zip').motivo).toContain('mistura')
  expect(existsSync(fora)).toBe(true)
  renameSync(join(pasta, 'clientes.csv.part'), join(pasta, 'clientes.csv'))
  await tomar(world, origem)
  expect(nomes(pasta, 'importados')).toEqual(comRelatorios('clientes.csv', 'crescendo.csv'))
})

test('a stop between the import and the move imports nothing twice, and forgets nothing', async ({ world, pasta }) => {
  const origem = pastaEmDisco(pasta)
  const queCai: Origem = { ...origem, levar: () => Promise.reject(new Error('kill -9')) }
  writeFileSync(join(pasta, 'clientes.csv'), CSV)
  await tomar(world, queCai)
  expect(nomes(pasta)).toEqual(['clientes.csv'])
  // Also when it crashed before it recorded the outcome: the import itself has it.
  await world.db.updateTable('arquivo_da_pasta').set({ situacao: 'tomado' }).execute()
  await tomar(world, pastaEmDisco(pasta))
  expect(nomes(pasta)).toEqual([])
  expect(nomes(pasta, 'importados')).toEqual(comRelatorios('clientes.csv'))
  expect(await importacoes(world)).toHaveLength(1)
  // After a crash during the import, which counts as interrupted, the file is imported again.
  writeFileSync(join(pasta, 'clientes.csv'), CSV.replace('7781', '7782'))
  await tomar(world, queCai)
  await world.db.updateTable('arquivo_da_pasta').set({ situacao: 'tomado' }).where('movido_em', 'is', null).execute()
  await sql`update importacao set situacao = 'falhou', resultado = null where id = (select max(id) from importacao)`.execute(
    world.db,
  )
  await tomar(world, pastaEmDisco(pasta))
  expect((await importacoes(world)).map(({ situacao }) => situacao)).toEqual(['concluida', 'falhou', 'concluida'])
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from conta`.execute(world.db)
  expect(rows).toEqual([{ n: 2 }])
  // The same file again, later, is another one.
  writeFileSync(join(pasta, 'clientes.csv'), CSV)
  await tomar(world, pastaEmDisco(pasta))
  expect(await importacoes(world)).toHaveLength(4)
})

test('an import undone before its outcome was recorded is not made again, nor is its file told of twice', async ({
  world,
  pasta,
}) => {
  const admin = await world.criarAdmin()
  const queCai: Origem = { ...pastaEmDisco(pasta), levar: () => Promise.reject(new Error('kill -9')) }
  const desfazer = async (id: number) =>
    (await world.chamar(admin, 'POST', `/api/admin/importacoes/${id}/desfazer`)).statusCode
  const cair = async (fim: { situacao: 'concluida' | 'falhou'; resultado?: null }) => {
    await tomar(world, queCai)
    await world.db.updateTable('arquivo_da_pasta').set({ situacao: 'tomado' }).where('movido_em', 'is', null).execute()
    const { id } = await world.db.selectFrom('importacao').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    await world.db.updateTable('importacao').set(fim).where('id', '=', id).execute()
    return id
  }
  writeFileSync(join(pasta, 'clientes.csv'), CSV)
  expect(await desfazer(await cair({ situacao: 'concluida' }))).toBe(200)
  await tomar(world, pastaEmDisco(pasta))
  expect(nomes(pasta, 'importados')).toEqual(comRelatorios('clientes.csv'))
  expect(relatorio(pasta, 'importados', 'clientes.csv').resultado).toMatchObject({ importados: 1 })
  expect((await importacoes(world)).map(({ situacao }) => situacao)).toEqual(['desfeita'])

  // One that was interrupted is, even if what it had written was taken back.
  writeFileSync(join(pasta, 'outros.csv'), CSV.replace('529.982.247-25', '111.444.777-35'))
  expect(await desfazer(await cair({ situacao: 'falhou', resultado: null }))).toBe(200)
  await tomar(world, pastaEmDisco(pasta))
  expect((await importacoes(world)).map(({ situacao }) => situacao)).toEqual(['desfeita', 'desfeita', 'concluida'])
  const { data, total } = (await world.chamar(admin, 'GET', '/api/admin/importacoes/pasta')).json()
  expect(total).toBe(2)
  expect(data).toMatchObject([
    { arquivo: 'outros.csv', desfeita_em: null },
    { arquivo: 'clientes.csv', desfeita_em: expect.any(String) },
  ])
})

test('takes a file whatever it is called: in the letters of old programs, or as long as a disk allows', async ({
  world,
  pasta,
}) => {
  const compridos = `${'ç'.repeat(120)}.csv`
  writeFileSync(Buffer.concat([Buffer.from(`${pasta}/`), Buffer.from('relatório.csv', 'latin1')]), CSV)
  writeFileSync(join(pasta, compridos), CSV.replace('7781', '7782'))
  await tomar(world, pastaEmDisco(pasta))
  expect(readdirSync(pasta)).toEqual(['importados', 'recusados'])
  expect(nomes(pasta, 'importados')).toEqual(comRelatorios('relatório.csv', `${'ç'.repeat(98)}.csv`))
})

test('nothing is read or written through what somebody puts in the place of a file', async ({ world, pasta }) => {
  const origem = pastaEmDisco(pasta)
  const [segredo, destino] = [join(world.pastaDados, 'chave-secreta'), join(pasta, 'importados')]
  writeFileSync(segredo, 'o segredo')
  writeFileSync(join(pasta, 'clientes.csv'), CSV)
  await tomar(world, { ...origem, levar: () => Promise.reject(new Error('kill -9')) })
  for (const nome of readdirSync(destino)) {
    rmSync(join(destino, nome))
    symlinkSync(segredo, join(destino, nome))
  }
  await olhar(world, origem)
  expect(readFileSync(segredo, 'utf8')).toBe('o segredo')
  expect(relatorio(pasta, 'importados', 'clientes.csv').situacao).toBe('importado')

  writeFileSync(join(pasta, 'outro.csv'), CSV)
  const trocado: Origem = {
    ...origem,
    trazer: (...qual) => {
      rmSync(join(pasta, 'outro.csv'))
      expect(spawnSync('mkfifo', [join(pasta, 'outro.csv')]).status).toBe(0)
      return origem.trazer(...qual)
    },
  }
  await tomar(world, trocado)
  expect(await importacoes(world)).toHaveLength(1)
})

test('another file under the same name, put there during the import, is not lost', async ({ world, pasta }) => {
  const origem = pastaEmDisco(pasta)
  const trocado: Origem = {
    ...origem,
    levar: async (...quem) => {
      rmSync(join(pasta, 'clientes.csv'))
      writeFileSync(join(pasta, 'clientes.csv'), CSV.replace('7781', '7790'))
      await origem.levar(...quem)
    },
  }
  writeFileSync(join(pasta, 'clientes.csv'), CSV)
  await tomar(world, trocado)
  expect(nomes(pasta)).toEqual(['clientes.csv'])
  await tomar(world, origem)
  const { rows } = await sql<{ numero: string }>`select numero from conta order by 1`.execute(world.db)
  expect(rows.map(({ numero }) => numero)).toEqual(['7781', '7790'])
})

test('a folder that is gone, or whose place another took, is told to administrators until it is back', async ({
  world,
  pasta,
}) => {
  const origem = pastaEmDisco(pasta)
  const admin = await world.criarAdmin()
  const alerta = async () => {
    const { alertas } = (await world.chamar(admin, 'GET', '/api/admin/dashboard')).json()
    return alertas.find(({ codigo }: { codigo: string }) => codigo === 'pasta_com_erro')?.mensagem
  }
  await tomar(world, origem)
  expect(await alerta()).toBeUndefined()
  rmSync(pasta, { recursive: true })
  await olhar(world, origem)
  expect(await alerta()).toContain('não existe ou sumiu')
  mkdirSync(pasta)
  writeFileSync(join(pasta, 'importados'), 'no lugar da pasta')
  await olhar(world, origem)
  expect(await alerta()).toContain('importados não é uma pasta')
  rmSync(join(pasta, 'importados'))
  symlinkSync(world.pastaDados, join(pasta, 'importados'))
  await olhar(world, origem)
  expect(await alerta()).toContain('importados não é uma pasta')
  rmSync(join(pasta, 'importados'))
  if (process.getuid?.() !== 0) {
    chmodSync(pasta, 0o500)
    await olhar(world, origem)
    expect(await alerta()).toContain('permissões')
    chmodSync(pasta, 0o700)
  }
  await olhar(world, origem)
  expect(await alerta()).toBeUndefined()
})

test('a disk without room for the report, or a read-only folder, is reported; nothing is imported twice afterwards', async ({
  world,
  pasta,
}) => {
  const admin = await world.criarAdmin()
  const alerta = async () => {
    const { alertas } = (await world.chamar(admin, 'GET', '/api/admin/dashboard')).json()
    return alertas.find(({ codigo }: { codigo: string }) => codigo === 'pasta_com_erro')?.mensagem
  }
  // Only a user who may mount can test on a disk of sixteen kilobytes.
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'nada', pasta]).status === 0) {
    try {
      const origem = pastaEmDisco(pasta)
      writeFileSync(join(pasta, 'clientes.csv'), CSV)
      await olhar(world, origem)
      expect(() => writeFileSync(join(pasta, 'enche.tmp'), Buffer.alloc(32_768))).toThrow(/ENOSPC/)
      await olhar(world, origem)
      expect(await alerta()).toContain(`O disco de ${pasta} está cheio.`)
      expect(nomes(pasta)).toEqual(['clientes.csv', 'enche.tmp'])
      expect(await importacoes(world)).toHaveLength(1)
      rmSync(join(pasta, 'enche.tmp'))
      await tomar(world, origem)
      expect(await alerta()).toBeUndefined()
      expect(nomes(pasta, 'importados')).toEqual(comRelatorios('clientes.csv'))
      expect(await importacoes(world)).toHaveLength(1)
    } finally {
      spawnSync('umount', [pasta])
    }
  }
  await olhar(world, pastaEmDisco('/sys')) // where nobody makes a folder
  expect(await alerta()).toMatch(/não pode ler ou gravar em|não aceita gravações/)
})

test('a full disk of our own is not told of as the folder’s, whose file waits', async ({ world, pasta }) => {
  const uploads = join(world.pastaDados, 'uploads')
  mkdirSync(uploads, { recursive: true })
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'nada', uploads]).status !== 0) return
  const origem = pastaEmDisco(pasta)
  writeFileSync(join(pasta, 'clientes.csv'), CSV.padEnd(65_536, '\n'))
  try {
    await olhar(world, origem)
    await expect(olhar(world, origem)).rejects.toThrow('não há onde pôr')
    expect((await sql`select from pasta_vigiada where erro is not null`.execute(world.db)).rows).toEqual([])
  } finally {
    spawnSync('umount', [uploads])
  }
  await olhar(world, origem)
  expect(nomes(pasta, 'importados')).toEqual(comRelatorios('clientes.csv'))
})

test("an import of the folder, which is nobody's, is undone by an administrator, and by nobody else", async ({
  world,
  pasta,
}) => {
  writeFileSync(join(pasta, 'clientes.csv'), CSV)
  await tomar(world, pastaEmDisco(pasta))
  const [admin, ana] = [await world.criarAdmin(), await world.criarOperador()]
  const lista = async () => (await world.chamar(admin, 'GET', '/api/admin/importacoes/pasta')).json().data
  const [{ importacao_id }] = await lista()
  const desfazer = (de: typeof admin, papel: string) =>
    world.chamar(de, 'POST', `/api/${papel}/importacoes/${importacao_id}/desfazer`)
  expect((await desfazer(ana, 'operador')).statusCode).toBe(404)
  expect((await desfazer(ana, 'admin')).statusCode).toBe(403)
  expect((await desfazer(admin, 'admin')).json()).toMatchObject({
    situacao: 'desfeita',
    usuario: { name: 'Pasta vigiada' },
  })
  expect((await desfazer(admin, 'admin')).json()).toMatchObject({ codigo: 'importacao_desfeita' })
  expect(await lista()).toMatchObject([{ situacao: 'importado', desfeita_em: world.relogio.agora().toISOString() }])
  expect((await sql`select from cliente`.execute(world.db)).rows).toEqual([])
  const log = await world.db.selectFrom('log').select('usuario_id').where('acao', '=', 'importacao.desfazer').execute()
  expect(log).toEqual([{ usuario_id: admin.id }])
})

comMundo('a bucket is taken from likewise: each object once, and moved with its reports', async ({ world }) => {
  const bucket = await abrirBucket()
  bucket.objetos.set('/cobranca/erp/entrada/clientes.csv', Buffer.from(CSV))
  bucket.objetos.set('/cobranca/erp/entrada/foto.png', Buffer.from('x'))
  bucket.objetos.set('/cobranca/midias/7-foto', Buffer.from('de uma conversa'))
  const origem = pastaEmBucket(bucket.acesso, 'erp/entrada/')
  await olhar(world, { ...origem, levar: () => Promise.reject(new Error('kill -9')) })
  await olhar(world, origem)
  const chaves = [...bucket.objetos.keys()].map((um) => um.replace(/\d{8}T\d{6}-\d+-/, '').replace('/cobranca/', ''))
  expect(chaves.toSorted()).toEqual(
    [
      'midias/7-foto',
      ...comRelatorios('clientes.csv').map((um) => `erp/entrada/importados/${um}`),
      ...comRelatorios('foto.png').map((um) => `erp/entrada/recusados/${um}`),
    ].toSorted(),
  )
  expect(await importacoes(world)).toHaveLength(1)
  bucket.fechar()
  await olhar(world, pastaEmBucket({ ...bucket.acesso, endereco: 'http://127.0.0.1:9' }, 'erp/entrada/'))
  const { rows } = await sql<{ erro: string }>`select erro from pasta_vigiada`.execute(world.db)
  expect(rows[0]?.erro).toContain('não responde')
})

comMundo(
  'an object larger than anything that is imported is refused unread, and lies whole among the refused',
  async ({ world }) => {
    const bucket = await abrirBucket()
    const onde = '/cobranca/erp/entrada/tudo de 2026.zip'.replaceAll(' ', '%20')
    bucket.objetos.set(onde, Buffer.from('muito'))
    bucket.declarados.set(onde, 300 * 2 ** 20)
    await olhar(world, pastaEmBucket(bucket.acesso, 'erp/entrada/'))
    bucket.fechar()
    expect(bucket.pedidos).not.toContain(`GET ${onde}`)
    const lidos = [...bucket.objetos].map(
      ([chave, bytes]) => [decodeURIComponent(chave).replace(/\d{8}T\d{6}-\d+-/, ''), bytes.toString()] as const,
    )
    const recusados = '/cobranca/erp/entrada/recusados/tudo de 2026.zip'
    expect(lidos).toHaveLength(3)
    expect(lidos).toContainEqual([recusados, 'muito'])
    expect(lidos.find(([chave]) => chave === `${recusados}.relatorio.txt`)?.[1]).toContain('passa de 210 MB')
  },
)
