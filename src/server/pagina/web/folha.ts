import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Html, html, Html as Pronto } from './html.ts'

const WEB = join(import.meta.dirname, '..', '..', '..', 'web')
const ler = (nome: string) => readFileSync(join(WEB, nome), 'utf8')
const semComentarios = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '')

/** Resolves `light-dark(a, b)` for one theme, so that phones without that function have both themes. */
const noTema = (valor: string, escuro: boolean) =>
  valor.replace(/light-dark\(((?:[^(),]|\([^()]*\))+),\s*((?:[^(),]|\([^()]*\))+)\)/g, (_, claro, sombrio) =>
    escuro ? sombrio : claro,
  )

/** The product's tokens that this sheet uses, in both themes. */
function tokensDe(css: string): string {
  const escritos = [...semComentarios(ler('ui/tokens.css')).matchAll(/^ {2}(--[\w-]+):\s*([^;]+);/gm)]
  const usados = escritos.filter(([, nome]) => css.includes(`var(${nome})`))
  const linhas = (escuro: boolean) => usados.map(([, nome, valor]) => `${nome}:${noTema(valor!, escuro)}`).join(';')
  return `:root{color-scheme:light dark;${linhas(false)}}@media (prefers-color-scheme:dark){:root{${linhas(true)}}}`
}

const apertar = (css: string) =>
  css
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .trim()
const CSS = ['pagina/pagina.css', 'pagina/formularios.css'].map((nome) => semComentarios(ler(nome))).join('')
const ESTILO = tokensDe(CSS) + apertar(CSS)
const SCRIPT = ler('pagina/pagina.js')
const hash = (texto: string) => `'sha256-${createHash('sha256').update(texto).digest('base64')}'`

/** Nothing from other origins, no framing, forms only to this site; inline style and script are allowed by hash. */
export const POLITICA = [
  "default-src 'none'",
  `style-src ${hash(ESTILO)}`,
  `script-src ${hash(SCRIPT)}`,
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A whole page, in one answer: a phone on a slow network waits for nothing else. */
export const folha = (titulo: string, corpo: Html): string =>
  html`<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer"><meta name="format-detection" content="telephone=no">
<meta name="description" content="Uma página da empresa que escreve para você.">
<title>${titulo}</title><link rel="icon" href="data:,"><style>${new Pronto(ESTILO)}</style></head>
<body>${corpo}<script>${new Pronto(SCRIPT)}</script></body></html>`.texto
