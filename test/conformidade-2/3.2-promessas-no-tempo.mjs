// Section 3, promises: the régua, the dashboards and the lists that show them, and what happens to them over time.
import {
  addBusinessDays,
  addDays,
  businessDay,
  equal,
  expect,
  fields,
  listOf,
  status,
  until,
} from '../conformance/support.mjs'
import { criarCliente, recusa } from './mundo.mjs'
import { atrasada, deMundo, ids, inteira } from './promessas.mjs'

export async function percorrer(mundo) {
  const meios = deMundo(mundo)
  await reguaEPainel(mundo, meios)
  await listas(mundo, meios)
  await aEsperar(mundo, meios)
}

async function reguaEPainel(mundo, { ficha, feita, cancelar }) {
  const { check, admin, operador, hoje } = mundo
  await check('promessas: whose every account with a step due is promised is not billed (promessa)', async () => {
    const { cliente, contas } = await criarCliente(mundo, [atrasada(mundo)])
    const { id } = await feita(cliente.id, { contas: ids(contas), ate: addDays(hoje, 2) })
    equal((await ficha(cliente.id)).decisao.motivo, 'promessa', 'decisao')
    const corrida = status(
      await admin.post('/api/admin/cobranca/executar', { simular: true, forcar_horario: true }),
      200,
    )
    expect(corrida.body.ignorados.promessa >= 1, 'promessa among the ignored', corrida.body)
    status(await cancelar(cliente.id, id, { motivo: 'Mudou de ideia' }), 200)
    const { motivo } = (await ficha(cliente.id)).decisao
    expect(motivo !== 'promessa', 'billed again', motivo)
  })
  await check('promessas: the kept rate stands on both dashboards, in number and in R$', async () => {
    for (const [quem, onde] of [
      [admin, '/api/admin/dashboard'],
      [operador, '/api/operador/dashboard'],
    ]) {
      const { promessas } = status(await quem.get(onde), 200).body
      fields(promessas, ['cumpridas', 'taxa_quantidade', 'taxa_valor'], `promessas of ${onde}`)
      expect(promessas.cumpridas >= 1 && promessas.taxa_valor > 0, 'what was kept', promessas)
    }
  })
}

async function listas(mundo, { feita }) {
  const { check, admin, operador, outro, anonimo, hoje } = mundo
  const { cliente, contas } = await criarCliente(mundo, [atrasada(mundo)])
  const { id } = await feita(cliente.id, { contas: ids(contas), ate: addDays(hoje, 3), observacao: '=2+2' })
  const busca = `busca=${cliente.documento}`
  for (const [nome, quem, onde] of [
    ['an operator’s', operador, '/api/operador/promessas'],
    ['the administrator’s', admin, '/api/admin/promessas'],
  ]) {
    await check(`promessas: ${nome} list: a page, its filters, its spreadsheet`, async () => {
      const { body } = status(await quem.get(`${onde}?${busca}`), 200)
      fields(body, ['data', 'current_page', 'last_page', 'per_page', 'total'], 'the page')
      equal(body.data.map((uma) => uma.id).join(), String(id), 'found')
      fields(inteira(body.data[0]).cliente, ['id', 'nome'], 'cliente')
      const achadas = async (consulta) => status(await quem.get(`${onde}?${busca}&${consulta}`), 200).body.total
      equal(await achadas('status=pendente'), 1, 'by its status')
      equal(await achadas('status=cumprida,quebrada'), 0, 'by other statuses')
      equal(await achadas(`de=${hoje}&ate=${addDays(hoje, 3)}`), 1, 'by its day')
      equal(await achadas(`ate=${hoje}`), 0, 'by another day')
      equal(status(await quem.get(`${onde}?page=999`), 200).body.data.length, 0, 'past the end')
      for (const errada of ['page=0', 'per_page=101', 'status=talvez', 'de=2026-02-30'])
        recusa(await quem.get(`${onde}?${errada}`), 422)
      const csv = status(await quem.get(`${onde}/exportar.csv?${busca}`), 200)
      expect(csv.header('content-type').startsWith('text/csv'), 'text/csv', csv.header('content-type'))
      expect(csv.text.includes(cliente.nome) && !/;"?=2/.test(csv.text), 'the promise, and no formula', csv.text)
    })
  }
  await check('promessas: each sees their own customers’; no other role, nobody', async () => {
    equal(status(await outro.get(`/api/operador/promessas?${busca}`), 200).body.total, 0, 'of another operator')
    recusa(await operador.get('/api/admin/promessas'), 403)
    recusa(await admin.get('/api/operador/promessas'), 403)
    recusa(await anonimo.get('/api/operador/promessas'), 401)
    recusa(await operador.get('/api/admin/promessas/exportar.csv'), 403)
  })
}

/** Promises not kept, or only in part, checked after days have passed. */
async function aEsperar(mundo, { feita, pagar }) {
  const ate = addDays(mundo.hoje, 2)
  const nova = async (valor) => {
    const { cliente, contas } = await criarCliente(mundo, [atrasada(mundo)])
    const { id } = await feita(cliente.id, { contas: ids(contas), ate, ...(valor && { valor }) })
    return { cliente, conta: contas[0].id, id }
  }
  const parcial = await nova(60)
  await pagar(parcial.conta, 10)
  const cumprida = await nova(60)
  const pago = await pagar(cumprida.conta, 60)
  const servido = await nova()
  status(await mundo.operador.post(`/api/operador/clientes/${servido.cliente.id}/assumir`), 200)
  mundo.promessas = { ate, quebrada: await nova(), parcial, cumprida, pago, servido }
}

export async function diasDepois(mundo) {
  const { check, operador, promessas } = mundo
  const { uma, ficha, estornar } = deMundo(mundo)
  const { quebrada, parcial, cumprida, pago, servido, ate } = promessas
  const julgada = ({ cliente, id }) =>
    until(
      async () => {
        const promessa = await uma(cliente.id, id)
        return promessa.status === 'pendente' ? undefined : promessa.status
      },
      { ms: 60_000 },
    )
  await check(
    `promessas: judged two business days after its day: ${addBusinessDays(businessDay(ate), 2)} is over`,
    async () => {
      equal(await julgada(quebrada), 'quebrada', 'of which nothing was paid')
      equal(await julgada(parcial), 'parcial', 'of which a part was paid')
      equal(await julgada(servido), 'quebrada', 'of whoever is in service')
    },
  )
  await check('promessas: who broke one waits in the queue (promessa_quebrada); not from service', async () => {
    for (const { cliente } of [quebrada, parcial]) {
      equal((await ficha(cliente.id)).status, 'aguardando_atendimento', 'status')
      const fila = listOf(
        status(
          await operador.get(
            `/api/operador/clientes/aguardando-atendimento?busca=${encodeURIComponent(cliente.nome)}&per_page=100`,
          ),
          200,
        ),
      )
      equal(fila.find(({ id }) => id === cliente.id)?.aguardando_motivo, 'promessa_quebrada', 'aguardando_motivo')
    }
    equal((await ficha(servido.cliente.id)).status, 'em_atendimento', 'who was in service')
  })
  await check('promessas: one kept stays kept; a reversal once judged breaks it', async () => {
    equal((await uma(cumprida.cliente.id, cumprida.id)).status, 'cumprida', 'status')
    status(await estornar(cumprida.conta, pago.id), 200)
    equal((await uma(cumprida.cliente.id, cumprida.id)).status, 'quebrada', 'status')
    equal((await ficha(cumprida.cliente.id)).status, 'aguardando_atendimento', 'its customer')
  })
}
