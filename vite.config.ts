import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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

export default defineConfig(({ command }) => ({
  root: 'src/web',
  base: command === 'build' ? '/build/' : '/',
  plugins: [react()],
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
