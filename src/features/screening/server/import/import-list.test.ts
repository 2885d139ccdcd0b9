import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { realms } from '../../../../clients/clients.ts'
import { isoDate } from '../../../../domain/dates.ts'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts'
import {
  listFiles,
  parts,
  persons,
  sdn,
  text,
  today,
  ukEntry,
  ukText,
} from '../../../../testing/screening/list-files.ts'
import { temporaryDirectory } from '../../../../testing/temporary/temporary-directory.ts'
import { readScreeningLists, screenNames } from '../screen-names.ts'
import { importList } from './import-list.ts'
import { readList } from './read-list.ts'

const folder = temporaryDirectory('sanctions-lists')
const { file, readOfac, readUk } = listFiles(folder)
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})
// Test databases begin with empty lists, so that books can pay; findings name entries.
beforeEach(() => database.admin.query('truncate sanctions_list_version cascade'))

const store = (read: Awaited<ReturnType<typeof readList>>, confirmedReason: string | null = null) =>
  importList(database.databases.registrar(), read, { importedBy: 'Basil Thorne', confirmedReason })

const rows = async (sql: string) => (await database.admin.query(sql)).rows
const currentEntries = () =>
  rows('select entry_id, number from sanctions_entry where until_version is null order by number')

test('imports OFAC’s six files as one version, which the audit log of every realm has', async () => {
  const report = await store(await readOfac())
  expect(report).toMatchObject({ isKnown: false, entries: 21, added: 21, changed: 0, removed: 0 })
  const [version] = await rows('select *, list_date::text from sanctions_list_version')
  expect(version).toMatchObject({ list: 'ofac', list_date: '2026-11-20', imported_by: 'Basil Thorne' })
  const events = await rows(
    `select realm, detail from audit_event where kind = 'sanctions-list-imported'
       and detail ->> 'version' = '${report.versionId}' order by realm`,
  )
  expect(events.map(({ realm }) => realm)).toEqual(realms.toSorted())
  expect(events[0].detail).toMatchObject({
    list: 'ofac',
    date: '2026-11-20',
    entries: '21',
    operator: 'Basil Thorne',
  })
})

test('says that the same files are known, in whatever order and packed, and stores nothing', async () => {
  const first = await store(await readOfac())
  const read = await readOfac()
  await file('sdn.csv.gz', gzipSync(text(sdn)))
  const paths = parts.toReversed().map(part => join(folder, part === 'sdn' ? 'sdn.csv.gz' : `${part}.csv`))
  expect((await readList('ofac', paths, { typedDate: '2026-11-21', today })).digest).toBe(read.digest)
  expect(await store(read)).toMatchObject({ isKnown: true, versionId: first.versionId, added: 0 })
  const typedAgain = { ...read, listDate: isoDate('2026-11-27') }
  expect(await store(typedAgain)).toMatchObject({ isKnown: true, listDate: first.listDate })
  expect(await rows('select version_id from sanctions_list_version')).toHaveLength(1)
})

test('an entry stays the same row until its text changes, and an old version keeps its entries', async () => {
  const [a, b, c] = [
    ukEntry('UK1', 'Zandek Trading'),
    ukEntry('UK2', 'Morvat Shipping'),
    ukEntry('UK3', 'Kelbrin Bank'),
  ]
  const others = Array.from({ length: 17 }, (_each, at) => ukEntry(`UK9${at}`, `Ostrel ${at} Mining`))
  const first = await store(await readUk(ukText('20-Nov-2026', a, b, c, ...others)))
  const before = await currentEntries()
  const old = await readScreeningLists(database.databases.book('nptuk'), ['uk'])

  const changed = { ...b, 'Address Country': 'Panama' }
  const added = ukEntry('UK4', 'Sulvan Insurance')
  const second = await store(await readUk(ukText('21-Nov-2026', a, changed, added, ...others)))
  expect(second).toMatchObject({ entries: 20, added: 1, changed: 1, removed: 1 })
  const idOf = (found: typeof before, number: string) => found.find(each => each.number === number)?.entry_id
  const after = await currentEntries()
  expect(idOf(after, 'UK1')).toBe(idOf(before, 'UK1'))
  expect(idOf(after, 'UK2')).not.toBe(idOf(before, 'UK2'))
  expect(idOf(after, 'UK3')).toBeUndefined()

  const removed = [{ name: 'Kelbrin Bank', kind: 'organization' as const }]
  expect(await screenNames(old, removed, portal)).toMatchObject([[{ entryId: BigInt(idOf(before, 'UK3')) }]])
  const current = await readScreeningLists(database.databases.book('nptuk'), ['uk'])
  expect(current.versions.map(({ versionId }) => versionId)).toEqual([second.versionId])
  expect(await screenNames(current, removed, portal)).toEqual([[]])
  expect(old.key).not.toBe(current.key)
  expect(first.versionId).not.toBe(second.versionId)
})

