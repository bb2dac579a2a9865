import type { LightMyRequestResponse } from 'fastify'
import type { Pessoa, World } from './world.ts'

export interface Envio {
  campo: string
  conteudo: Buffer | string
  nome?: string
  /** Plain fields of the form; as pairs if a name occurs more than once. */
  extra?: Record<string, string> | readonly (readonly [string, string])[]
  /** Puts the plain fields after the file. */
  camposDepois?: boolean
}

/** Sends a file as a browser's form does. */
export function enviar(
  world: World,
  pessoa: Pessoa | null,
  url: string,
  envio: Envio,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const { campo, conteudo, nome = 'arquivo', extra = {}, camposDepois = false } = envio
  const limite = '----limite-de-teste'
  const campos = (Array.isArray(extra) ? extra : Object.entries(extra)).map(([chave, valor]) =>
    Buffer.from(`--${limite}\r\nContent-Disposition: form-data; name="${chave}"\r\n\r\n${valor}\r\n`),
  )
  const arquivo = [
    Buffer.from(
      `--${limite}\r\nContent-Disposition: form-data; name="${campo}"; filename="${nome}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    Buffer.from(conteudo),
    Buffer.from('\r\n'),
  ]
  const partes = camposDepois ? [...arquivo, ...campos] : [...campos, ...arquivo]
  const corpo = Buffer.concat([...partes, Buffer.from(`--${limite}--\r\n`)])
  return world.app.inject({
    method: 'POST',
    url,
    headers: {
      ...headers,
      'content-type': `multipart/form-data; boundary=${limite}`,
      ...(pessoa ? { authorization: `Bearer ${pessoa.token}` } : {}),
    },
    payload: corpo,
  })
}

export const enviarCsv = (
  world: World,
  pessoa: Pessoa,
  conteudo: Buffer | string,
  query = '',
  extra?: Record<string, string>,
) =>
  enviar(world, pessoa, `/api/operador/clientes/importar-csv${query}`, {
    campo: 'csv_file',
    nome: 'clientes.csv',
    conteudo,
    ...(extra ? { extra } : {}),
  })

export const enviarXml = (
  world: World,
  pessoa: Pessoa,
  conteudo: Buffer | string,
  {
    query = '',
    nome = 'nota.xml',
    aceitar,
    dias,
  }: { query?: string; nome?: string; aceitar?: string; dias?: number } = {},
) =>
  enviar(world, pessoa, `/api/operador/contas-receber/importar-xml${query}`, {
    campo: 'arquivo_xml',
    nome,
    conteudo,
    extra: { ...(aceitar ? { aceitar } : {}), ...(dias === undefined ? {} : { dias_vencimento: String(dias) }) },
  })
