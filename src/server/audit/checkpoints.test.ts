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
const write = (lines: string[]) => writeFile(file, `${lines.join('\n')}\n`)

describe('checkpoints of the audit log', () => {
  test('are written only if there are new events', async () => {
    expect(await auditLog.checkpoint()).toBeNull()
    expect((await lines()).map(text => JSON.parse(text).seq)).toEqual(['2', '4', '6', '8'])
    expect(await auditLog.verify()).toMatchObject({ checkpoints: 4n, finding: null })
  })

  test('have a public key for each realm', () => {
    const pem = checkpointKey(testSecret, 'npt').public.export({ type: 'spki', format: 'pem' })
    expect(pem).toContain('BEGIN PUBLIC KEY')
    expect(pem).not.toBe(
      checkpointKey(testSecret, 'rathbones').public.export({ type: 'spki', format: 'pem' }),
    )
  })

  test('reports an altered checkpoint', async () => {
    await write(
      (await lines()).map((text, index) => (index === 2 ? text.replace('"seq":"6"', '"seq":"5"') : text)),
    )
    expect(await finding()).toBe('checkpoint 3 was altered or forged')
  })

  test('reports a checkpoint of another realm', async () => {
    const other = await auditLogOf(database, 'rathbones')
    await other.recordMany(1)
    await other.checkpoint()
    await write([await readFile(checkpointFile(other.folder, 'rathbones'), 'utf8').then(text => text.trim())])
    expect(await finding()).toBe('checkpoint 1 was altered or forged')
  })

  test('reports a removed line', async () => {
    await write((await lines()).filter((_text, index) => index !== 1))
    expect(await finding()).toBe('checkpoint 2 is missing')
  })

  test('reports a truncated file', async () => {
    await write((await lines()).slice(0, 2))
    expect(await finding()).toBe('checkpoints 3 to 4 are missing from the end of the files')
  })

  test('reports a missing file', async () => {
    await rm(file)
    expect(await finding()).toBe('checkpoints 1 to 4 are missing from the end of the files')
  })

  test('reports checkpoints that were deleted from the database', async () => {
    await auditLog.tamper('delete from audit_checkpoint where number > 1')
    expect(await finding()).toBe('the database lacks the checkpoints after 1; the files have them up to 4')
  })

  test('reports checkpoints that are missing in both places once an event is older than 15 minutes', async () => {
    await rm(file)
    await auditLog.tamper('delete from audit_checkpoint')
    expect(await finding()).toBeNull()
    const later = new Date(Date.now() + 16 * 60_000)
    expect((await auditLog.verify({ now: later })).finding).toMatch(/^there is no checkpoint after event 0/)
  })

  test('tolerates an incomplete line after a power failure', async () => {
    await writeFile(file, '{"realm":"np', { flag: 'a' })
    await auditLog.recordMany(1)
    await auditLog.checkpoint()
    expect(await lines()).toHaveLength(6)
    expect(await auditLog.verify()).toMatchObject({ checkpoints: 5n, finding: null })
  })

  test('tolerates a repeated number after the server stopped before the commit', async () => {
    await auditLog.tamper('delete from audit_checkpoint where number = 4')
    expect(await finding()).toBeNull()
    await auditLog.recordMany(1)
    await auditLog.checkpoint()
    expect(await auditLog.verify()).toMatchObject({ checkpoints: 4n, finding: null })
  })

  test('verifies the folders of several instances together', async () => {
    const copy = await auditLogOf(database)
    await auditLog.recordMany(1)
    await copy.checkpoint()
    await auditLog.recordMany(1)
    await auditLog.checkpoint()
    expect(await finding()).toBe('checkpoint 5 is missing')
    expect(await auditLog.verify({ folders: [auditLog.folder, copy.folder] })).toMatchObject({
      checkpoints: 6n,
      finding: null,
    })
  })
})

describe('a running server writes checkpoints', () => {
  const logged: { about: object; message: string }[] = []
  const note = (about: object, message: string) => void logged.push({ about, message })
  const start = () =>
    startCheckpoints({
      databases: database.databases,
      realms: ['npt', 'rathbones'],
      secret: testSecret,
      folder: auditLog.folder,
      clock: { now: () => new Date('2026-11-20T12:00:00Z') },
      recordHeads: async () => {},
      log: { info: note, error: note } as unknown as Parameters<typeof startCheckpoints>[0]['log'],
    })
  beforeEach(() => void logged.splice(0))

  test('for each realm with new events, also to the log and when it stops', async () => {
    await auditLog.recordMany(1)
    const schedule = start()
    await schedule.checkpointAll()
    await schedule.checkpointAll()
    expect(logged).toMatchObject([
      {
        about: { realm: 'npt', number: '5', seq: '9', at: '2026-11-20T12:00:00.000Z' },
        message: 'audit-checkpoint',
      },
    ])
    await auditLog.recordMany(1)
    await schedule.stop()
    expect(logged.map(({ message }) => message)).toEqual(['audit-checkpoint', 'audit-checkpoint'])
    expect(await finding()).toBeNull()
  })

  test('but logs an error instead if the event of the last checkpoint is missing', async () => {
    await auditLog.tamper('delete from audit_event where seq > 5')
    await expect(auditLog.checkpoint()).rejects.toThrow(BrokenAuditLogError)
    const schedule = start()
    await schedule.stop()
    expect(logged).toMatchObject([
      { about: { realm: 'npt' }, message: 'the audit checkpoint could not be written' },
    ])
    expect(await lines()).toHaveLength(4)
  })
})
