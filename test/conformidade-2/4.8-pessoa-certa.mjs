// Section 4, right person: the question instead of a step, its answers, and an operator's confirmation.
import { addDays, equal, expect, fields, status, until } from '../conformance/support.mjs'
import { criarCliente, RECEBIMENTO, recusa, semente } from './mundo.mjs'

const MODELO = 'confirmar_pessoa'

export async function percorrer(mundo) {
  const { admin, check } = mundo
  await modelo(mundo)
  const antes = status(await admin.get(RECEBIMENTO), 200).body.confirmar_pessoa
  status(await admin.put(RECEBIMENTO, { confirmar_pessoa: 'sempre' }), 200)
  await respondem(mundo)
  await check('pessoa: the setting goes back to what it was', async () =>
    equal(status(await admin.put(RECEBIMENTO, { confirmar_pessoa: antes }), 200).body.confirmar_pessoa, antes, 'it'),
  )
}

async function modelo({ admin, check }) {
  const url = `/api/admin/configuracoes/mensagens/${MODELO}`
  const ler = async () => status(await admin.get('/api/admin/configuracoes/mensagens/templates'), 200).body[MODELO]
  await check('pessoa: its template names the company and the customer, no debt, with its two buttons', async () => {
    const { texto, botoes, variaveis, situacao } = await ler()
    equal(botoes.map(({ texto: dito }) => dito).join(), 'Sim,Não sou eu', 'the buttons')
    equal([...variaveis].sort().join(), 'empresa,primeiro_nome', 'the variables')
    expect(['aprovado', 'pendente'].includes(situacao), 'sent for review as the others', situacao)
    recusa(await admin.put(url, { texto: `${texto} Deve {{valor}} hoje.` }), 422, 'texto')
    recusa(await admin.put(url, { texto, botoes: [] }), 422, 'botoes')
  })
  await check('pessoa: its template comes to be approved', async () => {
    const aprovado = await until(async () => (await ler()).situacao === 'aprovado')
    expect(aprovado, 'approved', (await ler()).situacao)
  })
}

async function respondem(mundo) {
  const { admin, operador, check, hoje } = mundo
  const conta = [{ valor: 10_000, vencimento: addDays(hoje, -5) }]
  // Mobiles that are on WhatsApp, at whatever hour this runs.
  const criar = (n) => criarCliente(mundo, conta, { telefone: `+55119${80_000_000 + ((semente + n) % 9_000_000)}` })
  const [um, outro, calado] = [await criar(1), await criar(2), await criar(3)]
  const ver = async ({ cliente }) => status(await operador.get(`/api/operador/clientes/${cliente.id}`), 200).body
  const aparelho = ({ cliente }) => `/emulador/api/telefones/${encodeURIComponent(cliente.telefone)}`
  const pergunta = async (quem) => {
    const { mensagens } = status(await admin.get(aparelho(quem)), 200).body
    return mensagens?.findLast(({ texto, botoes }) => botoes?.length === 2 && /Marlene|WhatsApp é de/.test(texto))
  }
  const tocar = async (quem, botao) => {
    const { wamid } = await pergunta(quem)
    status(await admin.post(`${aparelho(quem)}/mensagens`, { tipo: 'botao', wamid, botao }), 201)
  }
  await check('pessoa: foreseen by the simulation, and sent in the place of the step', async () => {
    equal((await ver(um)).decisao.motivo, 'prevista', 'the decision before')
    status(await admin.post('/api/admin/cobranca/executar', { forcar_horario: true }), 200)
    for (const quem of [um, outro, calado]) {
      const chegou = await until(() => pergunta(quem))
      expect(chegou && !/R\$|\d{2}/.test(chegou.texto), 'a question without a debt', chegou ?? 'none')
    }
    const visto = await until(async () => {
      const ficha = await ver(um)
      return ficha.pessoa.perguntas === 1 && ficha.decisao.enviada ? ficha : null
    })
    expect(visto, 'the question, once', (await ver(um)).pessoa)
    equal(`${visto.numero_chamadas} ${visto.decisao.motivo} ${visto.status}`, '0 enviada ativo', 'no attempt')
  })
  await check('pessoa: Sim confirms, and is no reply', async () => {
    await tocar(um, 'Sim')
    const sabido = await until(async () => ((await ver(um)).pessoa.confirmada_por === 'sim' ? await ver(um) : null))
    expect(sabido, 'confirmed by Sim', (await ver(um)).pessoa)
    equal(`${sabido.status} ${sabido.nao_lidas} ${sabido.numero_chamadas}`, 'ativo 0 0', 'what is as it was')
  })
  await check('pessoa: Não sou eu calls a person, and the phone is not the customer’s', async () => {
    await tocar(outro, 'Não sou eu')
    const negado = await until(async () => ((await ver(outro)).contato_invalido ? await ver(outro) : null))
    expect(negado, 'contato_invalido', (await ver(outro)).pessoa)
    equal(`${negado.status} ${negado.aguardando_motivo}`, 'aguardando_atendimento nao_sou_eu', 'the queue')
  })
  await check('pessoa: an operator makes sure, with why', async () => {
    const url = `/api/operador/clientes/${outro.cliente.id}/confirmar-pessoa`
    recusa(await operador.post(url, {}), 422, 'motivo')
    status(await operador.post(url, { motivo: 'Confirmado por ligação' }), 200)
    equal((await ver(outro)).pessoa.confirmada_por, 'operador', 'by whom')
  })
  await check('pessoa: the forecast counts the questions', async () => {
    const regua = status(await admin.get('/api/admin/configuracoes/regua'), 200).body
    const corpo = { ...regua, passos: regua.passos.map(({ dias, tipo, ativo }) => ({ dias, tipo, ativo })) }
    const { perguntas, dias } = status(await admin.post('/api/admin/configuracoes/regua/previsao', corpo), 200).body
    expect(perguntas >= 1, 'the second question to whoever is silent', perguntas)
    fields(dias[0], ['perguntas', 'mensagens'])
  })
}
