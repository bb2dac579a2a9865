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

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    globalSetup: ['test/postgres.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    sequence: { sequencer: DemoradosAntes },
  },
})
