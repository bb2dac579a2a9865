import { readFileSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { RAIL_BELOW_PX, SCREENS_OF_PANES } from './src/web/panes.ts'

const RAIL = { telas: SCREENS_OF_PANES, abaixoDe: RAIL_BELOW_PX }
const SERVIDOR = process.env.SERVIDOR ?? 'http://127.0.0.1:3000'

interface Graph {
  getModuleInfo: (
    id: string,
  ) => { importedIds: string[]; dynamicallyImportedIds: string[]; code?: string | null } | null
}
const APPLICATION = join(import.meta.dirname, 'src/web/main.tsx')
const SCREENS = join(import.meta.dirname, 'src/web/screens.ts')
const TABLE = join(import.meta.dirname, 'src/web/ui/DataTable.tsx')
/** Where people begin the day, and the desk that they serve from: each brings of what screens share only what it draws. */
const BEGUN_WITH = [
  { noun: 'dashboard', chunk: { name: 'ui', after: 0 } },
  { noun: 'mesa', chunk: { name: 'ui-mesa', after: 1 } },
]
/** All that these modules import, one through another, and themselves. */
function closure(ids: string[], graph: Graph) {
  const all = new Set(ids)
  for (const id of all) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) all.add(imported)
  return all
}
let begun: Set<string> | undefined
/** What the application begins with, before it knows which screen is asked for. */
function beginning(graph: Graph) {
  begun ??= closure(graph.getModuleInfo(APPLICATION)?.importedIds ?? [], graph)
  return begun
}

let drawn: Map<string, Set<string>> | undefined
/** Which pieces of which screens, as screens.ts asks for them, are drawn with a module. */
function drawing(id: string, graph: Graph) {
  if (!drawn) {
    drawn = new Map()
    const pieces = [...closure([SCREENS], graph)].flatMap(
      (one) => graph.getModuleInfo(one)?.dynamicallyImportedIds ?? [],
    )
    for (const piece of pieces) {
      for (const used of closure([piece], graph)) drawn.set(used, (drawn.get(used) ?? new Set()).add(piece))
    }
  }
  return [...(drawn.get(id) ?? [])]
}
/** So little code (characters of source) costs less where it is not needed than a request of its own where it is. */
const SMALL = 5_000
/** The chunk of what screens are drawn with, and how many chunks come before it: what a chunk is made of is in its own or an earlier one. */
function chunkOf(id: string, graph: Graph) {
  const pieces = drawing(id, graph)
  const nouns = [...new Set(pieces.map((piece) => basename(dirname(piece))))].sort()
  if (nouns.length < 2) return pieces.length > 1 ? { name: nouns[0]!, after: 5 } : null
  if (pieces.every((piece) => drawing(TABLE, graph).includes(piece))) return { name: 'tabela', after: 3 }
  if ((nouns.length <= 3 || bringsLibrary(id, graph)) && weight(id, graph) >= SMALL)
    return { name: nouns.join('-'), after: 4 }
  return BEGUN_WITH.find(({ noun }) => nouns.includes(noun))?.chunk ?? { name: 'ui-mais', after: 2 }
}
/** A library that the application does not begin with comes along. */
const bringsLibrary = (id: string, graph: Graph) =>
  [...closure([id], graph)].some((one) => one.includes('node_modules') && !beginning(graph).has(one))
/** How much comes along with a module. A library, or what is to come on demand, goes to no screen that has no use for it. */
function weight(id: string, graph: Graph) {
  const own = [...closure([id], graph)].filter((one) => !beginning(graph).has(one))
  const modules = own.map((one) => graph.getModuleInfo(one))
  if (own.some((one) => one.includes('node_modules')) || modules.some((one) => one?.dynamicallyImportedIds.length))
    return Infinity
  return modules.reduce((sum, one) => sum + (one?.code?.length ?? 0), 0)
}

