import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { FORMAS_DO_BOTAO } from '#domain/botao-pix.ts'
import { EXEMPLOS } from '#domain/modelo.ts'
import { comBotaoDePagar, partesPosicionais } from '#domain/partes.ts'
import { comPagamento } from '#domain/partes-preenchidas.ts'
import type { CloudApi } from '#server/cloud-api/cloud-api.ts'
import { type Palco, test } from '../emulador.ts'
import { quebrasDaTroca, quebrasDoWebhook, type Troca } from './contrato.ts'

const PARA = '+5511987654321'
const BIA = '+5511911112222'
const PDF = Buffer.from('%PDF-1.7 recibo')

const COM_PARTES = {
  nome: 'vencimento',
  idioma: 'pt_BR',
  categoria: 'UTILITY' as const,
  texto: 'Vence hoje.',
  exemplos: [],
  partes: partesPosicionais({
    cabecalho: 'Conta {{numero}}',
    botoes: [
      { tipo: 'parar', texto: 'Parar avisos' },
      { tipo: 'link', texto: 'Ver conta', url: 'https://a.com.br/{{numero}}' },
      { tipo: 'copiar_pix' },
    ],
  }),
}

const COBRANCA = {
  codigo: EXEMPLOS.pix_copia_e_cola,
  valorCentavos: 50_000,
  referencia: 'MB-1001-1-0',
  descricao: 'Conta 1001/1',
  recebedor: { chave: '11222333000181', nome: 'Modelo Embalagens Ltda' },
}

