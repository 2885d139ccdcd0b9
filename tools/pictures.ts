// npm run pictures [folder]: a picture of every screen at 360, 768 and 1440 px, in light and dark mode, as someone who may open it.
// Without a folder they go to reports/pictures. Options after it go on to Playwright: `npm run pictures -- /tmp/now -g "at ubs "`.
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const playwright = fileURLToPath(new URL('../node_modules/@playwright/test/cli.js', import.meta.url))
const [first, ...others] = process.argv.slice(2)
const isFolder = first !== undefined && !first.startsWith('-')
const folder = resolve(isFolder ? first : `${root}/reports/pictures`)
const options = isFolder || first === undefined ? others : [first, ...others]
console.log(`The pictures go to ${folder}. All of them take about ten minutes.`)
const child = spawn(
  process.execPath,
  [
    ...[playwright, 'test', 'e2e/page-checks/page-checks.e2e.ts'],
    ...['--reporter=./e2e/page-checks/progress-reporter.ts,line', ...options],
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ALMONER_PICTURES: folder } },
)
child.once('exit', code => {
  console.log(`The pictures are in ${folder}.`)
  process.exitCode = code ?? 1
})