/** Few requests, each of which costs a phone a round trip: what is used together travels together. */
const groups = [
  // Two halves, over two connections: each would take a phone as many round trips as both.
  { name: 'lib-react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  {
    name: 'lib-base',
    test: /node_modules[\\/]@tanstack[\\/](react-(query|router|store)|history|router-core|query-core|store)[\\/]/,
  },
  // What the sign-in page and the application both begin with: no React in it.
  {
    name: 'comum',
    test: /preload-helper|src[\\/](web[\\/]api[\\/](callApi|cabecalhos|confirmacao|erro|estado|pendencia|sessao|agora|rede|presenca)|domain[\\/](acesso|data|cabecalhos))\.ts/,
  },
  // The page's first script, apart from all that it does not wait for.
  { name: 'first', test: /src[\\/]web[\\/](first|screens)\.ts/ },
  // All else that the application begins with: the frame, and what each screen asks.
  { name: (id: string, graph: Graph) => (beginning(graph).has(id) ? 'inicio' : null), debugName: 'inicio' },
  // Nothing is left of the page's own module, so that Vite writes each of these as a script: none waits for a later one.
  { name: 'main', test: APPLICATION },
  ...[0, 1, 2, 3, 4, 5].map((after) => ({
    name: (id: string, graph: Graph) => {
      const chunk = chunkOf(id, graph)
      return chunk?.after === after ? chunk.name : null
    },
    debugName: `screens ${after}`,
  })),
]

const COMPRESSIVEIS = /\.(js|css|svg|html)$/
/** A server that runs meanwhile would send an empty file, and browsers keep it for a year. */
async function porInteiro(caminho: string, dados: Uint8Array) {
  await writeFile(`${caminho}.novo`, dados)
  await rename(`${caminho}.novo`, caminho)
}

/** The server sends the files as they are: compressed here once, as far as it goes, instead of at each request. */
const comprimir: Plugin = {
  name: 'comprimir',
  apply: 'build',
  enforce: 'post',
  // Only what was written is final: Vite still edits the chunks and the page after they are generated.
  async writeBundle({ dir = '' }, pacote) {
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
    const nomes = Object.keys(pacote).filter((um) => COMPRESSIVEIS.test(um))
    const um = async (nome: string) => {
      const dados = await readFile(join(dir, nome))
      await porInteiro(join(dir, `${nome}.br`), await promisify(brotliCompress)(dados, quality))
      await porInteiro(join(dir, `${nome}.gz`), await promisify(gzip)(dados))
    }
    await Promise.all(nomes.map(um))
  },
}

/**
 * Nothing of the application's scripts is needed to paint the frame that stands in its page: a browser is told so, and gives the
 * page and its font what the connection has before them.
 */
const primeiroAMoldura: Plugin = {
  name: 'primeiro-a-moldura',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { path }) =>
      path === '/index.html'
        ? html.replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
        : html,
  },
}

const PARTE = /<!-- parte: (\S+) -->/g
/** As the server answers them: the pages before signing in are pages of their own. What they share stands once (`<!-- parte: … -->`). */
const entrada: Plugin = {
  name: 'entrada',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html.replace(PARTE, (_, parte: string) => readFileSync(join(import.meta.dirname, 'src/web', parte), 'utf8')),
  },
  configureServer: ({ middlewares }) =>
    void middlewares.use((pedido, _, seguir) => {
      if (/^\/login(\?|$)/.test(pedido.url ?? '')) pedido.url = '/entrar.html'
      if (/^\/senha\/(esqueci|nova)(\?|$)/.test(pedido.url ?? '')) pedido.url = '/senha.html'
      seguir()
    }),
}

export default defineConfig(({ command }) => ({
  root: 'src/web',
  base: command === 'build' ? '/build/' : '/',
  plugins: [react(), comprimir, entrada, primeiroAMoldura],
  // What the first script of index.html has to know before any other comes.
  define: { 'import.meta.env.RAIL': JSON.stringify(RAIL) },
  build: {
    outDir: '../../build',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Browsers that know `light-dark()`: written out for older ones, each token would be two more variables.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Which chunk imports which: scripts/orcamento.mjs adds up what each screen downloads.
    manifest: 'manifest.json',
    rolldownOptions: {
      input: ['index.html', 'entrar.html', 'senha.html'].map((pagina) => join(import.meta.dirname, 'src/web', pagina)),
      output: { codeSplitting: { groups } },
      checks: { bundlerTimings: false }, // `npm start` builds before newcomers' eyes: how long each part took is not theirs
    },
  },
  // The sources in src/web/api are served under the same first segment as the API.
  server: { proxy: { '^/api/(?!.*\\.tsx?(\\?|$))': SERVIDOR, '/emulador': SERVIDOR } },
}))
