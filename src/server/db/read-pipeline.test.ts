import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import type { DB } from './schema.ts'
import { shortRead } from './statement.ts'

let database: TestDatabase
let npt: Kysely<DB>

beforeAll(async () => {
  database = await createTestDatabase()
  npt = database.databases.book('npt')
  await database.admin.query(`
    create table note (book book_name not null default book(), note_id int4 not null, primary key (book, note_id));
    alter table note enable row level security;
    alter table note force row level security;
    create policy note_of_book on note using (book = book()) with check (book = book());
    grant select, insert on note to portal;
    insert into note (book, note_id) values ('npt', 1), ('rathbones', 2)`)
})
afterAll(() => database.drop())

const readProcess = shortRead<{ pid: number }, []>('select pg_backend_pid() as pid')
const readNotes = shortRead<{ note_id: number; pid: number }, []>(
  'select note_id, pg_backend_pid() as pid from note order by note_id',
)
const readLocked = shortRead<{ pid: number }, []>(
  'select pg_backend_pid() as pid from (select pg_advisory_xact_lock_shared(1)) locked',
)
const divide = shortRead<{ quotient: number }, [by: number]>('select 6 / $1::int as quotient')

const processOf = async (db: Kysely<DB>) => (await readProcess(db))[0]?.pid

/** The process of the shared connection: the one that reads sent at once have in common. */
async function sharedProcess(db: Kysely<DB>): Promise<number> {
  for (;;) {
    const pids = new Set(await Promise.all(Array.from({ length: 4 }, () => processOf(db))))
    const [pid] = pids
    if (pids.size === 1 && pid !== undefined) return pid
  }
}

beforeEach(async () => {
  await sharedProcess(npt)
})

describe('short reads', () => {
  test('sent at once share a connection, and each gets its own rows', async () => {
    const pid = await sharedProcess(npt)
    const [notes, six, two] = await Promise.all([readNotes(npt), divide(npt, 1), divide(npt, 3)])
    expect(notes).toEqual([{ note_id: 1, pid }])
    expect([six, two]).toEqual([[{ quotient: 6 }], [{ quotient: 2 }]])
  })

  test('of two books run on connections of their own, each of which sees its book only', async () => {
    const rathbones = database.databases.book('rathbones')
    expect(await sharedProcess(rathbones)).not.toBe(await sharedProcess(npt))
    expect(await readNotes(npt)).toMatchObject([{ note_id: 1 }])
    expect(await readNotes(rathbones)).toMatchObject([{ note_id: 2 }])
  })

  test('reject when their statement fails, while those around them succeed', async () => {
    const results = await Promise.allSettled([divide(npt, 2), divide(npt, 0), divide(npt, 3)])
    expect(results).toMatchObject([
      { status: 'fulfilled', value: [{ quotient: 3 }] },
      { status: 'rejected', reason: { code: '22012' } },
      { status: 'fulfilled', value: [{ quotient: 2 }] },
    ])
  })

  test('reject with the failure of their statement when it cannot be prepared', async () => {
    const readMissing = shortRead<unknown, []>('select * from no_such_table')
    const results = await Promise.allSettled([readMissing(npt), readMissing(npt), divide(npt, 2)])
    expect(results).toMatchObject([
      { status: 'rejected', reason: { code: '42P01' } },
      { status: 'rejected', reason: { code: '42P01' } },
      { status: 'fulfilled', value: [{ quotient: 3 }] },
    ])
  })

  test('in a transaction run on its connection, and see what it has written', async () => {
    const work = npt.transaction().execute(async trx => {
      await sql`insert into note (note_id) values (3)`.execute(trx)
      expect((await readNotes(trx)).map(({ note_id }) => note_id)).toEqual([1, 3])
      expect((await readNotes(npt)).map(({ note_id }) => note_id)).toEqual([1])
      throw new Error('roll back')
    })
    await expect(work).rejects.toThrow('roll back')
  })

  test('are answered on other connections while one that waits for a lock holds up the shared one', async () => {
    const shared = await sharedProcess(npt)
    const unlock = await holdLock()
    const locked = readLocked(npt)
    const [sentBehind, failing] = await Promise.allSettled([processOf(npt), divide(npt, 0)])
    expect(sentBehind).toMatchObject({ status: 'fulfilled', value: expect.any(Number) })
    expect(sentBehind).not.toMatchObject({ value: shared })
    expect(failing).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
    expect(await processOf(npt)).not.toBe(shared)
    await unlock()
    expect(await locked).toEqual([{ pid: shared }])
    expect(await sharedProcess(npt)).toBe(shared)
  })

  test('take another connection beyond the number that may wait', async () => {
    const shared = await sharedProcess(npt)
    const pids = await Promise.all(Array.from({ length: 64 }, () => processOf(npt)))
    expect(pids.filter(pid => pid === shared).length).toBeLessThanOrEqual(32)
  })

  test('are answered all the same when their connection is ended, and later ones share a new one', async () => {
    const shared = await sharedProcess(npt)
    const unlock = await holdLock()
    const reads = [readLocked(npt), divide(npt, 2), divide(npt, 3)]
    await database.admin.query('select pg_terminate_backend($1)', [shared])
    await unlock()
    expect(await Promise.all(reads)).toMatchObject([[{}], [{ quotient: 3 }], [{ quotient: 2 }]])
    expect(await sharedProcess(npt)).not.toBe(shared)
  })
})

/** Takes the lock for which `readLocked` waits. */
async function holdLock(): Promise<() => Promise<void>> {
  const client = await database.admin.connect()
  await client.query('select pg_advisory_lock(1)')
  return async () => {
    await client.query('select pg_advisory_unlock(1)')
    client.release()
  }
}
