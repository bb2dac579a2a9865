// Section 5: a customer's place, what its law and a do-not-contact list stop, and the reason the decision gives.
import { addDays, equal, expect, status, until } from '../conformance/support.mjs'
import { criarCliente, escrever, recusa } from './mundo.mjs'

const LEI = '/api/admin/configuracoes/contato-legal'
const endereco = ({ id }) => `/api/operador/clientes/${id}`

export async function percorrer(mundo) {
  await lugar(mundo)
  await leiDoLugar(mundo)
  await listas(mundo)
}

const vencida = ({ hoje }) => [{ valor: 10_000, vencimento: addDays(hoje, -5) }]
const ver = async ({ operador }, cliente) => status(await operador.get(endereco(cliente)), 200).body

async function lugar(mundo) {
  const { check, operador } = mundo
  const { cliente } = await criarCliente(mundo, vencida(mundo))
  await check('lugar: uf and municipio by PATCH and by CSV; a state that is none is refused', async () => {
    const mudado = status(await operador.patch(endereco(cliente), { uf: 'AM', municipio: 'Manaus' }), 200).body
    equal(`${mudado.uf} ${mudado.municipio}`, 'AM Manaus', 'where they are')
    recusa(await operador.patch(endereco(cliente), { uf: 'XX' }), 422, 'uf')
    const { nome, documento } = cliente
    const csv = `nome;documento;uf;municipio\n${nome};${documento};PR;Londrina\n`
    equal(status(await operador.importCsv(csv), 200).body.atualizados, 1, 'updated')
    const { uf, municipio } = await ver(mundo, cliente)
    equal(`${uf} ${municipio}`, 'PR Londrina', 'where the file says')
  })
}

async function leiDoLugar(mundo) {
  const { check, admin, operador, hoje } = mundo
  const { data, feriados } = status(await admin.get(LEI), 200).body
  const { cliente, contas } = await criarCliente(mundo, vencida(mundo))
  status(await operador.patch(endereco(cliente), { uf: 'AM', municipio: 'Manaus' }), 200)
  await check(
    'lei: out of the hours of their state, in their own time, and the decision says which row spoke',
    async () => {
      const deLa = data.map((linha) =>
        linha.uf === 'AM' ? { ...linha, semana: { inicio: '11:00', fim: '18:00' } } : linha,
      )
      status(await admin.put(LEI, { data: deLa }), 200)
      const { motivo, detalhe } = (await ver(mundo, cliente)).decisao
      equal(motivo, 'fora_do_horario', 'motivo')
      expect(/AM|Amazonas/.test(detalhe) && /Lei/.test(detalhe), 'the row that spoke', detalhe)
      const sem = data.map((linha) => (linha.uf === 'AM' ? { ...linha, semana: null } : linha))
      status(await admin.put(LEI, { data: sem }), 200)
      equal((await ver(mundo, cliente)).decisao.motivo, 'fora_do_horario', 'with no contact at all')
      status(await admin.put(LEI, { data }), 200)
      equal((await ver(mundo, cliente)).decisao.motivo, 'prevista', 'as it was')
    },
  )
  await check('lei: a holiday of their town stops sending, names itself, and moves no due day', async () => {
    status(await admin.put(LEI, { feriados: [{ dia: hoje, uf: 'AM', municipio: 'Manaus' }] }), 200)
    const { motivo, detalhe } = (await ver(mundo, cliente)).decisao
    equal(motivo, 'feriado', 'motivo')
    expect(/Manaus/.test(detalhe), 'the town', detalhe)
    const [conta] = (await ver(mundo, cliente)).contas
    equal(`${conta.vencimento} ${conta.dias_atraso}`, `${contas[0].vencimento} ${contas[0].dias_atraso}`, 'the due day')
    const corrida = await admin.post('/api/admin/cobranca/executar', { simular: true })
    expect(status(corrida, 200).body.ignorados.feriado >= 1, 'feriado among the ignored', corrida.body)
    status(await admin.put(LEI, { feriados }), 200)
  })
}

async function listas(mundo) {
  const { check, admin, operador } = mundo
  const { cliente } = await criarCliente(mundo, vencida(mundo))
  const { telefone } = await ver(mundo, cliente)
  const importar = (linhas) =>
    admin.upload(
      '/api/admin/bloqueios/importar',
      'csv_file',
      'lista.csv',
      `telefone;registrado_em;origem\n${linhas.join('\n')}\n`,
    )
  const modelo = () => operador.post(`${endereco(cliente)}/mensagens`, { template: 'reengajar' })
  await check('bloqueios: not a list → 422; a bad row is told by its line', async () => {
    recusa(await admin.upload('/api/admin/bloqueios/importar', 'csv_file', 'a.csv', 'nome;idade\nAna;3\n'), 422)
    const { erros, importados } = status(await importar(['nada;01/01/2026;LINHAS']), 200).body
    equal(`${importados} ${erros[0].linha} ${erros[0].campo}`, '0 2 telefone', 'what is wrong with it')
    status(await operador.get('/api/admin/bloqueios'), 403)
  })
  await check(
    'bloqueios: a step due means the queue (bloqueio_legal); an open window lets a person write',
    async () => {
      equal(status(await importar([`${telefone};01/01/2026;LEI`]), 200).body.importados, 1, 'imported')
      equal((await ver(mundo, cliente)).decisao.motivo, 'bloqueio_legal', 'the decision')
      status(await admin.post('/api/admin/cobranca/executar', { forcar_horario: true }), 200)
      const { status: onde, aguardando_motivo } = await until(async () => {
        const ficha = await ver(mundo, cliente)
        return ficha.status === 'ativo' ? null : ficha
      })
      equal(`${onde} ${aguardando_motivo}`, 'aguardando_atendimento bloqueio_legal', 'the queue')
      equal((await modelo()).body.codigo, 'bloqueio_legal', 'a template')
      await escrever(mundo, cliente, 'pode falar')
      status(await modelo(), 201)
    },
  )
  await check('bloqueios: what a file says of an origin replaces what was known of it', async () => {
    const { removidos } = status(await importar(['11999990001;01/01/2026;LEI']), 200).body
    equal(removidos, 1, 'removed')
    const { data } = status(await admin.get('/api/admin/bloqueios?origem=LEI'), 200).body
    equal(data.length, 1, 'left of that origin')
    for (const { id } of data) status(await admin.delete(`/api/admin/bloqueios/${id}`, { motivo: 'Fim do teste' }), 204)
  })
}
