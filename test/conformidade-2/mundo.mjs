// People and customers with open accounts, shared by the tests of the money calls.
import {
  addDays,
  allPages,
  brazilianMoney,
  businessDay,
  Client,
  cents,
  cpf,
  createOperator,
  csv,
  expect,
  fields,
  listOf,
  login,
  phone,
  status,
  until,
} from '../conformance/support.mjs'

export const RECEBIMENTO = '/api/admin/configuracoes/recebimento'
export const CONCILIACAO = '/api/admin/conciliacao'
export const PIX = { chave: '11222333000181', nome: 'Modelo Embalagens Ltda', cidade: 'São Paulo' }
const sorteada = (Math.floor(Date.now() / 1000) * 1_009) % 80_000_000
/** The first of the thousand numbers from which documents and phones are made, skipping that of 111.111.111-11, which is not a valid CPF. */
export const semente = sorteada > 11_110_000 && sorteada <= 11_111_111 ? 0 : sorteada
const SENHA = 'Jacaranda-4417'

const operadores = ['um', 'dois'].map((nome) => ({
  name: `Operador ${nome}`,
  email: `conformidade.${nome}.${semente}@exemplo.com.br`,
  password: SENHA,
}))

/** An administrator, two operators, and customers of the first with open accounts. `hoje`: the application's date; `receptor`: a port that it may call; `emails()`: its mails, the latest first. */
export async function prepararMundo(base, pessoa, { check, hoje, receptor, emails }) {
  const anonimo = new Client(base)
  const admin = await login(anonimo, pessoa.email, pessoa.senha)
  for (const operador of operadores) await createOperator(admin, operador)
  const mundo = { base, check, anonimo, hoje, receptor, emails }
  await entrar(mundo, pessoa)
  return mundo
}

/** The same world days later, when its sessions have expired. */
export async function passarDias(mundo, pessoa, hoje) {
  mundo.hoje = hoje
  await entrar(mundo, pessoa)
}

async function entrar(mundo, { email, senha }) {
  mundo.admin = await login(mundo.anonimo, email, senha)
  const [operador, outro] = await Promise.all(operadores.map((um) => login(mundo.anonimo, um.email, um.password)))
  Object.assign(mundo, { operador, outro })
}

/** Kept in the module, because a part may use a copy of `mundo`. */
let criados = 0

/** Creates a customer of the first operator with open accounts: `[{ valor: cents, vencimento }]`. Returns `{ cliente, contas }`. */
export async function criarCliente(mundo, contas, { documento, telefone } = {}) {
  const numero = ++criados
  const codigo = `D-${semente}-${numero}`
  const linhas = contas.map(({ valor, vencimento }, i) => ({
    nome: `Cliente Dinheiro ${numero}`,
    documento: documento ?? cpf(semente + numero),
    telefone: telefone ?? phone(semente + numero),
    codigo_externo: codigo,
    conta_numero: `${codigo}-${i + 1}`,
    valor: brazilianMoney(valor),
    vencimento,
  }))
  const resposta = await mundo.operador.importCsv(csv(linhas), { query: '?vincular=1' })
  status(resposta, 200)
  const achados = await allPages(
    mundo.operador,
    `/api/operador/clientes/ativos?busca=${encodeURIComponent(`Dinheiro ${numero}`)}`,
  )
  const cliente = achados.find(({ codigo_externo }) => codigo_externo === codigo)
  expect(cliente, `customer ${codigo} after its import`, 'none')
  const { contas: dele } = status(await mundo.operador.get(`/api/operador/clientes/${cliente.id}`), 200).body
  const porNumero = dele.sort((a, b) => a.numero.localeCompare(b.numero, 'pt', { numeric: true }))
  return { cliente, contas: porNumero }
}

/** A business day this many days ahead, so that what is due there is not late today. */
export const daquiA = (mundo, dias) => businessDay(addDays(mundo.hoje, dias))

/** The contract's error body: a sentence, and the fields it names. */
export function recusa(resposta, http, ...campos) {
  status(resposta, http)
  expect(typeof resposta.body?.message === 'string' && resposta.body.message.length > 3, 'a message', resposta)
  if (campos.length > 0) fields(resposta.body.errors, campos, 'errors')
  return resposta.body
}
export function conflito(resposta, codigo) {
  recusa(resposta, 409)
  expect(resposta.body.codigo === codigo, `codigo ${codigo}`, resposta)
}

/** `recebido = aplicado + credito + sem_dono + ignorado + devolvido`, to the cent. */
export async function fechamento(mundo, consulta = '') {
  const resumo = status(await mundo.admin.get(`${CONCILIACAO}/resumo${consulta}`), 200).body
  const { recebido, aplicado, credito, sem_dono, ignorado, devolvido } = resumo
  const soma = [aplicado, credito, sem_dono, ignorado, devolvido].reduce((total, parte) => total + cents(parte), 0)
  expect(cents(recebido) === soma, 'the five parts to add up to what was received', resumo)
  return resumo
}

/** The customer writes on WhatsApp; returns the message as shown in the conversation. */
export async function escrever(mundo, { id, telefone }, texto) {
  const caminho = `/emulador/api/telefones/${encodeURIComponent(telefone)}/mensagens`
  status(await mundo.admin.post(caminho, { tipo: 'texto', texto }), 201)
  const chegou = await until(async () => {
    const conversa = listOf(status(await mundo.operador.get(`/api/operador/clientes/${id}/mensagens`), 200))
    return conversa.findLast((uma) => uma.direcao === 'recebida' && uma.conteudo === texto)
  })
  expect(chegou, `"${texto}" in the conversation`, 'none')
  return chegou
}