/** Each method of our client by name: a new one without an example here does not compile. */
const CHAMADAS: Record<Exclude<keyof CloudApi, 'fechar'>, (api: CloudApi, palco: Palco) => Promise<unknown>> = {
  enviarTexto: async (api, palco) => {
    const { wamid } = await palco.emulador.recebidas.receber(PARA, { tipo: 'texto', texto: 'Oi' })
    await api.enviarTexto({ para: PARA, texto: 'Olá!', referencia: 'm-1', citar: wamid })
    const { bsuid } = palco.emulador.aparelho(PARA)
    return api.enviarTexto({ para: { bsuid }, texto: 'Olá!', referencia: 'm-2' })
  },
  enviarModelo: async (api, palco) => {
    await palco.aprovado('cobranca', 'Olá {{1}}, sua conta de {{2}} venceu ontem, dia 23.', ['Maria', 'R$ 10,00'])
    const modelo = { para: PARA, nome: 'cobranca', idioma: 'pt_BR', parametros: ['Ana', 'R$ 5,00'] }
    await api.enviarModelo({ ...modelo, referencia: 'm-3' })
    await api.criarModelo({ ...COM_PARTES, nome: 'com_partes' })
    await palco.passar(2_000)
    const partes = {
      cabecalho: { texto: 'Conta 42', parametro: '42' },
      botoes: [
        { tipo: 'resposta', texto: 'Parar avisos', retorno: 'PARAR' },
        { tipo: 'link', texto: 'Ver conta', url: 'https://a.com.br/42', parametro: '42' },
        { tipo: 'copiar', texto: 'Copiar código', codigo: '14206377000106' },
      ],
    } as const
    const comPartes = {
      ...modelo,
      nome: 'com_partes',
      parametros: [],
      partes: { ...partes, botoes: [...partes.botoes] },
    }
    for (const forma of FORMAS_DO_BOTAO) {
      const pagar = { cabecalho: null, botoes: [] }
      await api.criarModelo({ ...COM_PARTES, nome: forma, partes: comBotaoDePagar(pagar, forma) })
      await palco.passar(2_000)
      const comPagar = comPagamento(null, forma, COBRANCA)
      await api.enviarModelo({ ...modelo, nome: forma, parametros: [], partes: comPagar, referencia: 'm-9' })
    }
    return api.enviarModelo({ ...comPartes, referencia: 'm-8' })
  },
  enviarArquivo: async (api) => {
    const [pdf, foto] = [await subir(api, 'application/pdf'), await subir(api, 'image/png')]
    await api.enviarArquivo({ para: PARA, tipo: 'image', midiaId: foto, legenda: 'Aqui', referencia: 'm-4' })
    return api.enviarArquivo({ para: PARA, tipo: 'document', midiaId: pdf, nome: 'boleto.pdf', referencia: 'm-5' })
  },
  enviarBotoes: (api) =>
    api.enviarBotoes({ para: PARA, texto: 'Pode pagar?', botoes: [{ id: 'sim', titulo: 'Sim' }], referencia: 'm-6' }),
  enviarLista: async (api, palco) => {
    const linhas = [
      { id: 'hoje', titulo: 'Hoje', descricao: 'Pix ou cartão' },
      { id: 'sexta', titulo: 'Sexta-feira' },
    ]
    const lista = { para: PARA, texto: 'Quando pode pagar?', rotulo: 'Escolher dia' }
    await api.enviarLista({ ...lista, secoes: [{ linhas }], referencia: 'm-9' })
    const secoes = [
      { titulo: 'Esta semana', linhas },
      { titulo: 'Depois', linhas: [{ id: 'mes', titulo: 'No mês que vem' }] },
    ]
    const envio = await api.enviarLista({ ...lista, secoes, referencia: 'm-10' })
    if (envio.tipo === 'aceita')
      await palco.emulador.recebidas.receber(PARA, { tipo: 'botao', wamid: envio.wamid, botao: 'mes' })
    await palco.passar(1_000)
    expect(palco.mensagens.at(-1)?.interactive?.list_reply?.title).toBe('No mês que vem')
    return envio
  },
  marcarLida: async (api, palco) => {
    const { wamid } = await palco.emulador.recebidas.receber(PARA, { tipo: 'texto', texto: 'Oi' })
    await api.marcarLida(wamid)
    return api.marcarLida(wamid, { digitando: true })
  },
  subirArquivo: (api) =>
    api.subirArquivo({
      nome: 'recibo.pdf',
      mime: 'application/pdf',
      conteudo: new Blob([PDF], { type: 'application/pdf' }),
    }),
  numero: (api) => api.numero(),
  numerosDaConta: (api) => api.numerosDaConta(),
  inspecionarToken: (api) => api.inspecionarToken(),
  conferirSegredo: (api, palco) => api.conferirSegredo(palco.emulador.conta.appSecret),
  listarModelos: async (api) => {
    await api.criarModelo(COM_PARTES)
    const listados = await api.listarModelos()
    const semExemplo = {
      cabecalho: { texto: 'Conta {{1}}' },
      botoes: [{ tipo: 'resposta' }, { tipo: 'link' }, { tipo: 'copiar' }],
    }
    expect(listados).toMatchObject({ valor: [{ texto: 'Vence hoje.', partes: semExemplo, estranho: false }] })
    return listados
  },
  criarModelo: (api) => api.criarModelo({ ...COM_PARTES, nome: 'aviso' }),
  editarModelo: async (api, palco) => {
    await palco.aprovado('mudado', 'Sua conta vence amanhã.')
    const [modelo] = palco.emulador.modelos.todos
    return api.editarModelo(modelo!.id, { texto: 'Sua conta vence hoje.', exemplos: [] })
  },
  apagarModelo: async (api, palco) => {
    await palco.aprovado('apagado', 'Sua conta vence amanhã.')
    const [modelo] = palco.emulador.modelos.todos
    return api.apagarModelo({ id: modelo!.id, nome: 'apagado' })
  },
  assinaturas: (api) => api.assinaturas(),
  assinar: async (api, palco) => {
    await api.assinar()
    return api.assinar({ url: palco.emulador.webhooks.url!, verifyToken: palco.emulador.conta.verifyToken })
  },
  baixarMidia: async (api) => {
    const resultado = await api.baixarMidia(await subir(api, 'application/pdf'))
    if (resultado.tipo === 'ok')
      for await (const parte of resultado.valor.corpo) expect(parte.length).toBeGreaterThan(0)
    return resultado
  },
}

async function subir(api: CloudApi, mime: string): Promise<string> {
  const subida = await api.subirArquivo({ nome: 'arquivo', mime, conteudo: new Blob([PDF], { type: mime }) })
  if (subida.tipo !== 'ok') throw new Error(JSON.stringify(subida))
  return subida.valor
}

// The fixture validates all traffic when the test ends.
describe("each call of our client is as Meta's description says, and so is each answer", () => {
  test.for(Object.entries(CHAMADAS))('%s', async ([, chamar], { palco }) => {
    await palco.abrir()
    await palco.emulador.recebidas.receber(PARA, { tipo: 'texto', texto: 'Oi' })
    expect(await chamar(palco.cliente(), palco)).toMatchObject({ tipo: expect.stringMatching(/^(ok|aceita)$/) })
    expect(palco.trocas.filter(({ http }) => http !== 200)).toEqual([])
    await palco.passar(60_000)
  })
})

