// npm run test:pages: every screen × client × persona × viewport, with screenshots in reports/pages. Options go on to Playwright:
// `npm run test:pages -- --shard=1/4` runs a quarter, `-- -g "at ubs "` one client, `-- --last-failed` what failed.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const playwright = fileURLToPath(new URL('../node_modules/@playwright/test/cli.js', import.meta.url))
console.log('The full matrix takes about 80 minutes on two cores; --shard=1/4 takes a quarter of that.')
const child = spawn(
  process.execPath,
  [
    ...[playwright, 'test', 'e2e/page-checks', '--reporter=./e2e/page-checks/progress-reporter.ts,line'],
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ALMONER_PAGE_CHECKS: 'full' } },
)
child.once('exit', code => {
  process.exitCode = code ?? 1
})
