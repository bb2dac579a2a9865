// People, customers with open accounts, and what the walks over the calls of money share.
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
  login,
  phone,
  status,
  today,
} from '../conformance/support.mjs'

export const RECEBIMENTO = '/api/admin/configuracoes/recebimento'
export const CONCILIACAO = '/api/admin/conciliacao'
export const PIX = { chave: '11222333000181', nome: 'Modelo Embalagens Ltda', cidade: 'São Paulo' }
export const semente = (Math.floor(Date.now() / 1000) * 1_009) % 80_000_000
const SENHA = 'Jacaranda-4417'

/** An administrator, two operators, and customers of the first: each with its open accounts. */
export async function prepararMundo(base, pessoa, { check, controlarEmulador }) {
  const anonimo = new Client(base)
  const admin = await login(anonimo, pessoa.email, pessoa.senha)
  const operadores = []
  for (const nome of ['um', 'dois']) {
    const email = `dinheiro.${nome}.${semente}@exemplo.com.br`
    await createOperator(admin, { name: `Operador ${nome}`, email, password: SENHA })
    operadores.push(await login(anonimo, email, SENHA))
  }
  const hoje = today()
  const mundo = {
    base,
    check,
    controlarEmulador,
    anonimo,
    admin,
    operador: operadores[0],
    outro: operadores[1],
    hoje,
    contador: 0,
  }
  return mundo
}

/** A new customer of the first operator with open accounts: `[{ valor: cents, vencimento }]`. Gives `{ cliente, contas }`. */
export async function criarCliente(mundo, contas, { documento } = {}) {
  const numero = ++mundo.contador
  const codigo = `D-${semente}-${numero}`
  const linhas = contas.map(({ valor, vencimento }, i) => ({
    nome: `Cliente Dinheiro ${numero}`,
    documento: documento ?? cpf(semente + numero),
    telefone: phone(semente + numero),
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

/** A business day so many days ahead: what is due there is not late today. */
export const daquiA = (mundo, dias) => businessDay(addDays(mundo.hoje, dias))

/** The error body of the contract: a sentence, and the fields that it names. */
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
