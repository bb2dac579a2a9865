import { describe, expect } from 'vitest'
import { test } from '#test/emulador.ts'
import { clienteDe, hostil, resposta } from '#test/hostil.ts'

const PARA = '+5511987654321'

const enviarPara = (palco: { cliente: () => ReturnType<typeof clienteDe> }, para: string) =>
  palco.cliente().enviarTexto({ para, texto: 'Oi', referencia: 'r' })

describe('a send', () => {
  test('that Meta accepts brings the ids, and the reference goes along', async ({ palco }) => {
    await palco.abrir()
    await palco.emulador.recebidas.receber(PARA, { tipo: 'texto', texto: 'Oi' })
    const envio = await palco.cliente().enviarTexto({ para: PARA, texto: 'Olá, tudo bem?', referencia: 'm-7' })
    expect(envio).toEqual({
      tipo: 'aceita',
      wamid: expect.stringMatching(/^wamid\./),
      waId: '5511987654321',
      userId: null,
    })
    expect(palco.emulador.envios()).toMatchObject([{ referencia: 'm-7', texto: 'Olá, tudo bem?', telefone: PARA }])
  })

  test('to an area from 31 on comes back without the ninth digit', async ({ palco }) => {
    await palco.abrir()
    expect(await enviarPara(palco, '+5531987654321')).toMatchObject({ tipo: 'aceita', waId: '553187654321' })
  })

  test('by user id brings the user id and no telephone', async ({ palco }) => {
    await palco.abrir()
    await palco.emulador.recebidas.receber(PARA, { tipo: 'texto', texto: 'Oi' })
    const { bsuid } = palco.emulador.aparelho(PARA)
    const envio = await palco.cliente().enviarTexto({ para: { bsuid }, texto: 'Olá', referencia: 'r' })
    expect(envio).toMatchObject({ tipo: 'aceita', waId: null, userId: bsuid })
  })

  test('quotes the message it answers', async ({ palco }) => {
    await palco.abrir()
    const { wamid } = await palco.emulador.recebidas.receber(PARA, { tipo: 'texto', texto: 'Oi' })
    await palco.cliente().enviarTexto({ para: PARA, texto: 'Olá', referencia: 'r', citar: wamid })
    expect(palco.emulador.aparelho(PARA).mensagens.at(-1)).toMatchObject({ texto: 'Olá', cita: wamid })
  })

  test('of a template fills its variables', async ({ palco }) => {
    await palco.abrir()
    await palco.aprovado('lembrete', 'Olá {{1}}, sua conta de {{2}} vence amanhã. Obrigado.', ['Ana', 'R$ 10,00'])
    const envio = await palco.cliente().enviarModelo({
      para: PARA,
      nome: 'lembrete',
      idioma: 'pt_BR',
      parametros: ['Marlene', 'R$ 99,90'],
      referencia: 'r',
    })
    expect(envio.tipo).toBe('aceita')
    expect(palco.emulador.envios()[0]!.texto).toBe('Olá Marlene, sua conta de R$ 99,90 vence amanhã. Obrigado.')
  })

  test('that Meta refuses brings the error with its rule', async ({ palco }) => {
    await palco.abrir()
    palco.emulador.cenario.situacao = 131031
    expect(await enviarPara(palco, PARA)).toEqual({
      tipo: 'recusada',
      erro: expect.objectContaining({ codigo: 131031, tipo: 'parar_conta', http: 403, detalhe: expect.any(String) }),
    })
  })

  test('refused in a 5xx with an error body is still Meta saying no', async ({ palco }) => {
    await palco.abrir()
    expect(await enviarPara(palco, '+5511900000091')).toMatchObject({
      tipo: 'recusada',
      erro: { codigo: 131000, tipo: 'repetir_uma_vez', http: 500 },
    })
  })

  test('on a connection cut after the request left is unknown', async ({ palco }) => {
    await palco.abrir()
    expect(await enviarPara(palco, '+5511900000097')).toMatchObject({ tipo: 'desconhecido' })
    expect(palco.emulador.envios()).toHaveLength(0)
  })

  test('whose answer never comes is unknown, although it went out', async ({ palco }) => {
    await palco.abrir()
    const envio = await palco
      .cliente({ timeoutMs: 300 })
      .enviarTexto({ para: '+5511900000098', texto: 'Oi', referencia: 'r9' })
    expect(envio).toEqual({ tipo: 'desconhecido', detalhe: 'A Meta não respondeu a tempo.' })
    expect(palco.emulador.envios()).toMatchObject([{ referencia: 'r9' }])
  })
})

