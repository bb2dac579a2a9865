import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { inflateSync } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { noAlfabetoDoPdf } from '#domain/dossie.ts'
import { abrirBanco } from '#server/db/conexao.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { anonimizar } from '#server/ficha/lgpd.actions.ts'
import { registrar as registrarNoLog } from '#server/logs/logs.actions.ts'
import { selarLog } from '#server/logs/selos.actions.ts'
import { esperarNaTrava } from '#test/espera.ts'
import { registrar } from '#test/julgamento.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { aprovarModelos } from '#test/modelos.ts'
import { umPix } from '#test/movimento.ts'
import { pastaDoTeste } from '#test/pasta.ts'
import type { Pessoa, World } from '#test/world.ts'
import { montarDossie } from './dossie.actions.ts'
import { lerCapa } from './dossie.queries.ts'
import { escreverDossieEmPdf } from './em-pdf.ts'

async function selar(world: World) {
  await sql`update selagem set completa_em = '-infinity'`.execute(world.db)
  while (await selarLog(world.db, world.relogio.agora()));
}

/** A customer to whom something of everything happened. */
async function comHistoria(world: World, mensagens = 3) {
  const [admin, ana] = [await world.criarAdmin(), await world.criarOperador({ name: 'Ana' })]
  const { id, contas } = await world.criarCliente({ nome: 'João Conceição', operador_id: ana.id }, [
    { numero: 'NF-1', valor_centavos: 10_000, vencimento: '2026-11-19', vencimento_util: '2026-11-19' },
    { numero: 'NF-2', valor_centavos: 20_000 },
    { numero: 'NF-3', valor_centavos: 30_000 },
  ])
  const fazer = async (metodo: 'POST' | 'PATCH', url: string, corpo: object) => {
    const resposta = await world.chamar(ana, metodo, `/api/operador/${url}`, corpo)
    expect([200, 201], resposta.body).toContain(resposta.statusCode)
    return resposta.json()
  }
  await fazer('POST', `clientes/${id}/promessas`, { contas: [contas[0]], ate: '2026-11-27' })
  await fazer('POST', `clientes/${id}/contestacoes`, { contas: [contas[1]], motivo: 'valor', texto: 'Cobraram a mais' })
  const [movimento] = await registrar(world, umPix(world, { endToEndId: 'E1234', valorCentavos: 5_000 }))
  const aplicado = await world.chamar(admin, 'POST', `/api/admin/conciliacao/movimentos/${movimento}/aplicar`, {
    contas: [{ id: contas[2], valor: 50 }],
  })
  expect(aplicado.statusCode, aplicado.body).toBe(200)
  await sql`insert into mensagem (cliente_id, direcao, tipo, conteudo, status, envio, finalidade, created_at, aceita_em, entregue_em, lida_em)
    select ${id}, 'enviada', 'texto', 'Olá, João! Não é cobrança nº ' || n || ' 🙏🏽', 'lida', 'aceita', 'atendimento', now(), now(), now(), now()
    from generate_series(1, ${mensagens}::int) n`.execute(world.db)
  return { admin, ana, id, contas }
}

const pedir = (world: World, quem: Pessoa, id: number, formato = 'json') =>
  world.app.inject({
    url: `/api/admin/clientes/${id}/dossie?formato=${formato}`,
    headers: { authorization: `Bearer ${quem.token}` },
  })

/** What a reader shows, out of the streams of the file. */
function lerPdf(pdf: Buffer): string {
  const texto = pdf.toString('latin1')
  return [...texto.matchAll(/(?<!end)stream\n/g)]
    .map(({ index }) => {
      const fim = texto.indexOf('\nendstream', index)
      return inflateSync(pdf.subarray(index + 7, fim)).toString('latin1')
    })
    .flatMap((pagina) =>
      [...pagina.matchAll(/\[(.*?)\] TJ/g)].map(([, partes]) =>
        [...partes!.matchAll(/<([0-9a-f]*)>/g)]
          .map(([, hex]) => new TextDecoder('windows-1252').decode(Buffer.from(hex!, 'hex')))
          .join(''),
      ),
    )
    .join('\n')
}

