import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const SERVIDOR = process.env.SERVIDOR ?? 'http://127.0.0.1:3000'

/** Few requests: what changes together travels together. MUI stays out of the sign-in page's chunks. */
const grupos = [
  {
    name: 'base',
    test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-(query|router|store)|history|router-core|query-core|store))[\\/]/,
  },
  {
    name: 'mui',
    test: /node_modules[\\/](@mui|@emotion|@popperjs|react-transition-group|clsx|stylis)[\\/]/,
    minShareCount: 8,
  },
]

const COMPRESSIVEIS = /\.(js|css|svg|html)$/
/** The server sends the files as they are: compressed here once, as far as it goes, instead of at each request. */
const comprimir: Plugin = {
  name: 'comprimir',
  apply: 'build',
  async generateBundle(_, pacote) {
    for (const [nome, arquivo] of Object.entries(pacote)) {
      if (!COMPRESSIVEIS.test(nome)) continue
      const dados = Buffer.from(arquivo.type === 'chunk' ? arquivo.code : arquivo.source)
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
      this.emitFile({ type: 'asset', fileName: `${nome}.br`, source: await promisify(brotliCompress)(dados, quality) })
      this.emitFile({ type: 'asset', fileName: `${nome}.gz`, source: await promisify(gzip)(dados) })
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
    rolldownOptions: { output: { codeSplitting: { groups: grupos } } },
  },
  // The sources in src/web/api are served under the same first segment as the API.
  server: { proxy: { '^/api/(?!.*\\.tsx?(\\?|$))': SERVIDOR, '/emulador': SERVIDOR } },
}))
