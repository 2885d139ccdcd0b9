// npm test runs everything that CI runs. `npm test -- grants` runs types, lint and the tests of the named features. Each stage shows its
// progress. At the end come the time of each stage, the slowest files, what failed, and the counts.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clients } from '../src/clients/clients.ts'
import { temporaryDirectory } from '../src/testing/temporary/temporary-directory.ts'
import {
  type FileTime,
  formatSeconds,
  playwrightFailures,
  playwrightFileTimes,
  slowestFiles,
  vitestFailures,
  vitestFileTimes,
} from './test/report.ts'
import { countPlaywright, countVitest, type Tally } from './test/tally.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (path: string) => join(root, 'node_modules', path)

// The programs that tests start again and again are compiled once.
process.env.NODE_COMPILE_CACHE ??= bin('.cache/node')

const features = process.argv.slice(2)
for (const feature of features) {
  if (existsSync(join(root, 'src/features', feature))) continue
  console.error(`There is no feature ${feature}: name a folder of src/features.`)
  process.exit(2)
}
/** A single feature may have no tests of a kind; without a choice every kind must have some. */
const isChoice = features.length > 0
const fileTimes: FileTime[] = []
const failures: string[] = []

type Stage = { name: string; run: (reports: string) => Promise<Tally> }

const stages: Stage[] = [
  {
    name: 'types',
    run: async () => {
      const projects = ['tsconfig.server.json', 'tsconfig.web.json', 'tsconfig.test.json']
      const results = await Promise.all(
        projects.map(name => node(bin('typescript/bin/tsc'), '-p', name, '--checkers', '1')),
      )
      return asOneTest(results.every(code => code === 0))
    },
  },
  {
    name: 'lint',
    run: async () => {
      const code = await node(bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.')
      return asOneTest(code === 0)
    },
  },
  {
    name: 'unit, integration and component tests',
    run: async reports => {
      const file = join(reports, 'vitest.json')
      const code = await node(
        ...[bin('vitest/vitest.mjs'), 'run', '--allowOnly=false', '--reporter=default'],
        ...['--reporter=json', `--outputFile.json=${file}`],
        ...features.map(feature => `src/features/${feature}/`),
      )
      const report = await readReport(file)
      fileTimes.push(...vitestFileTimes(report, root))
      failures.push(...vitestFailures(report, root))
      return countVitest(report, code, isChoice ? 'some' : 'both')
    },
  },
  {
    name: 'end-to-end tests',
    run: async reports => {
      const file = join(reports, 'playwright.json')
      process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = file
      if (isChoice) process.env.DEMO_CLIENTS = (await visitedClients(features)).join(',')
      const code = await node(
        ...[bin('@playwright/test/cli.js'), 'test', '--reporter=list,json'],
        ...features.map(feature => `e2e/${feature}[-.]`),
        ...(isChoice ? ['--pass-with-no-tests'] : []),
      )
      const report = await readReport(file)
      fileTimes.push(...playwrightFileTimes(report))
      failures.push(...playwrightFailures(report))
      return countPlaywright(report, code, isChoice ? 'none-allowed' : 'some')
    },
  },
  // After the end-to-end tests, which have built the front end. A choice of features leaves them out.
  ...(isChoice
    ? []
    : [
        {
          name: 'benchmarks at their smallest size',
          run: async () => asOneTest((await node('bench/run.ts', '--smallest')) === 0),
        },
      ]),
]

const reports = temporaryDirectory('reports')
const total: Tally = { passed: 0, failed: 0 }
const stageTimes: string[] = []
for (const { name, run } of stages) {
  console.log(`\n── ${name}`)
  const startMs = performance.now()
  const failuresBefore = failures.length
  const { passed, failed } = await run(reports)
  const duration = formatSeconds(performance.now() - startMs)
  console.log(`── ${name}: ${passed} passed, ${failed} failed, ${duration}`)
  stageTimes.push(`${duration.padStart(9)}  ${name}`)
  total.passed += passed
  total.failed += failed
  if (failed > 0 && failures.length === failuresBefore) failures.push(`${name}: see its output above`)
}
await rm(reports, { recursive: true, force: true })
console.log(`\n── time of each stage\n${stageTimes.join('\n')}`)
console.log(`\n── slowest files\n${slowestFiles(fileTimes, 10).join('\n')}`)
if (failures.length > 0) console.log(`\n── failed\n${failures.join('\n')}`)
process.exitCode = total.failed > 0 ? 1 : 0
console.log(`\n${total.passed} passed, ${total.failed} failed`)

/** The clients that the end-to-end tests of these features name, and the two at which most sign in. Others need no funds. */
async function visitedClients(names: readonly string[]): Promise<string[]> {
  const pattern = new RegExp(`^(${names.join('|')})[-.].*e2e\\.ts$`)
  const files = (await readdir(join(root, 'e2e'))).filter(file => pattern.test(file))
  const sources = await Promise.all(files.map(file => readFile(join(root, 'e2e', file), 'utf8')))
  return Object.keys(clients).filter(
    name => ['npt', 'rathbones'].includes(name) || sources.some(source => source.includes(`'${name}'`)),
  )
}

function asOneTest(good: boolean): Tally {
  return good ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Runs a program of node_modules with this Node and shows its output. Returns the exit code; 1 if it did not start. */
function node(...args: string[]): Promise<number> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
    child.once('error', () => resolve(1))
    child.once('exit', code => resolve(code ?? 1))
  })
}

/** null if the stage ended before it wrote a report. */
async function readReport(file: string): Promise<unknown> {
  return readFile(file, 'utf8').then(
    (text): unknown => JSON.parse(text),
    () => null,
  )
}