test('contains all evidence, and a stranger can verify it without our program', async ({ world }) => {
  const { admin, id } = await comHistoria(world)
  await world.criarCliente() // another's lines are under the same seals
  await selar(world)
  const resposta = await pedir(world, admin, id)
  expect(resposta.statusCode, resposta.body).toBe(200)
  expect(resposta.headers['content-disposition']).toBe(`attachment; filename="dossie-${id}-2026-11-24.json"`)
  const dossie = resposta.json()
  expect(dossie).toMatchObject({
    formato: 'dossie/1',
    cliente: { id, nome: 'João Conceição' },
    pagamentos: [{ valor: 50, movimento: { end_to_end_id: 'E1234' }, contas: [{ numero: 'NF-3', principal: 50 }] }],
    promessas: [{ status: 'pendente' }],
    contestacoes: [{ texto: 'Cobraram a mais' }],
    mensagens: [{ status: 'lida', lida_em: expect.any(String) }, {}, {}],
  })
  // R$ 100,00 five days late at 2 % and 1 %.
  expect(dossie.calculo.contas).toContainEqual(
    expect.objectContaining({ numero: 'NF-1', dias_de_atraso: 5, multa: 2, juros: 0.17, total: 102.17 }),
  )
  expect(dossie.registros.every(({ selo }: { selo: number }) => selo === 1)).toBe(true)
  expect(dossie.registros.length).toBeGreaterThan(2)

  const [linha] = await world.db.selectFrom('log').selectAll().where('acao', '=', 'cliente.exportar_dossie').execute()
  expect(linha!.dados).toEqual({
    formato: 'json',
    sha256: createHash('sha256').update(resposta.rawPayload).digest('hex'),
  })
  const mudado = (de: string, para: string) => {
    expect(resposta.body).toContain(de)
    return conferir(resposta.body.replace(de, para))
  }
  const como = conferir(resposta.body)
  if (!como) return
  expect(como).toEqual(CONFERE)
  expect(mudado('\\"acao\\": \\"promessa.registrar\\"', '\\"acao\\": \\"promessa.cancelar\\"')?.erro).toContain(
    'AssertionError',
  )
  // Neither may what people read beside it say another thing.
  for (const [de, para] of [
    ['"acao":"promessa.registrar"', '"acao":"promessa.cancelar"'],
    ['"descricao":"Promessa', '"descricao":"Nenhuma promessa'],
    ['","por":', ' De joelhos.","por":'],
  ] as const)
    expect(mudado(de, para)?.erro, de).toContain('AssertionError')
  // A record that claims no seal, though its line has one, is forged; one that is in no seal is reported as unproved.
  expect(mudado('"selo":1', '"selo":null')?.erro).toContain('AssertionError')
  const inventado = JSON.parse(resposta.body)
  const [molde] = inventado.registros
  const fixo = JSON.stringify({ ...JSON.parse(molde.fixo), id: 999_999 })
  inventado.registros.push({ ...molde, id: 999_999, fixo, selo: null })
  expect(conferir(JSON.stringify(inventado))).toEqual({
    dito: expect.stringMatching(/^Confere o que tem selo\. .*\nSem selo, e por isso sem prova: 999999 \(2026-.*\)\n$/),
    erro: '',
  })
  expect(mudado('"selado_em":"2026-11-24', '"selado_em":"2026-11-23')?.erro).toContain('AssertionError')
})

test('a disputed account shows what it owed when the dispute began, as on the customer’s page; the others keep growing', async ({
  world,
}) => {
  const { admin, id } = await comHistoria(world)
  const totais = async (quem: Pessoa) => {
    const { calculo } = (await pedir(world, quem, id)).json()
    const de = (numero: string) => calculo.contas.find((conta: { numero: string }) => conta.numero === numero)
    expect(de('NF-2').em_aberto + de('NF-2').multa + de('NF-2').juros).toBeCloseTo(de('NF-2').total, 2)
    return { comum: de('NF-1').total, contestada: de('NF-2').total, desde: de('NF-2').contestada_em }
  }
  const antes = await totais(admin)
  world.relogio.passar({ dias: 10 })
  const depois = await totais(await world.criarAdmin())
  expect(depois).toMatchObject({ contestada: antes.contestada, desde: '2026-11-24' })
  expect(depois.comum).toBeGreaterThan(antes.comum)
})

