// Sections 1 and 2 together: customers pay at the bank, and the payments are applied, suggested, decided and undone.
import { cents, equal, expect, listOf, status, until } from '../conformance/support.mjs'
import { CONCILIACAO, conflito, criarCliente, daquiA, fechamento, PIX, RECEBIMENTO, recusa } from './mundo.mjs'

const MOVIMENTOS = `${CONCILIACAO}/movimentos`

export async function percorrer(mundo) {
  const { check, admin, operador } = mundo
  const aoBanco = (caminho, corpo) => admin.post(`/emulador/pix/api${caminho}`, corpo)
  const verConta = async (id) => status(await operador.get(`/api/operador/contas-receber/${id}`), 200).body
  // Calls the webhook itself, because the PSP would not accept our address, which is http.
  const { webhook_url } = status(await admin.get(RECEBIMENTO), 200).body
  const avisar = (endToEndId) => mundo.anonimo.post(`${new URL(webhook_url).pathname}/pix`, { pix: [{ endToEndId }] })
  const porPix = async (endToEndId, semDono = false) => {
    status(await avisar(endToEndId), 200)
    status(await avisar(endToEndId), 200)
    const achar = async () =>
      listOf(status(await admin.get(`${MOVIMENTOS}?origem=pix&per_page=100`), 200)).find(
        (um) => um.end_to_end_id === endToEndId,
      )
    const achado = await until(
      async () => {
        const um = await achar()
        return um && (semDono || um.situacao !== 'novo') ? um : undefined
      },
      { ms: 30_000 },
    )
    expect(achado, `the movement of ${endToEndId}`, 'none')
    return achado
  }
  const cobrar = async (valor) => {
    const { cliente, contas } = await criarCliente(mundo, [{ valor, vencimento: daquiA(mundo, 6) }])
    const corpo = { contas: [contas[0].id] }
    const codigo = status(await operador.post(`/api/operador/clientes/${cliente.id}/codigos`, corpo), 201).body
    return { cliente, conta: contas[0], codigo }
  }
  const feito = await pago(mundo, { aoBanco, verConta, porPix, cobrar })
  await check('pagamentos: paid twice, the second is the customer’s credit; spent or closed, never lost', async () => {
    const outra = status(await aoBanco('/pagar', { colado: feito.codigo.copia_e_cola, a_forca: true }), 201).body
    const movimento = await porPix(outra.endToEndId)
    equal(
      [movimento.situacao, movimento.credito, movimento.cliente_id].join(),
      `credito,321,${feito.cliente.id}`,
      'the second',
    )
    await fechamento(mundo)
    recusa(await admin.post(`${MOVIMENTOS}/${movimento.id}/devolvido`, {}), 422, 'motivo')
    const fim = status(
      await admin.post(`${MOVIMENTOS}/${movimento.id}/devolvido`, { motivo: 'Devolvido pelo banco' }),
      200,
    ).body
    equal([fim.situacao, fim.credito, fim.devolvido].join(), 'devolvido,0,321', 'closed')
    await fechamento(mundo)
  })
  await decisoes(mundo, { aoBanco, verConta, porPix, feito })
}

async function pago({ check, operador }, { aoBanco, verConta, porPix, cobrar }) {
  const feito = await cobrar(32_100)
  await check('pagamentos: a code that is paid pays its account by itself', async () => {
    const pix = status(await aoBanco('/pagar', { colado: feito.codigo.copia_e_cola }), 201).body
    feito.movimento = await porPix(pix.endToEndId)
    equal(
      [feito.movimento.situacao, feito.movimento.aplicado, feito.movimento.txid].join(),
      `aplicado,321,${feito.codigo.txid}`,
      'it',
    )
    const conta = await verConta(feito.conta.id)
    equal(conta.status, 'paga', 'the account')
    const [pagamento] = conta.pagamentos
    equal(
      [pagamento.origem, pagamento.forma, pagamento.movimento_id].join(),
      `conciliacao,pix,${feito.movimento.id}`,
      'its payment',
    )
    const codigos = listOf(status(await operador.get(`/api/operador/clientes/${feito.cliente.id}/codigos`), 200))
    equal(codigos.find(({ id }) => id === feito.codigo.id).situacao, 'pago', 'the code')
  })
  await check('pagamentos: what the bank told is reversed only there: 409 pagamento_conciliado', async () => {
    const [{ id }] = (await verConta(feito.conta.id)).pagamentos
    conflito(
      await operador.delete(`/api/operador/contas-receber/${feito.conta.id}/pagamentos/${id}`, { motivo: 'Engano' }),
      'pagamento_conciliado',
    )
  })
  return feito
}

