import { beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { clientOfBook } from '../../clients/clients.ts'
import type { Requester } from '../heavy-work/fair-queue.ts'
import { heavyWork } from '../heavy-work/heavy-work.ts'
import { createDocumentCache } from './document-cache.ts'
import { drawKeptPdf, drawPdf } from './draw-pdf.ts'
import { writePdf } from './write-pdf.ts'

const client = clientOfBook('npt')
const requester: Requester = { client: 'npt', person: 'ana', signal: null }
const documentOf = (words: string) => ({
  title: 'A document',
  text: [{ kind: 'paragraph' as const, children: [{ kind: 'text' as const, text: words }] }],
  client,
  origin: '',
  versionOf: null,
  createdAt: new Date('2026-01-01T00:00:00Z'),
})

let run: MockInstance<typeof heavyWork.run>
beforeEach(() => {
  run = vi.spyOn(heavyWork, 'run')
})

test('a document is drawn in a thread, with the bytes that the main thread would give', async () => {
  const document = documentOf('Words.')
  const expected = await writePdf({ ...document, pictures: new Map() })
  expect(Buffer.compare(await drawPdf(document, requester), expected)).toBe(0)
  expect(run).toHaveBeenCalledTimes(1)
})

test('a document that is opened again is drawn once, also for those who come meanwhile', async () => {
  const other = { ...requester, client: 'ubs', person: 'cem' }
  const [one, two] = await Promise.all([
    drawKeptPdf(documentOf('Kept.'), requester),
    drawKeptPdf(documentOf('Kept.'), other),
  ])
  expect(Buffer.compare(one, two)).toBe(0)
  await drawKeptPdf(documentOf('Kept.'), requester)
  expect(run).toHaveBeenCalledTimes(1)
  await drawKeptPdf(documentOf('Changed.'), requester)
  expect(run).toHaveBeenCalledTimes(2)
})

test('the cache forgets what was not asked for longest, and keeps no failure', async () => {
  const cache = createDocumentCache({ maxBytes: 10 })
  const made: string[] = []
  const get = (key: string) =>
    cache.get(key, async () => {
      made.push(key)
      return new Uint8Array(4)
    })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key)
  expect(made).toEqual(['a', 'b', 'c', 'b'])
  await expect(
    cache.get('d', async () => {
      throw new Error('not now')
    }),
  ).rejects.toThrow('not now')
  expect(await get('d')).toHaveLength(4)
})
