// Sections 1 and 2: boletos of accounts and what their return file pays automatically, linking manual payments, and refunds.
import { readFileSync } from 'node:fs'
import { allPages, cents, equal, expect, listOf, status, until } from '../conformance/support.mjs'
import { CONCILIACAO, conflito, criarCliente, daquiA, fechamento, PIX, RECEBIMENTO, recusa } from './mundo.mjs'

const MOVIMENTOS = `${CONCILIACAO}/movimentos`
const CONTAS = '/api/operador/contas-receber'
const RETORNO = '21-cnab240-bb.ret'
const retorno = readFileSync(new URL(`../samples/banco/${RETORNO}`, import.meta.url))

/** A boleto's line for this amount and day, with valid check digits; `livre`: the bank's own 25 digits. */
function linhaDe(centavos, vencimento, livre = '0000003123456000000400217') {
  const fator = 1_000 + Math.round((Date.parse(vencimento) - Date.parse('2025-02-22')) / 86_400_000)
  const resto = `${fator}${String(centavos).padStart(10, '0')}`
  const dv = modulo11(`0019${resto}${livre}`)
  const campos = [`0019${livre.slice(0, 5)}`, livre.slice(5, 15), livre.slice(15)]
  return `${campos.map((campo) => campo + modulo10(campo)).join('')}${dv}${resto}`
}
function modulo10(texto) {
  const soma = [...texto].reverse().reduce((total, digito, i) => {
    const vezes = Number(digito) * (i % 2 === 0 ? 2 : 1)
    return total + (vezes > 9 ? vezes - 9 : vezes)
  }, 0)
  return (10 - (soma % 10)) % 10
}
function modulo11(texto) {
  const soma = [...texto].reverse().reduce((total, digito, i) => total + Number(digito) * (2 + (i % 8)), 0)
  const resto = 11 - (soma % 11)
  return resto > 9 ? 1 : resto
}

export async function percorrer(mundo) {
  await linhas(mundo)
  await retornos(mundo)
  await vinculados(mundo)
  await devolvidos(mundo)
}

async function linhas(mundo) {
  const { check, operador } = mundo
  const vencimento = daquiA(mundo, 8)
  const { cliente, contas } = await criarCliente(mundo, [{ valor: 12_345, vencimento }])
  const mudar = (corpo) => operador.patch(`${CONTAS}/${contas[0].id}`, corpo)
  const linha = linhaDe(12_345, vencimento)
  await check('boletos: a line, spaced as on paper, is kept as 47 digits beside its nosso número', async () => {
    const colada = linha.replace(/(.{5})(.{5})/, '$1.$2 ')
    const { body } = status(await mudar({ linha_digitavel: colada, nosso_numero: '31234560000009876' }), 200)
    equal([body.linha_digitavel, body.nosso_numero].join(), `${linha},31234560000009876`, 'kept')
  })
  for (const [que, errada] of [
    ['a wrong check digit', `${linha.slice(0, -1)}${(Number(linha.at(-1)) + 1) % 10}`],
    ['another amount', linhaDe(12_346, vencimento)],
    ['another due day', linhaDe(12_345, daquiA(mundo, 12))],
    ['something else', 'não é um boleto'],
  ])
    await check(`boletos: ${que} → 422`, async () =>
      recusa(await mudar({ linha_digitavel: errada }), 422, 'linha_digitavel'),
    )
  await check('boletos: {{boleto}} in a template is the line, never cut', () => noTexto(mundo, cliente, linha))
  await check('boletos: a new amount clears the line', async () => {
    equal(status(await mudar({ valor: 200 }), 200).body.linha_digitavel, null, 'the line')
  })
}

async function noTexto({ admin, operador }, cliente, linha) {
  const base = '/api/admin/configuracoes/mensagens'
  const { lembrete } = status(await admin.get(`${base}/templates`), 200).body
  const texto = 'Olá, {{primeiro_nome}}! O seu boleto é {{boleto}} e pode ser pago em qualquer banco, até o vencimento.'
  status(await admin.put(`${base}/lembrete`, { texto }), 200)
  try {
    const conteudo = await until(
      async () => {
        await admin.post(`${base}/sincronizar`, {})
        const modelos = listOf(status(await operador.get(`/api/operador/clientes/${cliente.id}/modelos`), 200))
        return modelos.find(({ tipo, conteudo }) => tipo === 'lembrete' && conteudo.includes('boleto'))?.conteudo
      },
      { ms: 60_000 },
    )
    expect(conteudo?.includes(linha), 'the line in the text', conteudo)
  } finally {
    status(await admin.put(`${base}/lembrete`, { texto: lembrete.texto }), 200)
  }
}

