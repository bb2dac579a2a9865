import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { createServer, defineConfig, type Plugin } from 'vite'

const SERVIDOR = process.env.SERVIDOR ?? 'http://127.0.0.1:3000'

/** Few requests, each of which costs a phone a round trip: what changes together travels together. */
const grupos = [
  // What the sign-in page and the application both begin with: no React in it.
  {
    name: 'comum',
    test: /src[\\/]web[\\/](api[\\/](callApi|cabecalhos|adiantadas|erro|estado|sessao|agora|rede)|telas)\.ts|src[\\/]domain[\\/]data\.ts|vite[\\/]preload-helper/,
  },
  // Two halves, over two connections: each would take a phone as many round trips as both.
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|src[\\/]web[\\/]raiz\.ts/ },
  {
    name: 'base',
    // What only screens with data call stays with them.
    test: /node_modules[\\/](?!.*(ueriesObserver|useQueries|utationObserver|useMutation)\.js)@tanstack[\\/](react-(query|router|store)|history|router-core|query-core|store)[\\/]|src[\\/]web[\\/](api[\\/]queryClient|shell[\\/](Carregando|FalhaAoAbrir|avisos|tela))\.tsx?/,
  },
  // The frame, and the plain parts of which its first screens are made.
  {
    name: 'casca',
    test: /utationObserver\.js|useMutation\.js|src[\\/]web[\\/](shell[\\/](Shell|NaoEncontradaPage)\.tsx|api[\\/](use\w+|eventos|recarregar)\.ts|ui[\\/](Page|Quadro|KpiStrip|StatusChip|estados|Skeleton|Button|Tooltip|Iniciais|icon)\.tsx|ui[\\/](formatos|useFiltros|useMedia)\.ts|cores\.ts|contas-receber[\\/]useSelecao\.ts)/,
  },
  { name: 'icons', test: /src[\\/]web[\\/]ui[\\/]icons[\\/]/, minShareCount: 2 },
  // The small things that the dashboards, and then the desk, share with other screens.
  {
    name: 'inicio',
    test: /src[\\/]web[\\/](dashboard[\\/]dashboard\.api|clientes[\\/](porque|clientes\.api)|logs[\\/](partes|logs\.api)|operadores[\\/]operadores\.api|ui[\\/]useLargura)\.tsx?/,
  },
  // What stands over a list and in it; and the desk around it, without who is open in it.
  {
    name: 'lista',
    test: /src[\\/]web[\\/](clientes[\\/]ItemCliente|ui[\\/](SearchField|FilterButton|baixarArquivo|Janela))\.tsx?/,
  },
  {
    name: 'fila',
    test: /src[\\/]web[\\/](mesa[\\/](Mesa|fila[\\/](FilaPane|FiltroMotivo|useTeclasDaFila)|conversa[\\/]Cabeca|PaineisVindo|ComOutro|useComandosDoCliente|trazerPaineis)|clientes[\\/]usePaginas|ui[\\/]ListaVirtual|mensagens[\\/](EsqueletoDoFio|useRascunho))\.tsx?/,
  },
  // Lists, forms and dialogs are made of the same parts.
  {
    name: 'ui',
    test: /src[\\/]web[\\/]ui[\\/](Field|DateField|Choice|Dialog|Menu|Popover|Alert|Card|Badge|Progress|Pager|BarraDeFiltros|AcoesDaLista|BarraDaLista|FiltroMenu|FiltroIntervalo|ConfirmDialog|Flutuante|BarraMudancas)\.tsx/,
  },
  {
    name: 'pecas',
    test: /src[\\/]web[\\/](contas-receber[\\/](MenuConta|palavras)|negociacoes[\\/]\w+\.api|ui[\\/]Tabs)\.tsx?|src[\\/]domain[\\/](conta|dinheiro)\.ts/,
  },
]

const COMPRESSIVEIS = /\.(js|css|svg|html)$/
/** The server sends the files as they are: compressed here once, as far as it goes, instead of at each request. */
const comprimir: Plugin = {
  name: 'comprimir',
  apply: 'build',
  enforce: 'post',
  // Only what was written is final: Vite still edits the chunks and the page after they are generated.
  async writeBundle({ dir = '' }, pacote) {
    for (const nome of Object.keys(pacote).filter((um) => COMPRESSIVEIS.test(um))) {
      const dados = await readFile(join(dir, nome))
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
      await writeFile(join(dir, `${nome}.br`), await promisify(brotliCompress)(dados, quality))
      await writeFile(join(dir, `${nome}.gz`), await promisify(gzip)(dados))
    }
  },
}