test('is about this customer alone, and about what is owed and decided now', async ({ world }) => {
  const { admin, ana, id, contas } = await comHistoria(world)
  await aprovarModelos(world)
  const chamar = async (quem: Pessoa, metodo: 'POST' | 'PATCH', url: string, corpo: object) => {
    const resposta = await world.chamar(quem, metodo, `/api/${url}`, corpo)
    expect([200, 201], resposta.body).toContain(resposta.statusCode)
  }
  const [contestacao] = await world.db.selectFrom('contestacao').select('id').execute()
  const fim = { status: 'improcedente', resposta: 'O valor está certo.' }
  await chamar(ana, 'PATCH', `operador/clientes/${id}/contestacoes/${contestacao!.id}`, fim)
  const inteira = { valor: 102.17, pago_em: world.hoje(), forma: 'pix' }
  await chamar(ana, 'POST', `operador/contas-receber/${contas[0]}/pagamentos`, inteira)
  await chamar(admin, 'POST', 'admin/cobranca/executar', { simular: true })
  await registrarNoLog(world.db, {
    agora: world.relogio.agora(),
    acao: 'importacao.desfazer',
    descricao: 'De outra coisa',
    entidade: 'importacao',
    entidadeId: id,
  })
  const { calculo, decisoes, registros } = (await pedir(world, admin, id)).json()
  expect(calculo.contas).toMatchObject([
    { numero: 'NF-2', contestada_em: null },
    { numero: 'NF-3', contestada_em: null },
  ])
  expect(decisoes).toEqual([])
  expect(registros.map(({ acao }: { acao: string }) => acao)).not.toContain('importacao.desfazer')
})

/** The output of the program included in the file, run on it; null without Python. */
function conferir(corpo: string): { dito: string; erro: string } | null {
  const pasta = pastaDoTeste()
  const [programa, arquivo] = [join(pasta, 'conferir.py'), join(pasta, 'dossie.json')]
  writeFileSync(programa, JSON.parse(corpo).programa_de_conferencia)
  writeFileSync(arquivo, corpo)
  const { error, stdout, stderr } = spawnSync('python3', [programa, arquivo], { encoding: 'utf8' })
  if (error) console.warn(`dossie.test.ts: the dossier is not checked as a stranger would: ${error.message}`)
  return error ? null : { dito: stdout, erro: stderr }
}
const CONFERE = { dito: expect.stringMatching(/^Tudo confere\. Selo \d+ [0-9a-f]{64}\n$/), erro: '' }

