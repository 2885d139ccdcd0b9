import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { quoted } from './quoted-texts.ts'

const root = join(import.meta.dirname, '../..')

/** The tests that render a page, and the modules of end-to-end tests. */
const sources = ['e2e', 'src']
  .flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name =>
      join(root, folder, name),
    ),
  )
  .filter(path => /\.test\.tsx$|[\\/]e2e[\\/].*\.ts$/.test(path))
  .map(path => readFileSync(path, 'utf8'))

test.each(Object.keys(quoted))('a test checks the quoted text %s on a page', name => {
  expect(sources.some(source => new RegExp(`quoted\\.${name}\\b`).test(source))).toBe(true)
})
