import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

test('docs/clients.md explains every client setting and no other (§15)', () => {
  const declared = textOf('./client.ts').split('export type Client = {')[1]?.split('\n}')[0] ?? ''
  const settings = [...declared.matchAll(/^ {2}(\w+): /gm)].map(match => match[1])
  const explained = [...textOf('../../docs/clients.md').matchAll(/^\| `(\w+)` \|/gm)].map(match => match[1])
  expect(settings.length).toBeGreaterThan(30)
  expect(explained.sort()).toEqual(settings.sort())
})
