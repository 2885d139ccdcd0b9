import { readFile, rm, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { trailOf } from '../../../testing/audit-trail.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts'
import { testSecret } from '../../../testing/database/database-server.ts'
import { anchorFile } from './anchor-file.ts'
import { BrokenTrailError } from './anchor-head.ts'
import { anchorKey } from './anchor-key.ts'
import { startAnchoring } from './start-anchoring.ts'

let database: TestDatabase
let trail: Awaited<ReturnType<typeof trailOf>>
let file: string
beforeEach(async () => {
  database = await createTestDatabase()
  trail = await trailOf(database)
  file = anchorFile(trail.folder, 'npt')
  for (let round = 0; round < 4; round++) {
    await trail.recordMany(2)
    await trail.anchor()
  }
})
afterEach(() => database.drop())

const finding = async () => (await trail.verify()).finding
const lines = async () => (await readFile(file, 'utf8')).trimEnd().split('\n')
const write = (kept: string[]) => writeFile(file, `${kept.join('\n')}\n`)

describe('issue 3, 10 the head of the trail is anchored outside the table', () => {
  test('a line a head, and none where nothing happened', async () => {
    expect(await trail.anchor()).toBeNull()
    expect((await lines()).map(text => JSON.parse(text).seq)).toEqual(['2', '4', '6', '8'])
    expect(await trail.verify()).toMatchObject({ anchors: 4n, finding: null })
  })

  test('an auditor can check an anchor with the public key alone', () => {
    const pem = anchorKey(testSecret, 'npt').public.export({ type: 'spki', format: 'pem' })
    expect(pem).toContain('BEGIN PUBLIC KEY')
    expect(pem).not.toBe(anchorKey(testSecret, 'rathbones').public.export({ type: 'spki', format: 'pem' }))
  })

  test('an anchor that was altered is noticed', async () => {
    await write((await lines()).map((text, at) => (at === 2 ? text.replace('"seq":"6"', '"seq":"5"') : text)))
    expect(await finding()).toBe('anchor 3 was altered or forged')
  })

  test('an anchor of another realm is noticed', async () => {
    const other = await trailOf(database, 'rathbones')
    await other.recordMany(1)
    await other.anchor()
    await write([await readFile(anchorFile(other.folder, 'rathbones'), 'utf8').then(text => text.trim())])
    expect(await finding()).toBe('anchor 1 was altered or forged')
  })

  test('a line that was taken out is noticed', async () => {
    await write((await lines()).filter((_text, at) => at !== 1))
    expect(await finding()).toBe('anchor 2 is missing')
  })

  test('a file that was cut at its end is noticed', async () => {
    await write((await lines()).slice(0, 2))
    expect(await finding()).toBe('anchors 3 to 4 are missing from the end of the files')
  })

  test('a file that is gone is noticed', async () => {
    await rm(file)
    expect(await finding()).toBe('anchors 1 to 4 are missing from the end of the files')
  })

  test('anchors that the database was made to forget are noticed', async () => {
    await trail.tamper('delete from audit_anchor where number > 1')
    expect(await finding()).toBe(
      'the database has forgotten the anchors after 1; the files have them up to 4',
    )
  })

  test('anchors that are gone here and there are noticed, because old events are never without one', async () => {
    await rm(file)
    await trail.tamper('delete from audit_anchor')
    expect(await finding()).toBeNull()
    const later = new Date(Date.now() + 16 * 60_000)
    expect((await trail.verify({ now: later })).finding).toMatch(/^nothing after event 0 was anchored/)
  })

  test('what a power cut left of a line is closed, and counts only if its anchor was known', async () => {
    await writeFile(file, '{"realm":"np', { flag: 'a' })
    await trail.recordMany(1)
    await trail.anchor()
    expect(await lines()).toHaveLength(6)
    expect(await trail.verify()).toMatchObject({ anchors: 5n, finding: null })
  })

  test('the same number stands twice when the program ended before it told the database', async () => {
    await trail.tamper('delete from audit_anchor where number = 4')
    expect(await finding()).toBeNull()
    await trail.recordMany(1)
    await trail.anchor()
    expect(await trail.verify()).toMatchObject({ anchors: 4n, finding: null })
  })

  test('several copies anchor into folders of their own, and are verified together', async () => {
    const copy = await trailOf(database)
    await trail.recordMany(1)
    await copy.anchor()
    await trail.recordMany(1)
    await trail.anchor()
    expect(await finding()).toBe('anchor 5 is missing')
    expect(await trail.verify({ folders: [trail.folder, copy.folder] })).toMatchObject({
      anchors: 6n,
      finding: null,
    })
  })
})

describe('issue 3, 10 a running program anchors', () => {
  const logged: { about: object; message: string }[] = []
  const note = (about: object, message: string) => void logged.push({ about, message })
  const anchoring = () =>
    startAnchoring({
      databases: database.databases,
      realms: ['npt', 'rathbones'],
      secret: testSecret,
      folder: trail.folder,
      clock: { now: () => new Date('2026-11-20T12:00:00Z') },
      log: { info: note, error: note } as unknown as Parameters<typeof startAnchoring>[0]['log'],
    })
  beforeEach(() => void logged.splice(0))

  test('each realm in which something happened, with a line of the log; a last time when it stops', async () => {
    await trail.recordMany(1)
    const running = anchoring()
    await running.anchorAll()
    await running.anchorAll()
    expect(logged).toMatchObject([
      {
        about: { realm: 'npt', number: '5', seq: '9', at: '2026-11-20T12:00:00.000Z' },
        message: 'audit-head',
      },
    ])
    await trail.recordMany(1)
    await running.stop()
    expect(logged.map(({ message }) => message)).toEqual(['audit-head', 'audit-head'])
    expect(await finding()).toBeNull()
  })

  test('says so at once when the last head is gone, and anchors nothing over it', async () => {
    await trail.tamper('delete from audit_event where seq > 5')
    await expect(trail.anchor()).rejects.toThrow(BrokenTrailError)
    const running = anchoring()
    await running.stop()
    expect(logged).toMatchObject([
      { about: { realm: 'npt' }, message: 'the head of the audit trail was not anchored' },
    ])
    expect(await lines()).toHaveLength(4)
  })
})