async function retornos(mundo) {
  const { check, admin, operador } = mundo
  await check('retornos: a title of ours, paid on its day, pays its account by itself, whole, fee apart', async () => {
    const { contas } = await criarCliente(mundo, [{ valor: 120_000, vencimento: '2026-11-12' }])
    const conta = `${CONTAS}/${contas[0].id}`
    status(await operador.patch(conta, { nosso_numero: '31234560000004002' }), 200)
    const opcoes = { extra: { aceitar: 'outra_conta,totais' } }
    const feito = status(await admin.upload(`${CONCILIACAO}/importar`, 'arquivo', RETORNO, retorno, opcoes), 200).body
    equal(feito.aplicados, 1, 'applied by itself')
    const paga = status(await operador.get(conta), 200).body
    const [{ valor, forma, pago_em, origem, movimento_id }] = paga.pagamentos
    equal(
      [paga.status, cents(valor), forma, pago_em, origem].join(),
      'paga,120000,boleto,2026-11-12,conciliacao',
      'its payment',
    )
    equal(cents(status(await admin.get(`${MOVIMENTOS}/${movimento_id}`), 200).body.tarifa), 350, 'the fee')
    await fechamento(mundo)
    status(await admin.post(`${CONCILIACAO}/importacoes/${feito.importacao_id}/desfazer`, {}), 200)
    equal(status(await operador.get(conta), 200).body.status, 'vencida', 'the account after the undoing')
  })
}

const doBanco = (mundo) => {
  const { admin, anonimo } = mundo
  const banco = (caminho, corpo) => admin.post(`/emulador/pix/api${caminho}`, corpo)
  const achar = async (endToEndId) =>
    until(
      async () =>
        (await allPages(admin, `${MOVIMENTOS}?origem=pix`)).find(
          (um) => um.end_to_end_id === endToEndId && um.situacao !== 'novo',
        ),
      { ms: 30_000 },
    )
  let vez = 0
  const avisar = async (endToEndId, devolucoes) => {
    const { webhook_url } = status(await admin.get(RECEBIMENTO), 200).body
    // Identical webhooks count as one, so each has another `horario`.
    const dito = { endToEndId, ...(devolucoes ? { devolucoes, horario: ++vez } : {}) }
    status(await anonimo.post(new URL(webhook_url).pathname, { pix: [dito] }), 200)
  }
  const pagar = async (valor, { nome, documento }) => {
    const corpo = { chave: PIX.chave, valor, pagador: { nome, documento } }
    const { endToEndId } = status(await banco('/pagar-chave', corpo), 201).body
    await avisar(endToEndId)
    return achar(endToEndId)
  }
  return { banco, avisar, pagar }
}

async function vinculados(mundo) {
  const { check, admin, operador } = mundo
  const { pagar } = doBanco(mundo)
  await check(
    'vincular: a payment by hand is found in the bank’s word, and is reversed only there from then on',
    async () => {
      const { cliente, contas } = await criarCliente(mundo, [{ valor: 65_432, vencimento: daquiA(mundo, 7) }])
      const aMao = { valor: 654.32, pago_em: mundo.hoje, forma: 'pix' }
      const { id } = status(await operador.post(`${CONTAS}/${contas[0].id}/pagamentos`, aMao), 201).body
      const pix = await pagar(654.32, cliente)
      equal([pix.sugestoes[0].acao, pix.sugestoes[0].pagamento_id].join(), `vincular,${id}`, 'what is suggested')
      const decidir = (como, corpo) => admin.post(`${MOVIMENTOS}/${pix.id}/${como}`, corpo)
      const depois = status(await decidir('vincular', { pagamento_id: id }), 200).body
      equal([depois.situacao, depois.aplicado].join(), 'aplicado,654.32', 'what became of it')
      const pagamento = `${CONTAS}/${contas[0].id}/pagamentos/${id}`
      conflito(await operador.delete(pagamento, { motivo: 'Engano' }), 'pagamento_conciliado')
      conflito(await decidir('vincular', { pagamento_id: id }), 'ja_conciliado')
      status(await decidir('desfazer', { motivo: 'Não era este' }), 200)
      equal(status(await operador.get(`${CONTAS}/${contas[0].id}`), 200).body.status, 'paga', 'by hand it stands')
      await fechamento(mundo)
    },
  )
}

async function devolvidos(mundo) {
  const { check, admin, operador } = mundo
  const { pagar, banco, avisar } = doBanco(mundo)
  await check('devoluções: what goes back in part reopens the account, and leaves it in peace for a day', async () => {
    const { cliente, contas } = await criarCliente(mundo, [{ valor: 32_165, vencimento: daquiA(mundo, 7) }])
    const pix = await pagar(321.65, cliente)
    const corpo = { contas: [{ id: contas[0].id, valor: 321.65 }] }
    status(await admin.post(`${MOVIMENTOS}/${pix.id}/aplicar`, corpo), 200)
    const devolucao = status(await banco(`/pix/${pix.end_to_end_id}/devolver`, { valor: 100 }), 201).body
    // The bank takes a moment to refund, then sends another webhook.
    const volta = await until(
      async () => {
        await avisar(pix.end_to_end_id, [devolucao])
        return (await allPages(admin, `${MOVIMENTOS}?origem=pix&situacao=aplicado`)).find(
          (um) => um.tipo === 'devolucao' && cents(um.valor) === 10_000,
        )
      },
      { ms: 30_000 },
    )
    expect(volta, 'the refund, applied', 'none')
    const credito = status(await admin.get(`${MOVIMENTOS}/${pix.id}`), 200).body
    equal(
      [credito.aplicado, credito.devolvido, credito.devolucoes.join()].join(),
      `221.65,100,${volta.id}`,
      'of the credit',
    )
    const conta = status(await operador.get(`${CONTAS}/${contas[0].id}`), 200).body
    equal([conta.status, cents(conta.valor_pago), conta.a_caminho].join(), 'em_aberto,22165,true', 'the account')
    await fechamento(mundo)
  })
}