const portal = { client: 'npt', person: 'portal', signal: null }

test('screens names against the union of the lists, and says which list was never imported', async () => {
  await store(await readOfac())
  const db = database.databases.book('nptuk')
  expect(await readScreeningLists(db, ['ofac', 'uk'])).toMatchObject({ missing: ['uk'] })
  await store(await readUk(ukText('20-Nov-2026', ukEntry('UK1', 'Morvat Shipping LLC'))))
  const lists = await readScreeningLists(db, ['ofac', 'uk'])
  expect(lists.missing).toEqual([])
  const [person] = persons
  const [found, foundOrganization, notFound] = await screenNames(
    lists,
    [
      {
        name: `${person?.surname} ${person?.given.join(' ')}`,
        kind: 'person',
        birthYear: person?.birthYear ?? 0,
      },
      { name: 'morvat shipping', kind: 'either' },
      { name: 'Fairweather Village Hall', kind: 'organization' },
    ],
    portal,
  )
  expect(found?.[0]).toMatchObject({ score: 1, matcherVersion: expect.any(Number) })
  expect(found?.[0]?.working.adjustments).toContainEqual({ reason: 'birth-year', by: 0.05 })
  expect(foundOrganization?.[0]).toMatchObject({ listedName: 'Morvat Shipping LLC' })
  expect(notFound).toEqual([])
})

describe('a list that may be wrong', () => {
  const entries = Array.from({ length: 20 }, (_each, at) => ukEntry(`UK${at}`, `Ostrel ${at} Mining`))
  test.each<[string, string, RegExp]>([
    [
      'is older than the current one',
      ukText('19-Nov-2026', ...entries),
      /is of 2026-11-19, and the current version of 2026-11-20/,
    ],
    [
      'has over 10% fewer entries',
      ukText('21-Nov-2026', ...entries.slice(0, 17)),
      /has 17 entries, and the current version 20/,
    ],
    [
      'does not end its last line',
      ukText('21-Nov-2026', ...entries).trimEnd(),
      /last line of .*uk\.csv does not end/,
    ],
  ])('that %s is refused until somebody confirms it with a reason', async (_what, content, sentence) => {
    await store(await readUk(ukText('20-Nov-2026', ...entries)))
    const before = await currentEntries()
    await expect(store(await readUk(content))).rejects.toThrow(sentence)
    expect(await currentEntries()).toEqual(before)
    await store(await readUk(content), 'the ministry confirmed it by phone')
    const [version] = await rows(
      'select confirmed_reason from sanctions_list_version order by version_id desc limit 1',
    )
    expect(version.confirmed_reason).toBe('the ministry confirmed it by phone')
  })

  test('that lacks aliases is refused', async () => {
    await store(await readOfac())
    await expect(readOfac({ alt: '\u001a' }).then(read => store(read))).rejects.toThrow(
      / names, and the current/,
    )
  })

  test('records no reason where there was nothing to confirm', async () => {
    await store(await readOfac(), 'to be sure')
    expect(await rows('select confirmed_reason from sanctions_list_version')).toEqual([
      { confirmed_reason: null },
    ])
  })
})

