import type { Envio } from './callApi.ts'

/** `fetch` with the upload's progress (0 to 1), which `fetch` does not give; fails as `fetch` does. */
export const uploadWithProgress =
  (aoProgredir: (parte: number) => void) =>
  (url: string, opcoes: Envio): Promise<Response> =>
    new Promise((pronto, falhou) => {
      const pedido = new XMLHttpRequest()
      pedido.open(opcoes.method, url)
      for (const [nome, valor] of Object.entries(opcoes.headers)) pedido.setRequestHeader(nome, valor)
      pedido.upload.onprogress = ({ loaded, total }) => aoProgredir(total > 0 ? loaded / total : 0)
      pedido.onload = () =>
        pronto(new Response(pedido.responseText, { status: pedido.status, headers: lerCabecalhos(pedido) }))
      pedido.onerror = () => falhou(new TypeError('Failed to fetch'))
      pedido.onabort = pedido.onerror
      opcoes.signal.addEventListener('abort', () => pedido.abort())
      pedido.send(opcoes.body)
    })

const lerCabecalhos = (pedido: XMLHttpRequest) =>
  pedido
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)
    .map((linha): [string, string] => {
      const doisPontos = linha.indexOf(':')
      return [linha.slice(0, doisPontos), linha.slice(doisPontos + 1).trim()]
    })
