// npm run test:pages: every screen × client × visitor × scheme × width, with pictures in reports/houses. What follows goes on to
// Playwright: `npm run test:pages -- --shard=1/4` runs a quarter, `-- -g "at ubs "` one client, `-- --last-failed` what failed.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const playwright = fileURLToPath(new URL('../node_modules/@playwright/test/cli.js', import.meta.url))
const child = spawn(
  process.execPath,
  [
    ...[playwright, 'test', 'e2e/page-checks', '--reporter=./e2e/houses/count-looks.ts,line'],
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ALMONER_PAGE_CHECKS: 'whole' } },
)
child.once('exit', code => {
  process.exitCode = code ?? 1
})
