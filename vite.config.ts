import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const SERVIDOR = process.env.SERVIDOR ?? 'http://127.0.0.1:3000'

/** Few requests, each of which costs a phone a round trip: what changes together travels together. */
const grupos = [
  // What the sign-in page and the application both begin with: no React in it.
  {
    name: 'comum',
    test: /src[\\/]web[\\/]api[\\/](callApi|cabecalhos|adiantadas|erro|sessao|agora|rede)\.ts|src[\\/]domain[\\/]data\.ts|vite[\\/]preload-helper/,
  },
  {
    name: 'base',
    // What only screens with data call stays with them.
    test: /node_modules[\\/](?!.*(ueriesObserver|useQueries|utationObserver|useMutation)\.js)(react|react-dom|scheduler|@tanstack[\\/](react-(query|router|store)|history|router-core|query-core|store))[\\/]|src[\\/]web[\\/](api[\\/]queryClient|shell[\\/](Carregando|FalhaAoAbrir|tela))\.tsx?/,
  },
  // The frame, and the plain parts of which its first screens are made.
  {
    name: 'casca',
    test: /src[\\/]web[\\/](shell[\\/](Shell|NaoEncontradaPage)\.tsx|api[\\/](use\w+|eventos|recarregar)\.ts|ui[\\/](Page|Quadro|StatusChip|estados|Osso|Botao|Dica|Iniciais|icone)\.tsx|ui[\\/](formatos|useFiltros|useMedia)\.ts|cores\.ts)/,
  },
  {
    name: 'mui',
    test: /node_modules[\\/](@mui(?![\\/](icons-material|material[\\/](Select|NativeSelect|FilledInput|Input))[\\/])|@emotion|@popperjs|react-transition-group|clsx|stylis)[\\/]/,
    minShareCount: 9,
  },
  // A choice among many is of forms: the desk and the lists do without it.
  { name: 'mui-select', test: /node_modules[\\/]@mui[\\/]material[\\/](Select|NativeSelect|FilledInput|Input)[\\/]/ },
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

/** Material's icons are drawn as plain `svg`, without a styled component around each. */
const iconesSimples: Plugin = {
  name: 'icones-simples',
  enforce: 'pre',
  resolveId: (pedido, de) =>
    pedido === '@mui/material/SvgIcon' && /@mui[\\/]icons-material/.test(de ?? '')
      ? join(import.meta.dirname, 'src/web/ui/icone.tsx')
      : null,
}

/** The application's page names the code that every screen begins with, so that it comes with the first script, not after it. */
const anunciarInicio: Plugin = {
  name: 'anunciar-inicio',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle, path }) {
      if (!bundle || !path.endsWith('index.html')) return html
      const pedacos = Object.values(bundle).filter((um) => um.type === 'chunk')
      const achados = new Set<string>()
      const juntar = (nome: string) => {
        if (achados.has(nome)) return
        achados.add(nome)
        for (const outro of pedacos.find(({ fileName }) => fileName === nome)?.imports ?? []) juntar(outro)
      }
      for (const { facadeModuleId, fileName } of pedacos)
        if (/src[\\/]web[\\/](main|shell[\\/]Shell)\.tsx$/.test(facadeModuleId ?? '')) juntar(fileName)
      const novos = [...achados].map((nome) => `/build/${nome}`).filter((endereco) => !html.includes(endereco))
      return novos.map((href) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href },
        injectTo: 'head' as const,
      }))
    },
  },
}

export default defineConfig(({ command }) => ({
  root: 'src/web',
  base: command === 'build' ? '/build/' : '/',
  plugins: [iconesSimples, react(), anunciarInicio, comprimir],
  build: {
    outDir: '../../build',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
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
