// Section 2: how movements without owner are decided, and every refusal.
import { cents, equal, expect, fields, isDay, isInstant, isMoney, status } from '../conformance/support.mjs'
import { CONCILIACAO, conflito, criarCliente, daquiA, fechamento, PIX, RECEBIMENTO, recusa } from './mundo.mjs'
import { atrasada } from './promessas.mjs'

const MOVIMENTOS = `${CONCILIACAO}/movimentos`
const CONTAS = '/api/operador/contas-receber'
const CAMPOS = [
  ...['id', 'origem', 'tipo', 'banco', 'conta_bancaria', 'dia', 'dia_credito', 'valor', 'tarifa', 'descricao'],
  ...['pagador', 'txid', 'end_to_end_id', 'nosso_numero', 'situacao', 'motivo', 'sugestoes', 'cliente_id', 'aplicado'],
  ...['credito', 'devolvido', 'devolucoes', 'importacao_id', 'created_at'],
]

const lancamento = (dia, valor, memo) =>
  `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${dia.replaceAll('-', '')}<TRNAMT>${valor}<FITID>1<MEMO>${memo}</STMTTRN>`
const extrato = (linhas) =>
  `OFXHEADER:100\nDATA:OFXSGML\nCHARSET:1252\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM><BANKID>341\n<ACCTID>2007\n</BANKACCTFROM><BANKTRANLIST>\n${linhas.join('\n')}\n</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

export async function percorrer(mundo) {
  const { admin, hoje } = mundo
  let vez = 0
  /** Lines of today's statement, in the given order. */
  const trazer = async (...linhas) => {
    const texto = extrato(linhas.map(([valor, memo]) => lancamento(hoje, valor, memo)))
    const opcoes = { extra: { aceitar: 'outra_conta' } }
    const nome = `decisoes-${++vez}.ofx`
    const { importacao_id } = status(
      await admin.upload(`${CONCILIACAO}/importar`, 'arquivo', nome, texto, opcoes),
      200,
    ).body
    const { data } = status(await admin.get(`${MOVIMENTOS}?importacao_id=${importacao_id}`), 200).body
    return linhas.map(([valor]) => data.find((um) => cents(um.valor) === cents(valor)))
  }
  const meios = { trazer, decidir: (um, como, corpo) => admin.post(`${MOVIMENTOS}/${um.id}/${como}`, corpo) }
  await sugeridos(mundo, meios)
  await partes(mundo, meios)
  await registrados(mundo, meios)
  await recusados(mundo, meios)
  await avisos(mundo)
}

async function sugeridos(mundo, { trazer, decidir }) {
  const { check, admin, operador } = mundo
  await check('conciliacao: a movement has every field; its payer’s document masked as it came', async () => {
    const [um] = await trazer(['611.11', 'PIX RECEBIDO FULANA DE TAL ***.444.777-**'])
    fields(um, CAMPOS, 'the movement')
    expect(isDay(um.dia) && isInstant(um.created_at) && isMoney(um.valor), 'its formats', um)
    equal([um.pagador.documento.replace(/[.-]/g, ''), um.situacao].join(), '***444777**,novo', 'it')
    status(await decidir(um, 'ignorar', { motivo: 'Não é de cliente' }), 200)
  })
  await check(
    'conciliacao: somebody else pays late: found by what the account costs today, and sure of nothing',
    async () => {
      const { cliente, contas } = await criarCliente(mundo, [atrasada(mundo, 61_237)])
      const { valor_atualizado } = status(await operador.get(`${CONTAS}/${contas[0].id}`), 200).body
      expect(cents(valor_atualizado) > 61_237, 'charges', valor_atualizado)
      const [um] = await trazer([valor_atualizado.toFixed(2), 'PIX RECEBIDO BELTRANO DE SOUSA ***.555.111-**'])
      equal(um.situacao, 'sugerido', 'situacao')
      const [{ acao, certeza, porque, cliente: quem, contas: quais }] = um.sugestoes
      equal(
        [acao, certeza, quem.id, quais[0].id].join(),
        `aplicar,baixa,${cliente.id},${contas[0].id}`,
        'the suggestion',
      )
      expect(porque.includes('juros'), 'why', porque)
      const { a_caminho } = status(await operador.get(`${CONTAS}/${contas[0].id}`), 200).body
      equal(a_caminho, false, 'the amount alone leaves nobody in peace')
      recusa(await admin.post(`${CONCILIACAO}/aplicar-sugestoes`, { ids: Array(501).fill(um.id) }), 422, 'ids')
      const { data } = status(await admin.post(`${CONCILIACAO}/aplicar-sugestoes`, { ids: [um.id] }), 200).body
      expect(data[0].situacao === 'sugerido' && data[0].erro, 'only what is alta is applied at once', data)
      status(await decidir(um, 'aplicar', { contas: [{ id: contas[0].id, valor: valor_atualizado }] }), 200)
      const { status: paga, pagamentos } = status(await operador.get(`${CONTAS}/${contas[0].id}`), 200).body
      equal([paga, pagamentos[0].forma, pagamentos[0].pago_em].join(), `paga,pix,${um.dia}`, 'the account')
      await fechamento(mundo)
    },
  )
}

/** Which accounts, of which customers, a movement may pay. */
async function partes(mundo, { trazer, decidir }) {
  const { check, operador } = mundo
  const { cliente, contas } = await criarCliente(mundo, [{ valor: 30_000, vencimento: daquiA(mundo, 6) }])
  const outro = await criarCliente(mundo, [{ valor: 20_000, vencimento: daquiA(mundo, 6) }])
  const [uma, alheia] = [contas[0], outro.contas[0]]
  const verConta = async ({ id }) => status(await operador.get(`${CONTAS}/${id}`), 200).body
  await check('conciliacao: accounts of several customers only when nothing is left', async () => {
    const [um] = await trazer(['450.00', 'DEPOSITO EM DINHEIRO'])
    const com = (valores) => ({ contas: [uma, alheia].map(({ id }, i) => ({ id, valor: valores[i] })) })
    recusa(await decidir(um, 'aplicar', com([200, 200])), 422, 'contas')
    recusa(await decidir(um, 'aplicar', com([300, 151])), 422)
    recusa(await decidir(um, 'aplicar', com([301, 149])), 422)
    const feito = status(await decidir(um, 'aplicar', com([300, 150])), 200).body
    equal([feito.situacao, feito.aplicado, feito.credito].join(), 'aplicado,450,0', 'what became of it')
    equal([(await verConta(uma)).status, (await verConta(alheia)).valor_pago].join(), 'paga,150', 'the accounts')
    equal((await verConta(uma)).pagamentos[0].forma, 'transferencia', 'forma')
  })
  await check('conciliacao: a credit pays only accounts of its own customer, and holds them meanwhile', async () => {
    const [um] = await trazer(['91.37', 'DEPOSITO EM DINHEIRO'])
    status(await decidir(um, 'credito', { cliente_id: outro.cliente.id }), 200)
    equal((await verConta(alheia)).a_caminho, true, 'its customer’s account')
    const novo = await criarCliente(mundo, [{ valor: 9_137, vencimento: daquiA(mundo, 6) }])
    recusa(await decidir(um, 'aplicar', { contas: [{ id: novo.contas[0].id, valor: 91.37 }] }), 422)
    conflito(await decidir(um, 'credito', { cliente_id: cliente.id }), 'ja_conciliado')
    const depois = status(await decidir(um, 'aplicar', { contas: [{ id: alheia.id, valor: 50 }] }), 200).body
    equal([depois.situacao, depois.aplicado, depois.credito].join(), 'credito,50,41.37', 'a part is spent')
    await fechamento(mundo)
  })
}

async function registrados(mundo, { trazer, decidir }) {
  const { check, operador } = mundo
  await check('vincular: only the same amount, and neither linked nor reversed → else 422', async () => {
    const { contas } = await criarCliente(mundo, [{ valor: 90_000, vencimento: daquiA(mundo, 6) }])
    const pagar = async (valor) =>
      status(
        await operador.post(`${CONTAS}/${contas[0].id}/pagamentos`, { valor, pago_em: mundo.hoje, forma: 'pix' }),
        201,
      ).body.id
    const [certo, outro, estornado] = [await pagar(321.45), await pagar(10), await pagar(321.45)]
    const estornar = (id) => operador.delete(`${CONTAS}/${contas[0].id}/pagamentos/${id}`, { motivo: 'Lançado errado' })
    status(await estornar(estornado), 200, 204)
    const [um, dois] = await trazer(['321.45', 'DEPOSITO UM'], ['321.46', 'DEPOSITO DOIS'])
    for (const pagamento_id of [outro, estornado]) recusa(await decidir(um, 'vincular', { pagamento_id }), 422)
    recusa(await decidir(dois, 'vincular', { pagamento_id: certo }), 422)
    status(await decidir(um, 'vincular', { pagamento_id: certo }), 200)
    const [tres] = await trazer(['321.45', 'DEPOSITO TRES'])
    recusa(await decidir(tres, 'vincular', { pagamento_id: certo }), 422)
    for (const resto of [dois, tres]) status(await decidir(resto, 'ignorar', { motivo: 'Não é de cliente' }), 200)
  })
}

async function recusados(mundo, { trazer, decidir }) {
  const { check, admin } = mundo
  await check('conciliacao: motivo has 3 to 500 characters; what was not decided is not undone', async () => {
    const [um] = await trazer(['612.13', 'DEPOSITO QUATRO'])
    for (const como of ['ignorar', 'desfazer', 'devolvido'])
      for (const motivo of ['ab', 'x'.repeat(501)]) recusa(await decidir(um, como, { motivo }), 422, 'motivo')
    recusa(await decidir(um, 'devolvido', { motivo: 'Devolvido' }), 409)
    recusa(await decidir(um, 'desfazer', { motivo: 'Foi engano' }), 409)
    recusa(await decidir(um, 'aplicar', { contas: [{ id: 1, valor: 0 }] }), 422)
    recusa(await decidir(um, 'aplicar', { contas: [{ id: 1, valor: 1.234 }] }), 422)
    recusa(await decidir(um, 'credito', {}), 422, 'cliente_id')
    status(await decidir(um, 'ignorar', { motivo: 'x'.repeat(500) }), 200)
    const { situacao, motivo } = status(await decidir(um, 'desfazer', { motivo: 'Foi engano' }), 200).body
    equal([situacao, motivo].join(), 'novo,', 'undecided again')
    status(await decidir(um, 'ignorar', { motivo: 'Não é de cliente' }), 200)
  })
  await check('conciliacao: the same Idempotency-Key decides once and answers the same', async () => {
    const [um] = await trazer(['614.15', 'DEPOSITO CINCO'])
    const opcoes = { headers: { 'idempotency-key': `ignorar-${um.id}` } }
    for (let n = 0; n < 2; n++)
      status(await admin.post(`${MOVIMENTOS}/${um.id}/ignorar`, { motivo: 'Não é de cliente' }, opcoes), 200)
    recusa(await admin.post(`${MOVIMENTOS}/${um.id}/ignorar`, { motivo: 'Outro motivo' }, opcoes), 422)
  })
  for (const consulta of ['de=2026-02-30', 'ate=ontem'])
    await check(`conciliacao: resumo?${consulta} → 422`, async () =>
      recusa(await admin.get(`${CONCILIACAO}/resumo?${consulta}`), 422),
    )
  await check('conciliacao: latest first, and of a day only what is its own', async () => {
    const { data } = status(await admin.get(`${MOVIMENTOS}?de=${mundo.hoje}&ate=${mundo.hoje}&per_page=100`), 200).body
    expect(data.length > 5 && data.every(({ dia }) => dia === mundo.hoje), 'movements of today', data.length)
    const todos = status(await admin.get(`${MOVIMENTOS}?per_page=100`), 200).body.data
    const dias = todos.map(({ dia }) => dia)
    equal(dias.join(), dias.toSorted().reverse().join(), 'the days')
  })
}

/** Whatever a PSP sends is stored or refused, and nothing of it is trusted. */
async function avisos({ check, admin, anonimo }) {
  await check('webhook do Pix: over 256 KiB → 413; no JSON → 400; what names no Pix → 200 and nothing', async () => {
    const { webhook_url } = status(await admin.get(RECEBIMENTO), 200).body
    const caminho = new URL(webhook_url).pathname
    const avisar = (body) => anonimo.call('POST', caminho, { body, headers: { 'content-type': 'application/json' } })
    const longo = JSON.stringify({ pix: [{ endToEndId: 'x', infoPagador: 'x'.repeat(256 * 1024) }] })
    equal((await avisar(longo)).status, 413, 'too long')
    equal((await avisar('{"pix":')).status, 400, 'no JSON')
    for (const corpo of [{}, { pix: [] }, { pix: [{ endToEndId: 'curto', chave: PIX.chave }, null, 7] }])
      status(await avisar(JSON.stringify(corpo)), 200)
  })
}
