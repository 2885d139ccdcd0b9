import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { screens } from '../../src/contract/screens.ts'
import { features } from '../../src/testing/feature-order.ts'
import { isTest, readSourceFiles } from '../../src/testing/source-files.ts'
import { tablesWrittenBy } from '../../src/testing/written-tables.ts'

// The section "Features" of ARCHITECTURE.md, compared with the code.

const root = new URL('../../', import.meta.url)
const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8')
const section = /\n## Features\n([\s\S]*?)\n## /.exec(textOf('ARCHITECTURE.md'))?.[1] ?? ''
const program = readSourceFiles().filter(file => !isTest(file))
const filesOf = (feature: string) => program.filter(({ path }) => path.startsWith(`src/features/${feature}/`))
const featureOf = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1]
const sorted = (names: Iterable<string>) => [...new Set(names)].sort()
const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

type Row = { feature: string; what: string; screens: string[]; contracts: string[]; tables: string[] }

const rows: Row[] = section
  .split('\n')
  .filter(line => line.startsWith('| `'))
  .map(line => {
    const [name = '', what = '', shown = '', contracts = '', tables = ''] = line.split('|').slice(1)
    return {
      feature: quoted(name)[0] ?? '',
      what: what.trim(),
      screens: quoted(shown),
      contracts: quoted(contracts),
      tables: quoted(tables),
    }
  })

test('the table of features has every feature once, in the order of the imports', () => {
  expect(rows.map(({ feature }) => feature)).toEqual(features)
})

test('the drawing of the order has every feature once, the lowest at the bottom', () => {
  const drawing = /```\n([\s\S]*?)```/.exec(section)?.[1] ?? ''
  const layers = drawing.split('\n').flatMap(line => {
    const [, names] = /│ ([a-z -]+?) +│/.exec(line) ?? []
    return names === undefined ? [] : [names.split(/ {2,}/)]
  })
  expect(layers.length).toBeGreaterThan(3)
  expect(layers.reverse().flat()).toEqual(features)
})

test.each(rows)('says in one short sentence what $feature does', ({ what }) => {
  expect(what).toMatch(/^[A-Z].{10,}[^.]$/)
  expect(what.length).toBeLessThanOrEqual(150)
  expect(what).not.toMatch(/\. /)
})

/** The features whose parts the file of a screen shows: its own, or those that a screen of src/app puts together. */
function featuresShown(path: string): string[] {
  const own = featureOf(path)
  if (own !== undefined) return [own]
  return (program.find(file => file.path === path)?.imports ?? []).flatMap(target => featureOf(target) ?? [])
}

/** The features of each screen, by its address, read from the tables of src/app/web. */
function screensInCode(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const table of ['src/app/web/screens.ts', 'src/app/web/rare-screens.ts']) {
    const text = textOf(table)
    for (const [, address = '', body = ''] of text.matchAll(
      /\n {2}'(\/[^']*)': ([\s\S]*?)(?=\n {2}(?:'\/|\/\/)|\n\} as const)/g,
    )) {
      const component = /=> (\w+),$/.exec(body)?.[1]
      const target =
        /import\('([^']+)'\)/.exec(body)?.[1] ??
        new RegExp(`import \\{ ${component} \\} from '([^']+)'`).exec(text)?.[1] ??
        ''
      found.set(address, featuresShown(new URL(target, `file:///${table}`).pathname.slice(1)))
    }
  }
  return found
}

test('every screen that has a component stands under the features that it shows, and no other screen does', () => {
  const inCode = screensInCode()
  expect(sorted(inCode.keys())).toEqual(sorted(Object.keys(screens)))
  expect(rows.map(({ feature, screens }) => ({ feature, screens: sorted(screens) }))).toEqual(
    features.map(feature => ({
      feature,
      screens: sorted([...inCode].flatMap(([address, shown]) => (shown.includes(feature) ? [address] : []))),
    })),
  )
})

test('every contract stands under its feature, and no other contract does', () => {
  const contractsOf = (feature: string) =>
    filesOf(feature).flatMap(({ path }) => /^src\/features\/[^/]+\/(.+)\.contract\.ts$/.exec(path)?.[1] ?? [])
  expect(rows.map(({ feature, contracts }) => ({ feature, contracts: sorted(contracts) }))).toEqual(
    features.map(feature => ({ feature, contracts: sorted(contractsOf(feature)) })),
  )
})

test('every table that a feature writes stands under it, and no other table does', () => {
  expect(rows.flatMap(({ tables }) => tables).length).toBeGreaterThan(80)
  expect(rows.map(({ feature, tables }) => ({ feature, tables: sorted(tables) }))).toEqual(
    features.map(feature => ({ feature, tables: sorted(filesOf(feature).flatMap(tablesWrittenBy)) })),
  )
})