/** Money without a code: suggested, and decided by people. */
async function decisoes(mundo, { aoBanco, verConta, porPix }) {
  const { check, admin } = mundo
  const { cliente, contas } = await criarCliente(mundo, [
    { valor: 45_678, vencimento: daquiA(mundo, 6) },
    { valor: 10_000, vencimento: daquiA(mundo, 9) },
  ])
  const transferir = async (valor, pagador) => {
    const pix = status(await aoBanco('/pagar-chave', { chave: PIX.chave, valor, pagador }), 201).body
    return porPix(pix.endToEndId, pagador !== dela)
  }
  const dela = { nome: cliente.nome, documento: cliente.documento }
  const decidir = (um, como, corpo) => admin.post(`${MOVIMENTOS}/${um.id}/${como}`, corpo)
  const uma = contas[0].id
  let sugerido
  await check(
    'conciliacao: the payer’s document and amount are suggested with why, and nothing is paid by itself',
    async () => {
      sugerido = await transferir(456.78, dela)
      equal(sugerido.situacao, 'sugerido', 'situacao')
      const [melhor] = sugerido.sugestoes
      equal(
        [melhor.acao, melhor.certeza, melhor.cliente.id, melhor.contas[0].id].join(),
        `aplicar,alta,${cliente.id},${uma}`,
        'the best',
      )
      expect(melhor.porque.length > 10, 'why', melhor.porque)
      const conta = await verConta(uma)
      equal([conta.status, conta.a_caminho].join(), 'em_aberto,true', 'the account')
    },
  )
  await check('conciliacao: applied by many at once: one 200, the others 409 ja_conciliado', async () => {
    const corpo = { contas: [{ id: uma, valor: 456.78 }] }
    const respostas = await Promise.all(Array.from({ length: 5 }, () => decidir(sugerido, 'aplicar', corpo)))
    equal(respostas.filter((um) => um.status === 200).length, 1, 'how many 200')
    for (const um of respostas.filter((outra) => outra.status !== 200)) conflito(um, 'ja_conciliado')
    equal((await verConta(uma)).status, 'paga', 'the account')
    await fechamento(mundo)
  })
  await check('conciliacao: undone, the account owes again and the movement is undecided', async () => {
    recusa(await decidir(sugerido, 'desfazer', {}), 422, 'motivo')
    const depois = status(await decidir(sugerido, 'desfazer', { motivo: 'Era de outro' }), 200).body
    expect(['novo', 'sugerido'].includes(depois.situacao), 'undecided', depois.situacao)
    equal((await verConta(uma)).status, 'em_aberto', 'the account')
    await fechamento(mundo)
  })
  await check('conciliacao: aplicar-sugestoes applies those of alta, each by itself', async () => {
    const estranho = await transferir(1.11, { nome: 'Ninguém que se conheça', documento: '11144477735' })
    const corpo = { ids: [sugerido.id, estranho.id] }
    const { data } = status(await admin.post(`${CONCILIACAO}/aplicar-sugestoes`, corpo), 200).body
    equal(data.length, 2, 'answers')
    expect(data.find(({ id }) => id === estranho.id).erro, 'a sentence for what has no alta', data)
    recusa(await admin.post(`${CONCILIACAO}/aplicar-sugestoes`, { ids: [] }), 422, 'ids')
    const ignorado = status(await decidir(estranho, 'ignorar', { motivo: 'Não é de cliente' }), 200).body
    equal([ignorado.situacao, ignorado.motivo].join(), 'ignorado,Não é de cliente', 'ignored')
    conflito(await decidir(estranho, 'ignorar', { motivo: 'De novo' }), 'ja_conciliado')
  })
  await sobras(mundo, { transferir, decidir, verConta, cliente, contas, dela })
}

async function sobras({ check, ...mundo }, { transferir, decidir, verConta, cliente, contas, dela }) {
  await check('conciliacao: more than is owed leaves the rest as the customer’s credit', async () => {
    const um = await transferir(150, dela)
    const corpo = { contas: [{ id: contas[1].id, valor: 100 }] }
    const depois = status(await decidir(um, 'aplicar', corpo), 200).body
    equal([depois.situacao, depois.aplicado, depois.credito].join(), 'credito,100,50', 'what became of it')
    equal(cents((await verConta(contas[1].id)).valor_pago), 10_000, 'paid')
    await fechamento(mundo)
  })
  await check('conciliacao: left whole as a credit; wrong bodies and accounts are refused', async () => {
    const um = await transferir(77, { nome: 'Alguém', documento: '11144477735' })
    recusa(await decidir(um, 'aplicar', { contas: [] }), 422, 'contas')
    status(await decidir(um, 'aplicar', { contas: [{ id: 99_999_999, valor: 77 }] }), 404, 422)
    status(await decidir(um, 'vincular', { pagamento_id: 99_999_999 }), 404, 422)
    const depois = status(await decidir(um, 'credito', { cliente_id: cliente.id }), 200).body
    equal([depois.situacao, depois.credito].join(), 'credito,77', 'what became of it')
    await fechamento(mundo)
  })
}
