// Section 3, disputes: opened with and without a file, and every refusal.
import { addBusinessDays, equal, expect, fields, listOf, status } from '../conformance/support.mjs'
import { deMundo, endereco, inteira } from './contestacoes.mjs'
import { conflito, recusa } from './mundo.mjs'
import { ids } from './promessas.mjs'

const MOTIVOS = ['ja_paguei', 'nao_reconheco', 'valor', 'entrega', 'nota', 'outro']
const JPEG = Buffer.from([
  0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xd9,
])
const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(40)])
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

export async function percorrer(mundo) {
  const meios = deMundo(mundo)
  await abertura(mundo, meios)
  await comArquivo(mundo, meios)
}

async function abertura(mundo, { novo, contestar, aberta, ficha }) {
  const { check, operador, outro, admin, anonimo, hoje } = mundo
  const { cliente, contas } = await novo(2)
  const alheio = await novo()
  const [uma, duas] = ids(contas)
  for (const [corpo, campo] of [
    [{}, 'contas'],
    [{ contas: [], motivo: 'valor' }, 'contas'],
    [{ contas: [uma] }, 'motivo'],
    [{ contas: [uma], motivo: 'talvez' }, 'motivo'],
    [{ contas: [uma], motivo: 'valor', texto: 'x'.repeat(1001) }, 'texto'],
    [{ contas: [alheio.contas[0].id], motivo: 'valor' }, 'contas'],
    [{ contas: [99_999_999], motivo: 'valor' }, 'contas'],
  ])
    await check(`contestacoes: ${JSON.stringify(corpo).slice(0, 70)} → 422 on ${campo}`, async () =>
      recusa(await contestar(cliente.id, corpo), 422, campo),
    )
  await check(
    'contestacoes: opened: 201, a number, five business days to answer; 409 for an account twice',
    async () => {
      const corpo = { contas: [uma], motivo: 'valor', texto: 'O desconto não veio' }
      const respostas = await Promise.all(Array.from({ length: 8 }, () => contestar(cliente.id, corpo)))
      const feitas = respostas.filter((resposta) => resposta.status === 201)
      equal(feitas.length, 1, 'how many 201')
      for (const resposta of respostas.filter((outra) => outra.status !== 201)) conflito(resposta, 'conta_contestada')
      const { numero, prazo, origem, autor, texto, arquivo_url, resposta } = inteira(feitas[0].body)
      expect(typeof numero === 'string' && numero.length > 0, 'a number', numero)
      equal(prazo, addBusinessDays(hoje, 5), 'prazo')
      equal([origem, texto, arquivo_url, resposta].join(), 'operador,O desconto não veio,,', 'the dispute')
      fields(autor, ['id', 'name'], 'autor')
      conflito(await contestar(cliente.id, { contas: [duas, uma], motivo: 'outro' }), 'conta_contestada')
      expect((await ficha(cliente.id)).historico.length > 0, 'a line in its history', 'none')
    },
  )
  await check('contestacoes: every reason; the same Idempotency-Key opens one', async () => {
    const { cliente: dono, contas: dele } = await novo(MOTIVOS.length)
    for (const [i, motivo] of MOTIVOS.entries())
      equal((await aberta(dono.id, [dele[i]], motivo)).motivo, motivo, 'motivo')
    const outroDono = await novo()
    const opcoes = { headers: { 'idempotency-key': `contestacao-${outroDono.cliente.id}` } }
    const corpo = { contas: ids(outroDono.contas), motivo: 'nota' }
    const [um, dois] = await Promise.all([1, 2].map(() => contestar(outroDono.cliente.id, corpo, opcoes)))
    equal(status(um, 201).body.id, status(dois, 201).body.id, 'id')
    recusa(await contestar(outroDono.cliente.id, { ...corpo, motivo: 'valor' }, opcoes), 422)
  })
  await check('contestacoes: not theirs → 404, nobody → 401, an administrator → 403', async () => {
    const corpo = { contas: [duas], motivo: 'valor' }
    recusa(await outro.post(endereco(cliente.id), corpo), 404)
    recusa(await outro.get(endereco(cliente.id)), 404)
    recusa(await anonimo.post(endereco(cliente.id), corpo), 401)
    recusa(await admin.post(endereco(cliente.id), corpo), 403)
    recusa(await operador.post(endereco(99_999_999), corpo), 404)
    recusa(await operador.patch(`${endereco(cliente.id)}/99999999`, { status: 'em_analise' }), 404)
  })
}

