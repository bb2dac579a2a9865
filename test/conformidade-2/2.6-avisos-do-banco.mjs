// Section 2: the PSP's webhooks as stored. Nothing in a webhook counts unless the PSP confirms it.
import { equal, expect, fields, listOf, status, until } from '../conformance/support.mjs'
import { CONCILIACAO, conflito, fechamento, RECEBIMENTO, recusa } from './mundo.mjs'

const AVISOS = '/api/admin/recebimento/eventos'
const CAMPOS = ['id', 'end_to_end_id', 'situacao', 'motivo', 'tentativas', 'recebido_em', 'processado_em']

export async function percorrer(mundo) {
  const { check, admin, operador, anonimo } = mundo
  await check('avisos do banco: an administrator’s alone', async () => {
    for (const caminho of [AVISOS, `${AVISOS}/exportar.csv`]) {
      recusa(await anonimo.get(caminho), 401)
      recusa(await operador.get(caminho), 403)
    }
    for (const caminho of [`${AVISOS}/reprocessar`, `${AVISOS}/1/reprocessar`, `${AVISOS}/1/descartar`]) {
      recusa(await anonimo.post(caminho), 401)
      recusa(await operador.post(caminho), 403)
    }
  })
  for (const consulta of ['page=0', 'per_page=101', 'situacao=talvez'])
    await check(`avisos do banco: ?${consulta} → 422`, async () =>
      recusa(await admin.get(`${AVISOS}?${consulta}`), 422),
    )
  await check('avisos do banco: who is not there → 404', async () => {
    recusa(await admin.post(`${AVISOS}/99999999/reprocessar`), 404)
    recusa(await admin.post(`${AVISOS}/99999999/descartar`), 404)
  })
  await forjado(mundo)
}

/** Somebody who knows our address reports money that the PSP does not know: stored, asked about, and without effect. */
async function forjado({ check, admin, anonimo }) {
  const endToEndId = `E9999900420261124${String(Date.now()).slice(-4)}FORJADO${String(Date.now()).slice(-4)}`
  const { webhook_url } = status(await admin.get(RECEBIMENTO), 200).body
  const avisos = async (consulta = '') =>
    listOf(status(await admin.get(`${AVISOS}?busca=${endToEndId.toLowerCase()}${consulta}`), 200))
  let aviso
  await check('avisos do banco: one that the PSP does not know is stored, and changes nothing', async () => {
    const antes = await fechamento({ admin })
    const pix = { endToEndId, txid: 'x'.repeat(26), valor: '1000000.00', chave: '11222333000181' }
    for (let vez = 0; vez < 3; vez++)
      status(await anonimo.post(`${new URL(webhook_url).pathname}/pix`, { pix: [pix] }), 200)
    aviso = await until(async () => (await avisos()).find(({ situacao }) => situacao === 'sem_efeito'), { ms: 30_000 })
    expect(aviso, `the notice of ${endToEndId}`, 'none')
    fields(aviso, CAMPOS, 'the notice')
    expect(aviso.motivo?.length > 3 && aviso.processado_em !== null, 'why it has no effect', aviso)
    equal((await avisos()).length, 1, 'told three times, stored once')
    equal((await avisos('&situacao=de_lado')).length, 0, 'not set aside')
    const achados = listOf(status(await admin.get(`${CONCILIACAO}/movimentos?busca=${endToEndId}`), 200))
    equal(achados.length, 0, 'movements of it')
    equal(JSON.stringify(await fechamento({ admin })), JSON.stringify(antes), 'the closing')
  })
  await check(
    'avisos do banco: asked about again, it is the same; only what is set aside is taken as seen',
    async () => {
      equal(status(await admin.post(`${AVISOS}/${aviso.id}/reprocessar`), 200).body.id, aviso.id, 'the notice')
      equal((await avisos())[0].situacao, 'sem_efeito', 'asked again')
      conflito(await admin.post(`${AVISOS}/${aviso.id}/descartar`), 'evento_nao_esta_de_lado')
      fields(status(await admin.post(`${AVISOS}/reprocessar`), 200).body, ['reprocessados'])
    },
  )
  await check('avisos do banco: the spreadsheet has what the list has', async () => {
    const { text } = status(await admin.get(`${AVISOS}/exportar.csv?busca=${endToEndId}`), 200)
    expect(text.includes(endToEndId), `a line of ${endToEndId}`, text)
  })
  await check('avisos do banco: an unknown secret → 404', async () => {
    recusa(await anonimo.post('/api/webhooks/pix/errado', { pix: [{ endToEndId }] }), 404)
    recusa(await anonimo.post('/api/webhooks/pix/errado/pix', { pix: [{ endToEndId }] }), 404)
  })
}
