// node tools/prove-switches.ts [switch…]: takes the effect of each switch of a client away, one at a time and in a copy of the
// sources, and sees the test that src/tenants/switches/proofs.ts names fail. Exits with 1 where one does not.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Proof, proofs } from '../src/tenants/switches/proofs.ts'

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

/** One run of the proof's test alone: how many of it passed and failed. */
function run(copy: string, { test, title }: Proof): { passed: number; failed: number } {
  const report = join(copy, 'report.json')
  const name = literal(title).replaceAll('%s', '.*')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const project = test.endsWith('.tsx') ? 'browser' : 'node'
  const options = ['run', '--project', project, test, '-t', name, '--reporter=json', `--outputFile=${report}`]
  const { error } = spawnSync(process.execPath, [vitest, ...options], { cwd: copy, stdio: 'ignore' })
  if (error) throw error
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
  rmSync(report)
  return { passed: numPassedTests, failed: numFailedTests }
}

/** What is wrong with the proof, in words; null where the test passes with the effect and fails without it. */
function objection(copy: string, proof: Proof): string | null {
  const whole = run(copy, proof)
  if (whole.passed === 0 || whole.failed > 0) return 'its test does not pass as things are'
  const path = join(copy, proof.reader)
  const text = readFileSync(path, 'utf8')
  if (text.split(proof.effect).length !== 2) return `${proof.reader} does not hold "${proof.effect}" once`
  writeFileSync(
    path,
    text.replace(proof.effect, () => proof.without),
  )
  try {
    return run(copy, proof).failed === 0 ? 'its test passes without the effect' : null
  } finally {
    writeFileSync(path, text)
  }
}

const asked = process.argv.slice(2)
const copy = mkdtempSync(join(tmpdir(), 'almoner-switches-'))
let missing = 0
try {
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const [name, each] of Object.entries(proofs)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    for (const proof of each) {
      const wrong = objection(copy, proof)
      if (wrong !== null) missing += 1
      console.log(`${wrong === null ? 'proved ' : 'MISSING'} ${name}: ${wrong ?? proof.title}`)
    }
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
if (missing > 0) process.exitCode = 1