async function comArquivo(mundo, { novo }) {
  const { check, operador, outro, admin, anonimo } = mundo
  const enviar = (id, contas, arquivo, nome = 'foto', extra = {}) =>
    operador.upload(endereco(id), 'arquivo', nome, arquivo, { extra: { contas, motivo: 'entrega', ...extra } })
  for (const [nome, bytes, tipo] of [
    ['foto.jpg', JPEG, 'image/jpeg'],
    ['foto.png', PNG, 'image/png'],
    ['nota.pdf', PDF, 'application/octet-stream'],
    ['sem-extensao', JPEG, 'image/jpeg'],
  ])
    await check(
      `contestacoes: ${nome} beside its fields, known by its bytes, opens for whoever may see it`,
      async () => {
        const { cliente, contas } = await novo()
        const feita = inteira(
          status(await enviar(cliente.id, `[${contas[0].id}]`, bytes, nome, { texto: 'Veio quebrado' }), 201).body,
        )
        equal(
          [feita.motivo, feita.texto, feita.contas.join()].join(),
          `entrega,Veio quebrado,${contas[0].id}`,
          'its fields',
        )
        const baixado = status(await operador.get(feita.arquivo_url), 200)
        equal(Buffer.compare(baixado.bytes, bytes), 0, 'the same bytes')
        equal(baixado.header('content-type'), tipo, 'content-type')
        recusa(await outro.get(feita.arquivo_url), 404)
        recusa(await anonimo.get(feita.arquivo_url), 401)
        const [{ arquivo_url }] = listOf(
          status(await admin.get(`/api/admin/contestacoes?busca=${cliente.documento}`), 200),
        )
        status(await admin.get(arquivo_url), 200)
      },
    )
  const { cliente, contas } = await novo(3)
  const [uma, duas, tres] = ids(contas)
  for (const [nome, bytes] of [
    ['programa.jpg', Buffer.from('MZ\x90\x00 not a picture at all')],
    ['pagina.png', Buffer.from('<html><script>alert(1)</script></html>')],
    ['vazio.pdf', Buffer.alloc(0)],
  ])
    await check(`contestacoes: ${nome} → 422 on arquivo`, async () =>
      recusa(await enviar(cliente.id, String(uma), bytes, nome), 422, 'arquivo'),
    )
  await check('contestacoes: more than 10 MiB → 413; exactly 10 MiB is taken', async () => {
    const grande = Buffer.concat([JPEG, Buffer.alloc(10 * 1024 * 1024 - JPEG.length)])
    recusa(await enviar(cliente.id, String(uma), Buffer.concat([grande, Buffer.alloc(1)])), 413)
    status(await enviar(cliente.id, String(uma), grande), 201)
  })
  await check(
    'contestacoes: a form with wrong fields is refused by them, and with two accounts takes both',
    async () => {
      recusa(await enviar(cliente.id, '', JPEG), 422, 'contas')
      recusa(await enviar(cliente.id, String(duas), JPEG, 'a.jpg', { motivo: 'talvez' }), 422, 'motivo')
      const form = new FormData()
      for (const id of [duas, tres]) form.append('contas', String(id))
      form.append('motivo', 'nota')
      const { contas: delas, arquivo_url } = status(
        await operador.call('POST', endereco(cliente.id), { body: form }),
        201,
      ).body
      equal(delas.join(), [duas, tres].join(), 'contas, each a field of its own')
      equal(arquivo_url, null, 'arquivo_url of a form without a file')
    },
  )
}
