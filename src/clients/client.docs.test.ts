import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { unreadSettings } from './unread-settings.ts'

const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const declared = textOf('./client.ts').split('export type Client = {')[1]?.split('\n}')[0] ?? ''
const settings = [...declared.matchAll(/^ {2}(\w+): /gm)].map(match => match[1] ?? '')
const rows = [...textOf('../../docs/clients.md').matchAll(/^\| `(\w+)` \|.*\|(.*)\|$/gm)]

test('docs/clients.md explains every client setting and no other (§15)', () => {
  expect(settings.length).toBeGreaterThan(30)
  expect(rows.map(([, name]) => name).sort()).toEqual(settings.toSorted())
})

test('docs/clients.md says of unread settings, and of no others, that they are not read yet', () => {
  const announced = rows.filter(([, , reader]) => reader?.includes('not read yet')).map(([, name]) => name)
  expect(announced.sort()).toEqual(Object.keys(unreadSettings).sort())
})
