interface Operacao {
  tags?: string[]
  summary?: string
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[]
  requestBody?: { content: Record<string, { schema?: unknown }> }
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: unknown }> }>
}
export interface Documento {
  info: { title: string; description?: string }
  tags?: { name: string; description?: string }[]
  paths?: Record<string, Record<string, Operacao>>
}
interface Chamada extends Operacao {
  metodo: string
  caminho: string
}

/** The OpenAPI document as one plain page: no script, readable on paper. */
export function paginaDaApi({ info, tags = [], paths = {} }: Documento): string {
  const chamadas = Object.entries(paths).flatMap(([caminho, metodos]) =>
    Object.entries(metodos).map(([metodo, operacao]): Chamada => ({ metodo, caminho, ...operacao })),
  )
  const secoes = tags.map((assunto) => {
    const dele = chamadas.filter((chamada) => chamada.tags?.includes(assunto.name))
    return `<section id="${escapar(assunto.name)}"><h2>${escapar(assunto.description ?? assunto.name)}</h2>
${dele.map(umaChamada).join('\n')}</section>`
  })
  return `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API — ${escapar(info.title)}</title><style>${ESTILO}</style></head>
<body><header><h1>API — ${escapar(info.title)}</h1><p>${escapar(info.description ?? '')}</p>
<nav aria-label="Assuntos">${tags.map((tag) => `<a href="#${escapar(tag.name)}">${escapar(tag.name)}</a>`).join(' ')}</nav></header>
<main>${secoes.join('\n')}</main></body></html>`
}

function umaChamada(chamada: Chamada): string {
  const corpo = Object.entries(chamada.requestBody?.content ?? {})
  const respostas = Object.entries(chamada.responses ?? {}).filter(([status]) => status !== 'default')
  return `<details><summary><b class="${escapar(chamada.metodo)}">${escapar(chamada.metodo.toUpperCase())}</b>
<code>${escapar(chamada.caminho)}</code> <span>${escapar(chamada.summary ?? '')}</span></summary>
${tabelaDeParametros(chamada.parameters ?? [])}
${corpo.map(([tipo, { schema }]) => bloco(`Corpo (${tipo})`, schema)).join('')}
${respostas.map(([status, resposta]) => bloco(`Resposta ${status}`, Object.values(resposta.content ?? {})[0]?.schema)).join('')}
</details>`
}

function tabelaDeParametros(parametros: NonNullable<Operacao['parameters']>): string {
  if (parametros.length === 0) return ''
  const linhas = parametros.map(
    ({ name, in: onde, required, schema }) =>
      `<tr><td><code>${escapar(name)}</code>${required ? ' *' : ''}</td><td>${escapar(onde)}</td>` +
      `<td><code>${escapar(JSON.stringify(schema ?? {}))}</code></td></tr>`,
  )
  return `<table><thead><tr><th>Parâmetro</th><th>Onde</th><th>Forma</th></tr></thead><tbody>${linhas.join('')}</tbody></table>`
}

const bloco = (titulo: string, schema: unknown) =>
  `<h4>${escapar(titulo)}</h4>${schema === undefined ? '<p>Sem conteúdo.</p>' : `<pre tabindex="0">${escapar(JSON.stringify(schema, null, 2))}</pre>`}`

const TROCAS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapar = (texto: string) => texto.replace(/[&<>"]/g, (sinal) => TROCAS[sinal] ?? sinal)

const ESTILO = `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #1b2733; }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem 4rem; }
nav a { margin-right: .75rem; color: #1565c0; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid #d5dde5; padding-bottom: .25rem; }
details { border: 1px solid #d5dde5; border-radius: 6px; margin: .5rem 0; padding: .5rem .75rem; }
summary { cursor: pointer; }
summary b { display: inline-block; min-width: 4.2rem; font-size: .8rem; color: #1565c0; }
summary b.post, summary b.put, summary b.patch { color: #2e6b34; }
summary b.delete { color: #b3261e; }
summary span { color: #4a5a69; }
table { border-collapse: collapse; margin: .75rem 0; } th, td { text-align: left; padding: .25rem .75rem .25rem 0; vertical-align: top; }
code { font-size: .9rem; } pre { background: #f3f6f9; padding: .75rem; overflow: auto; max-height: 24rem; border-radius: 6px; }
`