describe("each webhook of the emulator is as Meta's description says", () => {
  test.for([{}, { bsuid: false }, { comConversa: true }])('with %o', async (opcoes, { palco }) => {
    await palco.abrir(opcoes)
    await palco.aprovado('cobranca', 'Olá {{1}}, sua conta venceu ontem, dia 23.', ['Maria'])
    const { recebidas } = palco.emulador
    for (const telefone of [PARA, '+5531987654321']) {
      const { wamid } = await recebidas.receber(telefone, { tipo: 'texto', texto: 'Oi, já paguei / açaí 😀' })
      await recebidas.receber(telefone, { tipo: 'texto', texto: 'Este mesmo' }, { cita: wamid })
      for (const mime of ['image/jpeg', 'audio/ogg', 'video/mp4', 'application/pdf'])
        await recebidas.receber(telefone, { tipo: 'midia', mime, legenda: 'Comprovante', bytes: PDF })
      const botoes = [{ id: 'sim', titulo: 'Sim' }]
      const envio = await palco.cliente().enviarBotoes({ para: telefone, texto: 'E aí?', botoes, referencia: 'm-1' })
      if (envio.tipo !== 'aceita') throw new Error(JSON.stringify(envio))
      await recebidas.receber(telefone, { tipo: 'botao', wamid: envio.wamid, botao: 'Sim' })
      await recebidas.receber(telefone, { tipo: 'reacao', wamid: envio.wamid, emoji: '👍' })
      await recebidas.receber(telefone, { tipo: 'reacao', wamid: envio.wamid, emoji: '' })
      recebidas.preferir(telefone, false)
      recebidas.preferir(telefone, true)
      await recebidas.receber(telefone, { tipo: 'lugar', latitude: -23.5, longitude: -46.6, nome: 'Praça' })
      await recebidas.receber(telefone, { tipo: 'contato', nome: 'Ana Souza', telefone: BIA })
      await recebidas.receber(telefone, { tipo: 'edicao', wamid, texto: 'Oi, corrigido' })
      await recebidas.receber(telefone, { tipo: 'apagamento', wamid })
    }
    recebidas.trocarNumero('+5531987654321', '+5531912345678')
    const midiaId = await subir(palco.cliente(), 'audio/ogg')
    await palco.cliente().enviarArquivo({ para: PARA, tipo: 'audio', midiaId, referencia: 'm-2' })
    palco.emulador.ajustar(PARA, { escondeTelefone: true })
    await recebidas.receber(PARA, { tipo: 'texto', texto: 'Sem número' })
    for (const final of ['26', '42', '47', '48', '49', '50', '72', '92'])
      await palco.cliente().enviarTexto({ para: `+55119000000${final}`, texto: 'Oi', referencia: final })
    await palco.passar(60_000)
    expect(new Set(palco.status.map(({ status }) => status))).toEqual(
      new Set(['sent', 'delivered', 'read', 'played', 'failed']),
    )
  })
})

const pasta = join(import.meta.dirname, '../samples/whatsapp')
const amostras = readdirSync(pasta).filter((nome) => nome.endsWith('.json') && nome !== 'index.json')
const ler = (nome: string) => JSON.parse(readFileSync(join(pasta, nome), 'utf8'))
describe('the description with its gaps mended takes every sample of the documentation', () => {
  const webhooks = amostras.filter((nome) => nome.startsWith('webhook.'))
  test.for(webhooks)('%s', (nome) => {
    expect(quebrasDoWebhook({ corpo: Buffer.alloc(0), assinatura: '', json: ler(nome) })).toEqual([])
  })
  const recusas = amostras.filter((nome) => nome.startsWith('api.error.'))
  test.for(recusas)('%s', (nome) => {
    expect(quebrasDaTroca(trocaDe(ler(nome)))).toEqual([])
  })
  const envios = amostras.filter((nome) => /^api\.(send-(?!reaction)|mark-as-read|get-|list-|create-|edit-)/.test(nome))
  test.for(envios)('%s', (nome) => {
    expect(quebrasDaTroca(trocaDe(ler(nome)))).toEqual([])
  })
})

// biome-ignore lint/suspicious/noExplicitAny: a sample is JSON
function trocaDe({ request, response }: any): Troca {
  const conta = { phoneNumberId: '300000000000001', businessAccountId: '200000000000001' } as Troca['conta']
  const url = `/emulador/graph${request.path}`
  const { method: metodo, body: corpo } = request
  return { metodo, url, corpo, http: response.status, em: 0, resposta: response.body, conta }
}

describe('what is not in the description is found out', () => {
  const boa = () => trocaDe(ler('api.send-template.body-positional.json'))
  test.for([
    ['a field too many', (t: Troca) => Object.assign(t.corpo as object, { prioridade: 'alta' })],
    ['a field too few', (t: Troca) => delete (t.corpo as { template?: object }).template],
    ['a kind that does not exist', (t: Troca) => Object.assign(t.corpo as object, { type: 'carta' })],
    ['another name in the answer', (t: Troca) => Object.assign(t.resposta as object, { mensagens: [] })],
  ] as const)('%s', ([, estragar]) => {
    const troca = structuredClone(boa())
    estragar(troca)
    expect(quebrasDaTroca(troca)).not.toEqual([])
  })
})
