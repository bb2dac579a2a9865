import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const SERVIDOR = process.env.SERVIDOR ?? 'http://127.0.0.1:3000'

/** Few requests: what changes together travels together. MUI stays out of the sign-in page's chunks. */
const grupos = [
  {
    name: 'base',
    // What only screens with data call stays with them.
    test: /node_modules[\\/](?!.*(ueriesObserver|useQueries|utationObserver|useMutation)\.js)(react|react-dom|scheduler|@tanstack[\\/](react-(query|router|store)|history|router-core|query-core|store))[\\/]/,
  },
  {
    name: 'mui',
    test: /node_modules[\\/](@mui(?![\\/]material[\\/](Select|NativeSelect|FilledInput|Input)[\\/])|@emotion|@popperjs|react-transition-group|clsx|stylis)[\\/]/,
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

export default defineConfig(({ command }) => ({
  root: 'src/web',
  base: command === 'build' ? '/build/' : '/',
  plugins: [react(), comprimir],
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
