// npm run test:long: the tests with random sequences, crashes and kills, with many more cases than npm test has time for. Takes about half an
// hour on two cores. Options go on to Vitest: `npm run test:long -- payments` runs those of payments.
import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const [choice, ...options] = process.argv.slice(2)
const files = (await readdir(new URL('../src', import.meta.url), { recursive: true }))
  .filter(file => file.endsWith('.property.test.ts') && (choice === undefined || file.includes(choice)))
  .map(file => `src/${file}`)
if (files.length === 0) {
  console.error(`No file *.property.test.ts has "${choice}" in its path.`)
  process.exit(2)
}
const child = spawn(
  process.execPath,
  [vitest, 'run', '--project', 'node', '--testTimeout=3600000', ...files, ...options],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ALMONER_LONG_TESTS: 'yes' },
  },
)
child.once('exit', code => {
  process.exitCode = code ?? 1
})
