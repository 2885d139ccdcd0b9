import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

test('docs/operate.md explains every environment variable and no others', () => {
  const settings = [...textOf('./env-settings.ts').matchAll(/^ {2}([A-Z][A-Z_]+): \{/gm)].map(
    match => match[1],
  )
  const table = textOf('../../docs/operate.md').split('## Settings')[1]?.split('\n## ')[0] ?? ''
  const documented = [...table.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(match => match[1])
  expect(settings.length).toBeGreaterThan(5)
  expect(documented.sort()).toEqual(settings.sort())
})
