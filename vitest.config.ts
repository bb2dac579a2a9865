import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What starts programs and lives whole weeks goes first: at the end one worker would wait for the other. */
class DemoradosAntes extends BaseSequencer {
  override async sort(arquivos: TestSpecification[]): Promise<TestSpecification[]> {
    const { demorados = [], outros = [] } = Object.groupBy(await super.sort(arquivos), ({ moduleId }) =>
      /\/test\/(\w+\/)?[\w-]+\.test\.ts$/.test(moduleId) ? 'demorados' : 'outros',
    )
    return [...demorados, ...outros]
  }
}

const DA_WEB = 'src/web/**/*.test.{ts,tsx}'
/** These put a browser's globals and modules of their own in place. */
const TROCAM = globSync(DA_WEB).filter((arquivo) => /\bvi\./.test(readFileSync(arquivo, 'utf8')))

export default defineConfig({
  test: {
    // For what hangs, not for what is slow: a machine with much other work takes thirty times as long.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 500_000 } },
    // One more than the two cores that are counted on: many tests wait for programs that they started.
    maxWorkers: 3,
    sequence: { sequencer: DemoradosAntes },
    projects: [
      // Each in a worker of its own, which costs an eighth of a second of processor; the others of the web share theirs.
      { extends: true, test: { name: 'trocas', include: TROCAM } },
      { extends: true, test: { name: 'telas', include: [DA_WEB], exclude: TROCAM, isolate: false } },
      {
        extends: true,
        test: {
          name: 'servidor',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['src/web/**'],
          globalSetup: ['test/postgres.ts'],
          setupFiles: ['test/semente.ts'],
          // The application is read once a worker instead of once a file: a quarter of the processor's whole work.
          isolate: false,
        },
      },
    ],
  },
})
