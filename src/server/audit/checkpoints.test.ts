import { readFile, rm, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { auditLogOf } from '../../testing/audit-log.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { testSecret } from '../../testing/database/database-server.ts'
import { checkpointFile } from './checkpoint-file.ts'
import { checkpointKey } from './checkpoint-key.ts'
import { startCheckpoints } from './start-checkpoints.ts'
import { BrokenAuditLogError } from './write-checkpoint.ts'

let database: TestDatabase
let auditLog: Awaited<ReturnType<typeof auditLogOf>>
let file: string
beforeEach(async () => {
  database = await createTestDatabase()
  auditLog = await auditLogOf(database)
  file = checkpointFile(auditLog.folder, 'npt')
  for (let round = 0; round < 4; round++) {
    await auditLog.recordMany(2)
    await auditLog.checkpoint()
  }
})
afterEach(() => database.drop())

const finding = async () => (await auditLog.verify()).finding
const lines = async () => (await readFile(file, 'utf8')).trimEnd().split('\n')
const write = (kept: string[]) => writeFile(file, `${kept.join('\n')}\n`)

describe('issue 3, 10 the head of the trail is anchored outside the table', () => {
  test('a line a head, and none where nothing happened', async () => {
    expect(await auditLog.checkpoint()).toBeNull()
    expect((await lines()).map(text => JSON.parse(text).seq)).toEqual(['2', '4', '6', '8'])
    expect(await auditLog.verify()).toMatchObject({ checkpoints: 4n, finding: null })
  })

  test('an auditor can check an anchor with the public key alone', () => {
    const pem = checkpointKey(testSecret, 'npt').public.export({ type: 'spki', format: 'pem' })
    expect(pem).toContain('BEGIN PUBLIC KEY')
    expect(pem).not.toBe(
      checkpointKey(testSecret, 'rathbones').public.export({ type: 'spki', format: 'pem' }),
    )
  })

  test('an anchor that was altered is noticed', async () => {
    await write((await lines()).map((text, at) => (at === 2 ? text.replace('"seq":"6"', '"seq":"5"') : text)))
    expect(await finding()).toBe('anchor 3 was altered or forged')
  })

  test('an anchor of another realm is noticed', async () => {
    const other = await auditLogOf(database, 'rathbones')
    await other.recordMany(1)
    await other.checkpoint()
    await write([await readFile(checkpointFile(other.folder, 'rathbones'), 'utf8').then(text => text.trim())])
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
    await auditLog.tamper('delete from audit_checkpoint where number > 1')
    expect(await finding()).toBe(
      'the database has forgotten the anchors after 1; the files have them up to 4',
    )
  })

  test('anchors that are gone here and there are noticed, because old events are never without one', async () => {
    await rm(file)
    await auditLog.tamper('delete from audit_checkpoint')
    expect(await finding()).toBeNull()
    const later = new Date(Date.now() + 16 * 60_000)
    expect((await auditLog.verify({ now: later })).finding).toMatch(/^nothing after event 0 was anchored/)
  })

  test('what a power cut left of a line is closed, and counts only if its anchor was known', async () => {
    await writeFile(file, '{"realm":"np', { flag: 'a' })
    await auditLog.recordMany(1)
    await auditLog.checkpoint()
    expect(await lines()).toHaveLength(6)
    expect(await auditLog.verify()).toMatchObject({ checkpoints: 5n, finding: null })
  })

  test('the same number stands twice when the program ended before it told the database', async () => {
    await auditLog.tamper('delete from audit_checkpoint where number = 4')
    expect(await finding()).toBeNull()
    await auditLog.recordMany(1)
    await auditLog.checkpoint()
    expect(await auditLog.verify()).toMatchObject({ checkpoints: 4n, finding: null })
  })

  test('several copies anchor into folders of their own, and are verified together', async () => {
    const copy = await auditLogOf(database)
    await auditLog.recordMany(1)
    await copy.checkpoint()
    await auditLog.recordMany(1)
    await auditLog.checkpoint()
    expect(await finding()).toBe('anchor 5 is missing')
    expect(await auditLog.verify({ folders: [auditLog.folder, copy.folder] })).toMatchObject({
      checkpoints: 6n,
      finding: null,
    })
  })
})

describe('issue 3, 10 a running program anchors', () => {
  const logged: { about: object; message: string }[] = []
  const note = (about: object, message: string) => void logged.push({ about, message })
  const checkpointing = () =>
    startCheckpoints({
      databases: database.databases,
      realms: ['npt', 'rathbones'],
      secret: testSecret,
      folder: auditLog.folder,
      clock: { now: () => new Date('2026-11-20T12:00:00Z') },
      log: { info: note, error: note } as unknown as Parameters<typeof startCheckpoints>[0]['log'],
    })
  beforeEach(() => void logged.splice(0))

  test('each realm in which something happened, with a line of the log; a last time when it stops', async () => {
    await auditLog.recordMany(1)
    const running = checkpointing()
    await running.checkpointAll()
    await running.checkpointAll()
    expect(logged).toMatchObject([
      {
        about: { realm: 'npt', number: '5', seq: '9', at: '2026-11-20T12:00:00.000Z' },
        message: 'audit-head',
      },
    ])
    await auditLog.recordMany(1)
    await running.stop()
    expect(logged.map(({ message }) => message)).toEqual(['audit-head', 'audit-head'])
    expect(await finding()).toBeNull()
  })

  test('says so at once when the last head is gone, and anchors nothing over it', async () => {
    await auditLog.tamper('delete from audit_event where seq > 5')
    await expect(auditLog.checkpoint()).rejects.toThrow(BrokenAuditLogError)
    const running = checkpointing()
    await running.stop()
    expect(logged).toMatchObject([
      { about: { realm: 'npt' }, message: 'the head of the audit trail was not anchored' },
    ])
    expect(await lines()).toHaveLength(4)
  })
})
