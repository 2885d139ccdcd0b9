import { chmod } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../temporary/temporary-directory.ts'
import { chaosScripts, runChaos } from './run-chaos.ts'

test('loses nothing when the program is killed and PostgreSQL restarts, and does nothing twice', {
  timeout: 120_000,
}, async () => {
  const dataDir = temporaryDirectory('chaos')
  // When root runs the tests, PostgreSQL runs as another user.
  await chmod(dataDir, 0o711)
  const report = await runChaos({
    seed: 3,
    kills: 1,
    restarts: 1,
    maxAwayMs: 200,
    maxLoadMs: 800,
    workers: 2,
    signers: 1,
    dataDir,
    script: chaosScripts.withoutWeb,
    log: () => {},
  })
  expect(report.findings).toEqual([])
  expect(report.acknowledged).toBeGreaterThan(0)
})
