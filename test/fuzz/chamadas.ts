import { readdirSync, readFileSync } from 'node:fs'
import { assinar } from '#server/whatsapp/assinatura.ts'
import type { Acaso } from './acaso.ts'
import { arquivo, csv, estragar, xml, zip } from './arquivos.ts'
import { corpoJson, type Esquema, mutarValor, valorDe, venenoDe } from './json.ts'

/** How often a form field is repeated: many times its limit. */
const MAIOR_CORPO = 64_000_000

export interface Pedido {
  metodo: string
  caminho: string
  cabecalhos: Record<string, string>
  corpo: Buffer | null
  /** The caller. */
  papel: 'admin' | 'operador' | 'programa' | null
}

export interface Operacao {
  metodo: string
  caminho: string
  parametros: { nome: string; onde: string; esquema: Esquema }[]
  json: Esquema | null
  /** The form's fields; files have format `binary`. */
  formulario: Record<string, Esquema> | null
}

interface Descricao {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: { name: string; in: string; schema?: Esquema }[]
        requestBody?: { content: Record<string, { schema?: Esquema }> }
      }
    >
  >
}

/** Every call in the API description, so that a new one is fuzzed without being listed here. */
export const operacoesDe = ({ paths }: Descricao): Operacao[] =>
  Object.entries(paths).flatMap(([caminho, metodos]) =>
    Object.entries(metodos).map(([metodo, { parameters = [], requestBody }]) => ({
      metodo: metodo.toUpperCase(),
      caminho,
      parametros: parameters.map(({ name, in: onde, schema = {} }) => ({ nome: name, onde, esquema: schema })),
      json: requestBody?.content['application/json']?.schema ?? null,
      formulario: requestBody?.content['multipart/form-data']?.schema?.properties ?? null,
    })),
  )

/** One call, valid or not. */
export function pedidoDe(acaso: Acaso, operacao: Operacao): Pedido {
  const papel = acaso.chance(0.03) ? null : papelDe(operacao)
  const pedido: Pedido = {
    metodo: operacao.metodo,
    caminho: enderecar(acaso, operacao),
    cabecalhos: {},
    corpo: null,
    papel,
  }
  if (operacao.caminho === '/api/integracao/lote') return comLote(acaso, pedido)
  if (operacao.formulario) return comFormulario(acaso, pedido, operacao.formulario)
  if (!operacao.json && acaso.chance(0.8)) return pedido
  const corpo = Buffer.from(corpoJson(acaso, operacao.json ?? {}))
  pedido.cabecalhos['content-type'] = acaso.chance(0.03)
    ? acaso.um(['text/plain', 'application/xml', 'multipart/form-data', 'application/json; charset=utf-7'])
    : 'application/json'
  pedido.corpo = acaso.chance(0.03) ? estragar(acaso, corpo) : corpo
  return pedido
}

function papelDe({ caminho }: Operacao): 'admin' | 'operador' | 'programa' {
  if (caminho.startsWith('/api/integracao/')) return 'programa'
  return caminho.startsWith('/api/operador') ? 'operador' : 'admin'
}

const LINHA_DO_LOTE: Esquema = {
  type: 'object',
  properties: {
    metodo: { enum: ['GET', 'PUT', 'POST', 'DELETE'] },
    caminho: {
      enum: ['clientes/E-1', 'contas/T-1?cliente=E-1', 'contas/1/pagamentos', 'eventos', 'lote', '../admin/logs'].map(
        (um) => `/api/integracao/${um}`,
      ),
    },
    corpo: { type: 'object', properties: { nome: { type: 'string' }, valor: { type: 'number' } } },
  },
}

/** A batch: one call per line, some of them invalid. */
function comLote(acaso: Acaso, pedido: Pedido): Pedido {
  const linhas = Array.from({ length: acaso.ate(6) }, () => corpoJson(acaso, LINHA_DO_LOTE))
  const corpo = Buffer.from(linhas.join(acaso.um(['\n', '\n', '\r\n', '\n\n'])))
  pedido.cabecalhos['content-type'] = 'application/x-ndjson'
  return { ...pedido, corpo: acaso.chance(0.1) ? estragar(acaso, corpo) : corpo }
}

const texto = (valor: unknown): string =>
  (typeof valor === 'string' ? valor : (JSON.stringify(valor) ?? '')).toWellFormed()

