// node tools/prove-switches.ts [switch…]: takes the effect of each switch of a client away, one at a time and in a copy of the
// sources, and sees the test fail that its proof below src/clients/switches/proofs names. Exits with 1 where one does not.
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Proof } from '../src/clients/switches/proofs/proof.ts'
import { proofs } from '../src/clients/switches/proofs.ts'
import { temporaryDirectory } from '../src/testing/temporary/temporary-directory.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const copied = [
  'src',
  'db',
  'tools',
  'docs',
  'package.json',
  'vitest.config.ts',
  'vite.config.ts',
  'tsconfig.base.json',
]

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

const nameOf = ({ title }: Pick<Proof, 'title'>) => literal(title).replaceAll('%s', '.*')

type Result = { title: string; status: string }

/** Runs the tests of a file whose titles fit, and says what became of each. */
function run(copy: string, test: string, names: readonly string[]): Result[] {
  const report = join(copy, 'report.json')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const project = test.endsWith('.tsx') ? 'browser' : 'node'
  const options = ['--reporter=json', `--outputFile=${report}`, '-t', names.join('|')]
  const ran = spawnSync(process.execPath, [vitest, 'run', '--project', project, test, ...options], {
    cwd: copy,
    stdio: 'ignore',
  })
  if (ran.error) throw ran.error
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { assertionResults: Result[] }[]
  }
  rmSync(report)
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed')
}

/** The tests that proofs of a file name, as things are: those of a proof have all to pass before it can prove anything. */
function baseline(copy: string, all: readonly Proof[]): Map<string, Result[]> {
  const files = [...new Set(all.map(({ test }) => test))]
  return new Map(
    files.map(test => [test, run(copy, test, all.filter(proof => proof.test === test).map(nameOf))]),
  )
}

/** What is wrong with the proof, in words; null where its test passed with the effect and fails without it. */
function violation(copy: string, proof: Proof, before: readonly Result[]): string | null {
  const own = before.filter(({ title }) => new RegExp(nameOf(proof)).test(title))
  if (own.length === 0 || own.some(({ status }) => status === 'failed'))
    return 'its test does not pass as things are'
  const path = join(copy, proof.reader)
  const text = readFileSync(path, 'utf8')
  if (text.split(proof.effect).length !== 2) return `${proof.reader} does not hold "${proof.effect}" once`
  writeFileSync(
    path,
    text.replace(proof.effect, () => proof.without),
  )
  try {
    const attempt = () => run(copy, proof.test, [nameOf(proof)])
    const first = attempt()
    // On a busy machine the browser may not have come up.
    const after = first.length > 0 ? first : attempt()
    if (after.length === 0) return 'its test did not run without the effect'
    return after.some(({ status }) => status === 'failed') ? null : 'its test passes without the effect'
  } finally {
    writeFileSync(path, text)
  }
}

const asked = process.argv.slice(2)
const copy = temporaryDirectory('switches')
let missing = 0
try {
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const chosen = Object.entries(proofs).filter(([name]) => asked.length === 0 || asked.includes(name))
  const before = baseline(
    copy,
    chosen.flatMap(([, each]) => each),
  )
  for (const [name, each] of chosen) {
    for (const proof of each) {
      const wrong = violation(copy, proof, before.get(proof.test) ?? [])
      if (wrong !== null) missing += 1
      console.log(`${wrong === null ? 'proved ' : 'MISSING'} ${name}: ${wrong ?? proof.title}`)
    }
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
if (missing > 0) process.exitCode = 1