test('two imports of the same files at once store one version', async () => {
  const read = await readOfac()
  const reports = await Promise.all([store(read), store(read)])
  expect(reports.map(({ isKnown }) => isKnown).toSorted()).toEqual([false, true])
  expect(await rows('select version_id from sanctions_list_version')).toHaveLength(1)
  expect(await currentEntries()).toHaveLength(21)
})

test('of two versions that are imported at once, the later list is the current one, whole, and each entry stands once', async () => {
  const entries = Array.from({ length: 20 }, (_each, at) => ukEntry(`UK9${at}`, `Ostrel ${at} Mining`))
  const moved = { 'Address Country': 'Panama' }
  for (const laterIsFirst of [false, true]) {
    await database.admin.query('truncate sanctions_list_version cascade')
    await store(await readUk(ukText('20-Nov-2026', ...entries)))
    const earlier = await readUk(ukText('21-Nov-2026', ukEntry('UK1', 'Zandek Trading', moved), ...entries))
    const later = await readUk(ukText('22-Nov-2026', ukEntry('UK1', 'Zandek Trading'), ...entries.slice(1)))
    const stored = await Promise.allSettled(
      (laterIsFirst ? [later, earlier] : [earlier, later]).map(read => store(read)),
    )
    // The earlier one is refused where it comes second, as is any list that is older than the current one.
    const refused = stored.filter(each => each.status === 'rejected')
    expect(refused.map(({ reason }) => String(reason))).toEqual(
      refused.map(() => expect.stringContaining('is of 2026-11-21, and the current version of 2026-11-22')),
    )
    const versions = await rows('select list_date::text from sanctions_list_version order by version_id')
    expect(versions).toHaveLength(3 - refused.length)
    expect(versions.at(-1)).toEqual({ list_date: '2026-11-22' })
    const numbers = (await currentEntries()).map(({ number }) => number)
    expect(numbers).toEqual(later.entries.map(({ number }) => number).toSorted())
    const [ended] = await rows(
      `select count(*)::int as count from sanctions_entry where until_version <= since_version`,
    )
    expect(ended).toEqual({ count: 0 })
  }
})

test('an import whose connection dies in the midst leaves the current version, and succeeds when repeated', async () => {
  const read = await readOfac()
  const admin = await database.admin.connect()
  await admin.query('begin; lock table sanctions_entry in exclusive mode')
  const killed = expect(store(read)).rejects.toThrow()
  const waiting = `select pid from pg_stat_activity where datname = current_database() and usename = 'registrar' and wait_event_type = 'Lock'`
  await expect.poll(async () => (await rows(waiting)).length, { timeout: 10_000 }).toBe(1)
  await admin.query(`select pg_terminate_backend(pid) from (${waiting}) w`)
  await killed
  await admin.query('rollback')
  admin.release()
  expect(await rows('select version_id from sanctions_list_version')).toEqual([])
  expect(await store(read)).toMatchObject({ isKnown: false, added: 21 })
})

test('books and realms read lists and change none; an entry that ended stays as it was', async () => {
  await store(await readUk(ukText('20-Nov-2026', ukEntry('UK1', 'Zandek Trading'))))
  await store(
    await readUk(ukText('21-Nov-2026', ukEntry('UK1', 'Zandek Trading', { 'Address Country': 'Panama' }))),
  )
  for (const db of [database.databases.book('npt'), database.databases.realm('npt')]) {
    expect(await db.selectFrom('sanctions_entry').select('number').execute()).toHaveLength(2)
    await expect(db.deleteFrom('sanctions_entry').execute()).rejects.toThrow(/permission denied/)
    await expect(db.updateTable('sanctions_entry').set({ until_version: null }).execute()).rejects.toThrow(
      /permission denied/,
    )
    await expect(db.updateTable('sanctions_list_version').set({ entry_count: 1 }).execute()).rejects.toThrow(
      /permission denied/,
    )
  }
  const revive = 'update sanctions_entry set until_version = null where until_version is not null'
  await expect(database.databases.registrar().query(revive)).rejects.toThrow(/ended already/)
})
