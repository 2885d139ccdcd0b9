import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { programVersion } from './src/server/program-version.ts'
import { findChromium } from './src/testing/chromium.ts'

export default defineConfig(async () => ({
  test: {
    restoreMocks: true,
    projects: [
      {
        test: {
          name: 'node',
          include: ['{src,tools,e2e}/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['src/testing/database/database-server.ts'],
          setupFiles: ['src/testing/fail-on-console-error.ts', 'src/testing/temporary/use-run-directory.ts'],
          // Test files share the modules of their worker: importing the program takes longer than most files' tests.
          isolate: false,
          maxWorkers: 2,
          // Each test makes its objects anew: with the usual young generation a seventh of the time is garbage collection.
          execArgv: ['--max-semi-space-size=64'],
          // Most polls wait for a job, which takes a few milliseconds.
          expect: { poll: { interval: 10 } },
          testTimeout: 30_000,
          hookTimeout: 60_000,
          restoreMocks: true,
        },
      },
      {
        plugins: [react()],
        // As in vite.config.ts.
        define: { ALMONER_FRONT_END_VERSION: JSON.stringify(programVersion) },
        // Found before the first test: a dependency met later makes Vite reload the page under it.
        optimizeDeps: { entries: ['src/{web,features,app}/**/*.tsx'], include: ['axe-core'] },
        test: {
          name: 'browser',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['src/testing/fail-on-console-error.ts'],
          maxWorkers: 2,
          // Upper limits for a machine that is busy with something else; on a free one nothing takes a tenth of them.
          testTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
          restoreMocks: true,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: await findChromium() }),
            instances: [{ browser: 'chromium' as const }],
          },
        },
      },
    ],
  },
}))
