import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CloudApi, NovoModelo } from './cloud-api.ts'
import { criarCloudApi } from './criar-cloud-api.ts'

const PASTA = 'test/samples/whatsapp'
const nomes = readdirSync(PASTA).filter((nome) => nome.startsWith('api.'))
const ler = (nome: string) => JSON.parse(readFileSync(`${PASTA}/${nome}`, 'utf8'))

const PARA = '+5511900000001'
const texto = (api: CloudApi) => api.enviarTexto({ para: PARA, texto: 'x', referencia: 'r' })
const modelo = (api: CloudApi) =>
  api.enviarModelo({ para: PARA, nome: 'm', idioma: 'pt_BR', parametros: ['Ana'], referencia: 'r' })
const arquivo = (tipo: 'image' | 'document') => (api: CloudApi) =>
  api.enviarArquivo({ para: PARA, tipo, midiaId: '600000000000099', nome: 'a.pdf', referencia: 'r' })
const novo: NovoModelo = { nome: 'm', idioma: 'pt_BR', categoria: 'UTILITY', texto: 'Olá, {{1}}', exemplos: ['Ana'] }

/** How our client makes the call that a sample answers. */
const CHAMADAS: Record<string, (api: CloudApi) => Promise<{ tipo: string }>> = {
  'create-template': (api) => api.criarModelo(novo),
  'debug-token': (api) => api.inspecionarToken(),
  'delete-template': (api) => api.apagarModelo({ id: '1', nome: 'm' }),
  'edit-template': (api) => api.editarModelo('1', novo),
  'get-media-url': (api) => api.baixarMidia('600000000000099'),
  'get-phone-number': (api) => api.numero(),
  'list-phone-numbers': (api) => api.numerosDaConta(),
  'list-templates': (api) => api.listarModelos(),
  'mark-as-read': (api) => api.marcarLida('wamid.x'),
  'send-document': arquivo('document'),
  'send-image': arquivo('image'),
  'send-interactive': (api) =>
    api.enviarBotoes({ para: PARA, texto: 'x', botoes: [{ id: 'a', titulo: 'A' }], referencia: 'r' }),
  'send-template': modelo,
  'send-text': texto,
  'subscribed-apps.list': (api) => api.assinaturas(),
  'subscribed-apps.subscribe': (api) => api.assinar(),
  'upload-media': (api) =>
    api.subirArquivo({
      nome: 'a.pdf',
      mime: 'application/pdf',
      conteudo: new Blob(['%PDF'], { type: 'application/pdf' }),
    }),
  'error.create-template': (api) => api.criarModelo(novo),
  'error.': texto,
}

/** Calls of Meta's that nothing here makes. */
const NAO_FEITAS = [
  'delete-media', // Meta forgets what was sent after 30 days
  'download-media', // the bytes: `baixarMidia` follows the address of get-media-url
  'list-templates.filtered', // every field of every template is asked for
  'get-template', // the list says the same of all
  'register-phone-number', // a person does it once, with the PIN
  'send-reaction',
  'subscribed-apps.unsubscribe',
  'unpause-template', // pauses by pacing alone; a person decides
]

const chamadaDe = (nome: string) =>
  Object.entries(CHAMADAS)
    .filter(([inicio]) => nome.startsWith(`api.${inicio}`))
    .sort(([a], [b]) => b.length - a.length)[0]?.[1]
const feitas = nomes.filter((nome) => !NAO_FEITAS.some((uma) => nome.startsWith(`api.${uma}`)))

let resposta: { status: number; headers?: Record<string, string>; body: unknown } = { status: 200, body: {} }
const pedidos: { method: string; url: string; corpo: string; autorizacao: string | undefined }[] = []
const servidor = createServer((pedido, saida) => {
  void lerCorpo(pedido).then((corpo) => {
    const { method = '', url = '', headers } = pedido
    pedidos.push({ method, url, corpo, autorizacao: headers.authorization })
    saida.writeHead(resposta.status, { 'content-type': 'application/json', ...resposta.headers })
    saida.end(JSON.stringify(resposta.body))
  })
})

async function lerCorpo(pedido: IncomingMessage) {
  const partes: Buffer[] = []
  for await (const parte of pedido) partes.push(parte as Buffer)
  return Buffer.concat(partes).toString()
}

let api: CloudApi
beforeAll(async () => {
  await new Promise<void>((pronto) => servidor.listen(0, '127.0.0.1', pronto))
  const { port } = servidor.address() as AddressInfo
  const conta = {
    token: 'EXAMPLE_ACCESS_TOKEN',
    phoneNumberId: '300000000000001',
    businessAccountId: '200000000000001',
  }
  api = criarCloudApi({ apiUrl: `http://127.0.0.1:${port}/v25.0`, ...conta })
})
afterAll(async () => {
  await api.fechar()
  servidor.close()
})

describe('every answer of Meta’s samples', () => {
  test('is of a call that we make, or that we know we do not', () => {
    expect(feitas.filter((nome) => !chamadaDe(nome))).toEqual([])
    expect(feitas.length + NAO_FEITAS.length).toBeGreaterThanOrEqual(nomes.length)
  })

  test.each(feitas)('%s is taken by the client, which asked as Meta documents', async (nome) => {
    const amostra = ler(nome)
    resposta = amostra.response
    pedidos.length = 0
    const resultado = await chamadaDe(nome)!(api)
    const [pedido] = pedidos
    expect(pedido).toMatchObject({ method: amostra.request.method, autorizacao: 'Bearer EXAMPLE_ACCESS_TOKEN' })
    const ultimo = (caminho: string) => caminho.split('?')[0]!.split('/').at(-1)
    if (!/^\d+$/.test(ultimo(amostra.request.path) ?? '')) {
      expect(ultimo(pedido!.url)).toBe(ultimo(amostra.request.path))
    }
    if (nome.startsWith('api.error.')) {
      expect(resultado).toMatchObject({ tipo: 'recusada', erro: { codigo: amostra.response.body.error.code } })
    } else if (nome.startsWith('api.get-media-url')) {
      expect(resultado.tipo).not.toBe('recusada') // the bytes are on Meta's own host
    } else {
      expect(['ok', 'aceita']).toContain(resultado.tipo)
    }
    if (nome.startsWith('api.send-')) expect(JSON.parse(pedido!.corpo).biz_opaque_callback_data).toBe('r')
  })
})
