import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readArguments } from '../../bench/arguments.ts'
import { isReached } from '../../bench/bench.ts'
import { temporaryDirectory } from '../../src/testing/temporary/temporary-directory.ts'

const available = ['content', 'import', 'search']
const read = (args: string[], environment: Record<string, string> = {}) =>
  readArguments(args, environment, available)

test('takes every benchmark, in its order, three rounds and generated rows where nothing is said', () => {
  expect(read([])).toEqual({ names: available, rounds: 3, dataFolder: null })
  expect(read(['search', 'content'], { BENCH_ROUNDS: '5' })).toEqual({
    names: ['content', 'search'],
    rounds: 5,
    dataFolder: null,
  })
})

test('takes one round and generated rows with --smallest, whatever is set', () => {
  expect(read(['--smallest', 'search'], { BENCH_DATA: '/nowhere', BENCH_ROUNDS: 'x' })).toEqual({
    names: ['search'],
    rounds: 1,
    dataFolder: null,
  })
})

test.each([
  [['contents'], {}, 'Unknown benchmark: contents. Available: content, import, search.'],
  [['--small'], {}, 'Unknown option: --small. The only one is --smallest.'],
  [['--smallest', 'x', 'y'], {}, 'Unknown benchmark: x, y. Available: content, import, search.'],
  [[], { BENCH_ROUNDS: '0' }, 'BENCH_ROUNDS must be a whole number from 1 to 999999999, not “0”.'],
  [[], { BENCH_USERS: 'many' }, 'BENCH_USERS must be a whole number from 1 to 999999999, not “many”.'],
  [
    [],
    { BENCH_SIZES: '100;200' },
    'BENCH_SIZES must be whole numbers with commas between them, such as 100,10000, not “100;200”.',
  ],
])('refuses %j with %j', (args, environment, sentence) => {
  expect(read(args, { ...environment } as Record<string, string>)).toBe(sentence)
})

test('names the settings that exist where one is misspelled', () => {
  expect(read([], { BENCH_ROUND: '3' })).toMatch(/^Unknown setting: BENCH_ROUND\. Available: BENCH_ROUNDS, /)
})

test('says what BENCH_DATA lacks, and takes a folder that has the register', () => {
  const folder = temporaryDirectory('bench-data')
  const register = join(folder, 'irs-bmf-2026-04')
  const missing = join(folder, 'missing')
  expect(read([], { BENCH_DATA: missing })).toBe(
    `BENCH_DATA names ${missing}, which is no folder that can be read.`,
  )
  expect(read([], { BENCH_DATA: '' })).toBe('BENCH_DATA names nothing, which is no folder that can be read.')
  writeFileSync(join(folder, 'a file'), '')
  expect(read([], { BENCH_DATA: join(folder, 'a file') })).toBe(
    `BENCH_DATA names ${join(folder, 'a file')}, which is no folder that can be read.`,
  )
  expect(read([], { BENCH_DATA: folder })).toBe(
    `BENCH_DATA names ${folder}, which has no folder irs-bmf-2026-04.`,
  )
  mkdirSync(register)
  expect(read([], { BENCH_DATA: folder })).toBe(`${register} has no file that ends in .csv.gz.`)
  writeFileSync(join(register, 'eo1.csv.gz'), '')
  expect(read([], { BENCH_DATA: folder })).toMatchObject({ dataFolder: folder })
})

test('npm run bench names every benchmark in a sentence, with exit code 2, before it starts anything', () => {
  const program = fileURLToPath(new URL('../../bench/run.ts', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'charities'], { encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  const [, named = ''] = /^Unknown benchmark: charities\. Available: (.*)\.\n$/.exec(stderr) ?? []
  expect(named.split(', ').sort()).toEqual(benchmarkFiles())
})

/** The names of the files below `bench` that contain a benchmark. */
const benchmarkFiles = (): string[] =>
  readdirSync(new URL('../../bench', import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.bench.ts'))
    .map(path => basename(path, '.bench.ts'))
    .sort()

test.each([
  ['a ratio that is reached', { measured: 0.6, atLeast: 0.5 }, { usual: true, smallest: true }],
  ['a ratio that is missed', { measured: 0.4, atLeast: 0.5 }, { usual: false, smallest: true }],
  ['a time that is missed', { measured: 51, atMost: 50 }, { usual: false, smallest: true }],
  ['no number', { measured: 0 / 0 }, { usual: false, smallest: false }],
  [
    'a count that is missed and judged at any size',
    { measured: 1, atMost: 0, isJudgedAtAnySize: true },
    { usual: false, smallest: false },
  ],
  [
    'a count that is reached and judged at any size',
    { measured: 0, atMost: 0, isJudgedAtAnySize: true },
    { usual: true, smallest: true },
  ],
] as const)('judges %s', (_what, figure, { usual, smallest }) => {
  const finding = { what: 'a figure', detail: 'how', ...figure }
  expect(isReached(finding, false)).toBe(usual)
  expect(isReached(finding, true)).toBe(smallest)
})