describe('more than text', () => {
  test('a file is uploaded and sent, within Meta’s limits', async ({ palco }) => {
    await palco.abrir()
    const api = palco.cliente()
    await palco.emulador.recebidas.receber(PARA, { tipo: 'texto', texto: 'Manda o boleto?' })
    const bytes = Buffer.from('%PDF-1.7 boleto')
    const subida = await api.subirArquivo({
      nome: 'boleto.pdf',
      mime: 'application/pdf',
      conteudo: new Blob([bytes], { type: 'application/pdf' }),
    })
    if (subida.tipo !== 'ok') throw new Error(JSON.stringify(subida))
    const enviada = await api.enviarArquivo({
      para: PARA,
      tipo: 'document',
      midiaId: subida.valor,
      nome: 'boleto.pdf',
      legenda: 'Segue o boleto',
      referencia: 'm-8',
    })
    expect(enviada.tipo).toBe('aceita')
    for (const [mime, tamanho] of [
      ['application/x-msdownload', 10],
      ['text/html', 10],
      ['image/png', 6 * 2 ** 20],
      ['application/pdf', 0],
    ] as const) {
      const recusa = await api.subirArquivo({
        nome: 'x',
        mime,
        conteudo: new Blob([Buffer.alloc(tamanho)], { type: mime }),
      })
      expect(recusa).toEqual({ tipo: 'nao_conectou', detalhe: expect.stringMatching(/\.$/) })
    }
  })

  test('buttons, and the sign that somebody writes', async ({ palco }) => {
    await palco.abrir()
    const { wamid } = await palco.emulador.recebidas.receber(PARA, { tipo: 'texto', texto: 'Oi' })
    const botoes = [{ id: 'pagar', titulo: 'Pagar agora' }]
    const enviada = await palco
      .cliente()
      .enviarBotoes({ para: PARA, texto: 'Como quer seguir?', botoes, referencia: 'm-9' })
    expect(enviada.tipo).toBe('aceita')
    expect(await palco.cliente().marcarLida(wamid, { digitando: true })).toEqual({ tipo: 'ok', valor: true })
  })

  test('a template is edited and deleted; the token and the numbers are told', async ({ palco }) => {
    await palco.abrir()
    const api = palco.cliente()
    const texto = { texto: 'Olá, {{1}}, tudo certo?', exemplos: ['Ana'] }
    const novo = await api.criarModelo({ nome: 'aviso', idioma: 'pt_BR', categoria: 'UTILITY', ...texto })
    if (novo.tipo !== 'ok') throw new Error(JSON.stringify(novo))
    await palco.passar(5_000)
    const { id } = novo.valor
    expect(await api.editarModelo(id, { ...texto, texto: 'Oi, {{1}}, tudo certo por aí?' })).toMatchObject({
      tipo: 'ok',
    })
    expect(await api.apagarModelo({ id, nome: 'aviso' })).toEqual({ tipo: 'ok', valor: true })
    expect(await api.numerosDaConta()).toEqual({ tipo: 'ok', valor: [palco.emulador.conta.phoneNumberId] })
    expect(await api.inspecionarToken()).toMatchObject({ tipo: 'ok', valor: { valido: true, expiraEm: null } })
  })
})

describe('media', () => {
  test('is downloaded with the token', async ({ palco }) => {
    await palco.abrir()
    const bytes = Buffer.from('%PDF-1.7 comprovante')
    await palco.emulador.recebidas.receber(PARA, { tipo: 'midia', mime: 'application/pdf', nome: 'pix.pdf', bytes })
    await palco.emulador.idle()
    const baixada = await palco.cliente().baixarMidia(palco.mensagens[0]!.document!.id!)
    if (baixada.tipo !== 'ok') throw new Error(baixada.tipo)
    expect(baixada.valor).toMatchObject({ mime: 'application/pdf', tamanho: bytes.length })
    expect(Buffer.concat(await baixada.valor.corpo.toArray())).toEqual(bytes)
  })

  test('unknown to Meta is refused', async ({ palco }) => {
    await palco.abrir()
    expect(await palco.cliente().baixarMidia('123')).toMatchObject({ tipo: 'recusada', erro: { codigo: 100 } })
  })

  test('on a foreign host is not fetched: the token stays home', async () => {
    const corpo = JSON.stringify({ id: '9', url: 'http://127.0.0.1:9/roubo', mime_type: 'image/png' })
    const host = await hostil(async (socket, pedido) => {
      await pedido
      socket.end(resposta('200 OK', corpo))
    })
    const cliente = clienteDe(host.url)
    expect(await cliente.baixarMidia('9')).toMatchObject({
      tipo: 'desconhecido',
      detalhe: expect.stringContaining('não é da Meta'),
    })
    await cliente.fechar()
    await host.fechar()
  })
})