function enderecar(acaso: Acaso, { caminho, parametros }: Operacao): string {
  const valorDeParametro = (esquema: Esquema) =>
    acaso.chance(0.12) ? texto(venenoDe(acaso)).slice(0, 6_000) : texto(valorDe(acaso, esquema))
  const rota = caminho.replace(/\{(\w+)\}/g, (_, nome: string) => {
    const esquema = parametros.find((um) => um.nome === nome)?.esquema ?? {}
    const id = esquema.enum || acaso.chance(0.2) ? valorDeParametro(esquema) : String(1 + acaso.ate(30))
    return encodeURIComponent(id).slice(0, 2_000) || '1'
  })
  const consulta = parametros
    .filter((um) => um.onde === 'query' && acaso.chance(0.5))
    .map((um) => `${um.nome}=${encodeURIComponent(valorDeParametro(um.esquema)).slice(0, 6_000)}`)
  return consulta.length > 0 ? `${rota}?${consulta.join('&')}` : rota
}

function comFormulario(acaso: Acaso, pedido: Pedido, campos: Record<string, Esquema>): Pedido {
  const limite = '----limite-do-fuzz'
  const partes = Object.entries(campos).flatMap(([nome, { format }]): Buffer[] => {
    if (acaso.chance(0.1)) return []
    const conteudo =
      format === 'binary'
        ? conteudoPara(acaso, nome)
        : Buffer.from(
            acaso.um([
              '',
              'sem_protocolo,chave_invalida',
              '10',
              '1',
              'uma legenda',
              corpoJson(acaso, { type: 'object', properties: { tel: { enum: ['telefone', 'nome', null] } } }),
            ]),
          )
    const cabecalho = `Content-Disposition: form-data; name="${nome}"${format === 'binary' ? `; filename="${acaso.um(['a.xml', 'a.zip', 'a.csv', '../../a', 'a".xml', 'ç'.repeat(300)])}"\r\nContent-Type: ${acaso.um(['application/octet-stream', 'image/png', 'text/html'])}` : ''}`
    const parte = Buffer.concat([Buffer.from(`--${limite}\r\n${cabecalho}\r\n\r\n`), conteudo, Buffer.from('\r\n')])
    const vezes = acaso.chance(0.03) ? Math.min(acaso.quantos(200), Math.ceil(MAIOR_CORPO / parte.length)) : 1
    return Array.from({ length: vezes }, () => parte)
  })
  const inteiro = Buffer.concat([...(acaso.chance(0.2) ? partes.reverse() : partes), Buffer.from(`--${limite}--\r\n`)])
  pedido.cabecalhos['content-type'] = `multipart/form-data; boundary=${limite}`
  pedido.corpo = acaso.chance(0.05) ? estragar(acaso, inteiro) : inteiro
  return pedido
}

/** Mostly a value that fits the field's name. */
function conteudoPara(acaso: Acaso, campo: string): Buffer {
  if (acaso.chance(0.1)) return arquivo(acaso)
  if (campo.includes('csv')) return csv(acaso)
  if (campo.includes('xml')) return acaso.chance(0.5) ? xml(acaso) : zip(acaso)
  return arquivo(acaso)
}

const PASTA = new URL('../samples/whatsapp/', import.meta.url)
const WEBHOOKS = readdirSync(PASTA)
  .filter((nome) => nome.startsWith('webhook.'))
  .map((nome) => JSON.parse(readFileSync(new URL(nome, PASTA), 'utf8')) as unknown)

/** A webhook of Meta's, changed somewhere, and signed as Meta signs. */
export function webhook(acaso: Acaso, segredo: string): Pedido {
  let valor: unknown = acaso.um(WEBHOOKS)
  for (let i = acaso.ate(4); i > 0; i -= 1) valor = mutarValor(acaso, valor)
  const inteiro = Buffer.from(JSON.stringify(valor) ?? '')
  const corpo = acaso.chance(0.05) ? estragar(acaso, inteiro) : inteiro
  const cabecalhos = {
    'content-type': 'application/json',
    'x-hub-signature-256': acaso.chance(0.03) ? 'sha256=0' : assinar(segredo, corpo),
  }
  return { metodo: 'POST', caminho: '/api/webhooks/whatsapp', cabecalhos, corpo, papel: null }
}