test('nothing of it has a name on the disk, not even while it is written', async ({ world }) => {
  const { admin, id } = await comHistoria(world)
  const pasta = pastaDoTeste()
  const antes = process.env.TMPDIR
  onTestFinished(() => {
    if (antes === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = antes
  })
  process.env.TMPDIR = pasta
  const dono = new pg.Client({ connectionString: world.urlDoDono })
  await dono.connect()
  await dono.query('begin; lock table promessa in access exclusive mode')
  const pedido = pedir(world, admin, id)
  await esperarNaTrava(world.db)
  const enquanto = readdirSync(pasta)
  await dono.end()
  expect([enquanto, (await pedido).statusCode, readdirSync(pasta)]).toEqual([[], 200, []])
})

test('the manual steps, in a shell, give the results stated in the file', async ({ world }) => {
  const { admin, id } = await comHistoria(world)
  await selar(world)
  const { registros } = (await pedir(world, admin, id)).json()
  const noShell = (...textos: string[]) =>
    execFileSync('sh', ['-c', 'printf \'%s\\n%s\' "$1" "$2" | sha256sum', 'sh', ...textos], { encoding: 'utf8' }).slice(
      0,
      64,
    )
  const { fixo, sal, digitado, texto, impressao } = registros[0]
  expect(noShell(sal, digitado)).toBe(texto)
  expect(noShell(fixo, texto)).toBe(impressao)
})

test('contains every code, however many there were', async ({ world }) => {
  const { admin, id, contas } = await comHistoria(world)
  await sql`with feitos as (
      insert into codigo (cliente_id, tipo, txid, copia_e_cola, valor_centavos, situacao, vale_ate, created_at)
      select ${id}, 'pix_estatico', lpad(n::text, 25, '0'), 'texto', 100, 'expirado', '2026-11-01', now()
      from generate_series(1, 201) n returning id)
    insert into codigo_conta (codigo_id, conta_id, situacao, valor_centavos, encargos_centavos)
    select id, ${contas[0]}, 'expirado', 100, 0 from feitos`.execute(world.db)
  expect((await pedir(world, admin, id)).json().codigos).toHaveLength(201)
})

test('the PDF reads the same, accents and all, however long the talk', async ({ world }) => {
  const { admin, ana, id, contas } = await comHistoria(world, 300)
  const acordo = { contas: [contas[2]], parcelas: 1, primeiro_vencimento: '2026-12-04' }
  const { id: feito } = (await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/negociacoes`, acordo)).json()
  await selar(world)
  const resposta = await pedir(world, admin, id, 'pdf')
  expect(resposta.headers['content-type']).toBe('application/pdf')
  const lido = lerPdf(resposta.rawPayload)
  for (const dito of [
    'Dossiê de João Conceição',
    'Não é cobrança nº 300 [U+1F64F][U+1F3FD]',
    'NF-1: vencimento 19/11/2026 (contado de 19/11/2026), 5 dias de atraso.',
    'multa R$ 2,00 + juros R$ 0,17 = R$ 102,17',
    `Acordo ${feito} · 1/1: vencimento 04/12/2026`,
    'E1234',
    'Cobraram a mais',
    'Como conferir',
  ])
    expect(lido.replace(/\s+/g, ' '), dito).toContain(dito)
  // Each page says which it is, and the last of how many.
  const paginas = [...lido.matchAll(/^página (\d+)$/gm)].map(([, n]) => Number(n))
  expect(paginas).toEqual(paginas.map((_, i) => i + 1))
  expect(lido).toContain(`Fim do dossiê, de ${paginas.length} páginas.`)
})

test('of an anonymised customer contains no typed word, and still verifies', async ({ world }) => {
  const { admin, id, ana } = await comHistoria(world)
  await world.chamar(ana, 'PATCH', `/api/operador/clientes/${id}/pausar`, { motivo: 'Segredo do João' })
  await selar(world)
  await anonimizar(world.db, id, 'Pediu', {
    usuarioId: admin.id,
    ip: null,
    agora: world.relogio.agora(),
    origem: 'usuario',
  })
  await selar(world)
  const resposta = await pedir(world, admin, id)
  expect(resposta.body).not.toMatch(/João|Segredo|Cobraram/)
  expect(conferir(resposta.body) ?? CONFERE).toEqual(CONFERE)
})

test('is asked of an administrator who typed the password a short while ago, and of somebody who is there', async ({
  world,
}) => {
  const { admin, ana, id } = await comHistoria(world)
  expect((await pedir(world, ana, id)).statusCode).toBe(403)
  expect((await pedir(world, admin, 999_999)).statusCode).toBe(404)
  expect((await pedir(world, admin, id, 'doc')).statusCode).toBe(422)
  expect((await pedir(world, admin, id)).json().corrente).toMatchObject({ de: 1, ate: 0, resumos: [] })
  world.relogio.passar({ minutos: 16 })
  expect((await pedir(world, admin, id)).json()).toMatchObject({ codigo: 'confirme_a_senha' })
})

test('a text keeps what the fonts of a reader have', () => {
  expect(noAlfabetoDoPdf('ação “já” – 5 €\r\nfim\t!')).toBe('ação “já” – 5 €\nfim    !')
  expect(noAlfabetoDoPdf('a\u0301 ❤\ufe0f 漢')).toBe('á [U+2764] [U+6F22]')
})

test('a disk that is full, or a database that goes away, ends the dossier and leaves nothing open', async ({
  world,
}) => {
  const { id } = await comHistoria(world, 400)
  const { relogio } = world
  const escrever = (destino: Writable, cair = false) =>
    emTransacao(world.db, async (trx) => {
      const capa = await lerCapa(trx, id, relogio.agora())
      if (cair) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx).catch(() => undefined)
      await escreverDossieEmPdf(trx, capa, destino)
    })
  const cheio = new Writable({ write: (_parte, _como, feito) => feito(new Error('ENOSPC: no space left on device')) })
  await expect(escrever(cheio)).rejects.toThrow('ENOSPC')
  const aberto = new Writable({ write: (_parte, _como, feito) => feito() })
  await expect(escrever(aberto, true)).rejects.toThrow()
  expect(aberto.destroyed).toBe(true)
})

test('a PDF of long messages, between whose readings a transaction would be ended as idle, is whole', async ({
  world,
}) => {
  const [admin, { id }] = [await world.criarAdmin(), await world.criarCliente()]
  await sql`insert into mensagem (cliente_id, direcao, tipo, conteudo, status, finalidade, created_at)
    select ${id}, 'recebida', 'texto', repeat('Já paguei. ', 370), 'recebida', 'recebida', now() from generate_series(1, 80)`.execute(
    world.db,
  )
  const banco = abrirBanco(world.url, { conexoes: 2, limites: { idle_in_transaction_session_timeout: 250 } })
  onTestFinished(banco.fechar)
  const pedido = {
    clienteId: id,
    formato: 'pdf',
    usuarioId: admin.id,
    ip: '127.0.0.1',
    agora: world.relogio.agora(),
  } as const
  const { arquivo, bytes } = await montarDossie(banco.db, pedido)
  arquivo.destroy()
  expect(bytes).toBeGreaterThan(10_000)
})