/** In bytes: what takes a phone several round trips comes before all the rest, of which it can be the last to arrive. */
const GRANDE = 100_000
const TELAS = join(import.meta.dirname, 'src/web/telas.ts')
/** What arranque.ts reads, one after the other. */
const PARTES = ['raiz.ts', 'shell/Shell.tsx', 'main.tsx']
/** The application's page names the code that every screen begins with, and that of each, so that all of it comes at once. */
const anunciarInicio: Plugin = {
  name: 'anunciar-inicio',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle, path }) {
      if (!bundle || !path.endsWith('index.html')) return html
      const pedacos = Object.values(bundle).filter((um) => um.type === 'chunk')
      const tamanho = (endereco: string) =>
        pedacos.find(({ fileName }) => `/build/${fileName}` === endereco)?.code.length ?? 0
      const juntar = (nome: string, achados: Set<string>) => {
        if (achados.has(nome)) return achados
        achados.add(nome)
        for (const outro of pedacos.find(({ fileName }) => fileName === nome)?.imports ?? []) juntar(outro, achados)
        return achados
      }
      const codigoDe = (...modulos: string[]) => {
        const achados = new Set<string>()
        for (const { facadeModuleId, fileName } of pedacos)
          if (modulos.some((um) => facadeModuleId === join(TELAS, '..', um))) juntar(fileName, achados)
        const estilos = pedacos
          .filter(({ fileName }) => achados.has(fileName))
          .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
        return [...achados, ...estilos].map((nome) => `/build/${nome}`).sort((a, b) => tamanho(b) - tamanho(a))
      }
      const comuns = codigoDe(...PARTES).filter((um) => um.endsWith('.js'))
      const porTela = [
        ...(await readFile(TELAS, 'utf8')).matchAll(/'(\/.+)': tela\(\(\) => import\('\.\/(.+?)'\)/g),
      ].map(([, endereco, modulo = '']) => [endereco, codigoDe(modulo).filter((um) => !comuns.includes(um))])
      // Over the desk of any list, who is open is drawn by code of its own.
      porTela.push(['cliente', codigoDe('mesa/paineis.tsx').filter((um) => !comuns.includes(um))])
      const grande = (endereco: string) => tamanho(endereco) > GRANDE
      const nomear = (enderecos: string[]) =>
        enderecos.map((href) => `<link rel="modulepreload" crossorigin href="${href}">\n    `).join('')
      return html
        .replace('const codigo = {}', `const codigo = ${JSON.stringify(Object.fromEntries(porTela))}`)
        .replaceAll(/<link rel="modulepreload".+?>\s*/g, '')
        .replace(/<script type="module".+?<\/script>\s*/, (arranque) =>
          [nomear(comuns.filter(grande)), arranque, nomear(comuns.filter((um) => !grande(um)))].join(''),
        )
    },
  },
}

/** The dashboards as they are while their figures come, drawn into the page here: on view before any script has come. */
const esbocar: Plugin = {
  name: 'esbocar',
  async transformIndexHtml(html, { bundle, path }) {
    if (!bundle || !path.endsWith('index.html')) return html
    const servidor = await createServer({
      configFile: false,
      root: join(import.meta.dirname, 'src/web'),
      appType: 'custom',
      // What of a browser our modules want as they are read.
      define: {
        'window.addEventListener': '(() => undefined)',
        localStorage: '({ getItem: () => null })',
        sessionStorage: '({ getItem: () => null })',
        'navigator.onLine': 'true',
      },
      server: { middlewareMode: true, ws: false, watch: null },
      optimizeDeps: { noDiscovery: true },
    })
    try {
      const { esbocos } = await servidor.ssrLoadModule('/esbocos.tsx')
      const modelos = Object.entries<string>(await esbocos()).map(
        ([endereco, desenho]) => `<template data-tela="${endereco}">${desenho}</template>`,
      )
      return html.replace('<!-- esbocos -->', () => modelos.join(''))
    } finally {
      await servidor.close()
    }
  },
}

export default defineConfig(({ command }) => ({
  root: 'src/web',
  base: command === 'build' ? '/build/' : '/',
  plugins: [react(), esbocar, anunciarInicio, comprimir],
  build: {
    outDir: '../../build',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // What a screen's code wants is named by the page (anunciarInicio), or loaded already; here only its style sheets are.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, precisa) => precisa.filter((arquivo) => arquivo.endsWith('.css')),
    },
    // Browsers that know `light-dark()`: written out for older ones, each token would be two more variables.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Which chunk imports which: scripts/orcamento.mjs adds up what each screen downloads.
    manifest: 'manifest.json',
    rolldownOptions: {
      input: ['src/web/index.html', 'src/web/entrar.html'],
      output: { codeSplitting: { groups: grupos } },
    },
  },
  // The sources in src/web/api are served under the same first segment as the API.
  server: { proxy: { '^/api/(?!.*\\.tsx?(\\?|$))': SERVIDOR, '/emulador': SERVIDOR } },
}))
