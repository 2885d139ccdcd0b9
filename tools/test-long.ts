// npm run test:long: what npm test takes a sample of (docs/decisions/0074-a-sample-and-the-whole.md). First random sequences, crashes and
// hostile input with all their cases, then the end-to-end tests with the tag @long. Takes about an hour on two cores.
// `npm run test:long -- payments` runs the files with this word in their path; options after it go on to Vitest and Playwright.
import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const root = new URL('..', import.meta.url)
const [choice, ...options] = process.argv.slice(2)

/** The test files below a folder that have more cases in the long run: they say so by what they import. */
async function filesOf(folder: string, ending: string, mark: RegExp): Promise<string[]> {
  const paths = (await readdir(new URL(`${folder}/`, root), { recursive: true }))
    .map(path => `${folder}/${path}`)
    .filter(path => path.endsWith(ending) && (choice === undefined || path.includes(choice)))
  const marked = paths.map(async path => mark.test(await readFile(new URL(path, root), 'utf8')))
  const isLonger = await Promise.all(marked)
  return paths.filter((_, index) => isLonger[index])
}

function run(program: string, ...args: string[]): Promise<number> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, [fileURLToPath(new URL(program, root)), ...args], {
      cwd: fileURLToPath(root),
      stdio: 'inherit',
      env: { ...process.env, ALMONER_LONG_TESTS: 'yes' },
    })
    child.once('error', () => resolve(1))
    child.once('exit', code => resolve(code ?? 1))
  })
}

const unitFiles = await filesOf('src', '.test.ts', /from '.*\/testing\/property-runs\.ts'/)
const browserFiles = await filesOf('e2e', '.e2e.ts', /from '\.\/long\.ts'/)
if (unitFiles.length + browserFiles.length === 0) {
  console.error(`No file with longer tests has "${choice}" in its path.`)
  process.exit(2)
}
const codes: number[] = []
if (unitFiles.length > 0) {
  const vitest = ['run', '--project', 'node', '--testTimeout=3600000', ...unitFiles, ...options]
  codes.push(await run('node_modules/vitest/vitest.mjs', ...vitest))
}
if (browserFiles.length > 0)
  codes.push(await run('node_modules/@playwright/test/cli.js', 'test', ...browserFiles, ...options))
process.exitCode = codes.find(code => code !== 0) ?? 0
