// Section 2: the lists of movements and the closing, before any money came.
import { equal, expect, fields, status } from '../conformance/support.mjs'
import { CONCILIACAO, fechamento, recusa } from './mundo.mjs'

const MOVIMENTOS = `${CONCILIACAO}/movimentos`
const PLANILHA = `${MOVIMENTOS}/exportar.csv`

export async function percorrer(mundo) {
  const { check, admin, operador, anonimo } = mundo
  await check('conciliacao: an administrator’s alone', async () => {
    for (const caminho of [
      MOVIMENTOS,
      `${CONCILIACAO}/resumo`,
      `${MOVIMENTOS}/1`,
      PLANILHA,
      `${CONCILIACAO}/importacoes`,
    ]) {
      recusa(await anonimo.get(caminho), 401)
      recusa(await operador.get(caminho), 403)
    }
  })
  await check('conciliacao: a page of movements', async () => {
    const { body } = status(await admin.get(MOVIMENTOS), 200)
    fields(body, ['data', 'current_page', 'last_page', 'per_page', 'total'], 'the page')
    expect(Array.isArray(body.data), 'a list', body.data)
    equal(body.last_page >= 1, true, 'last_page of at least 1')
  })
  for (const consulta of [
    'page=0',
    'page=abc',
    'per_page=101',
    'situacao=talvez',
    'origem=fax',
    'de=2026-02-30',
    'importacao_id=x',
  ])
    await check(`conciliacao: ?${consulta} → 422`, async () =>
      recusa(await admin.get(`${MOVIMENTOS}?${consulta}`), 422),
    )
  for (const consulta of ['situacao=novo', 'origem=pix', 'de=2026-01-01&ate=2026-12-31', 'busca=ninguém'])
    await check(
      `conciliacao: takes ?${consulta}`,
      async () => void status(await admin.get(`${MOVIMENTOS}?${consulta}`), 200),
    )
  await check('conciliacao: the list as a spreadsheet, filtered alike', async () => {
    const csv = status(await admin.get(`${PLANILHA}?situacao=novo&origem=ofx`), 200)
    expect(csv.header('content-type').startsWith('text/csv'), 'text/csv', csv.header('content-type'))
    recusa(await admin.get(`${PLANILHA}?situacao=talvez`), 422)
  })
  await check('conciliacao: a movement that is not there → 404', async () =>
    recusa(await admin.get(`${MOVIMENTOS}/99999999`), 404),
  )
  await check('conciliacao: the closing adds up, and rates of nothing are 0', async () => {
    const resumo = await fechamento(mundo, '?de=2000-01-01&ate=2000-01-31')
    fields(resumo, ['recebido', 'aplicado', 'credito', 'sem_dono', 'ignorado', 'devolvido', 'tarifas', 'por_idade'])
    equal([resumo.taxa_automatica_linhas, resumo.taxa_automatica_valor].join(), '0,0', 'the rates')
    equal(resumo.por_idade.map(({ faixa }) => faixa).join(), '0-2,3-7,8-30,30+', 'the ages')
  })
}
