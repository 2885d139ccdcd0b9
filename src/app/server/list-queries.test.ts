import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { irsLines } from '../../demo/demo-register.ts'
import { addDays, type IsoDate } from '../../domain/dates.ts'
import { importRegister } from '../../features/charities/server/import/import-register.ts'
import { retainStaffDocuments } from '../../features/documents/server/staff/maintain-staff-documents.ts'
import { archiveStaffDocument } from '../../features/documents/staff-documents.contract.ts'
import { approveGrants } from '../../features/grants/review/staff-grants.contract.ts'
import { retainEnvelopes } from '../../features/signing/server/retain-envelopes.ts'
import { endSessionsOf } from '../../server/auth/end-sessions.ts'
import { addJobs } from '../../server/jobs/add-job.ts'
import { task } from '../../server/jobs/task.ts'
import { accountNotice } from '../../server/mail/account-notice.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { countQueries, growthOfQueries } from '../../testing/count-queries.ts'
import { makeCharity } from '../../testing/factories/make-charity.ts'
import { makeEnvelope } from '../../testing/factories/make-envelope.ts'
import { makeFund, makePersonOf, makeStaff } from '../../testing/factories/make-fund.ts'
import { makeGrant } from '../../testing/factories/make-grant.ts'
import { makeStaffDocument } from '../../testing/factories/make-staff-document.ts'
import { insertSchedules } from '../../testing/grants/make-schedules.ts'
import { payeeSeen } from '../../testing/grants/payee-seen.ts'
import { runSchedules } from '../../testing/grants/schedule-calls.ts'
import { jobSettings } from '../../testing/jobs.ts'
import { temporaryDirectory } from '../../testing/temporary/temporary-directory.ts'

// Lists that a job, or a command for staff, goes through. Each asks once, or once for each of its transactions.

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const npt = () => portal.databases.book('npt')
const context = () => ({
  ...jobSettings,
  db: npt(),
  origin: { book: 'npt' },
  books: [],
  mailer: null,
  signal: new AbortController().signal,
})
const rowsOf = async (sql: string, ...values: unknown[]) =>
  (await portal.database.admin.query(sql, values)).rows

test('jobs are added with one statement, in their order', async () => {
  const note = task('note-of-a-test', z.object({ position: z.int() }), async () => {})
  const growth = await growthOfQueries([2, 20], async count => async () => {
    await addJobs(
      npt(),
      note,
      Array.from({ length: count }, (_none, position) => ({
        payload: { position },
        key: `${count}-${position}`,
      })),
    )
  })
  expect(growth).toBe(0)
  const added = await rowsOf(
    `select (payload -> 'payload' ->> 'position')::int as position from graphile_worker._private_jobs
      where key like 'book_npt:note-of-a-test:20-%' order by id`,
  )
  expect(added.map(({ position }) => position)).toEqual(
    Array.from({ length: 20 }, (_none, position) => position),
  )
})

test('a notice asks the same number of times for two recipients and for twenty', async () => {
  const growth = await growthOfQueries([2, 20], async donors => {
    const fund = await makeFund(portal)
    for (let donor = 1; donor < donors; donor += 1) await makePersonOf(portal, fund, 'joint_donor')
    const cause = randomUUID()
    const notice = accountNotice(`notice-${cause}`, z.object({ client: z.string() }), async () => ({
      kind: 'people-changed',
      accountId: fund.accountId,
      initiator: null,
      cause,
      letter: ({ name }) => ({ subject: 'A test', name, blocks: ['A text.'] }),
      screen: () => null,
    }))
    return async () => {
      await notice.run({ client: 'npt' }, context())
      const [{ mails }] = await rowsOf(
        'select count(*)::int as mails from outgoing_mail where account_id = $1',
        fund.accountId,
      )
      expect(mails).toBe(donors)
    }
  })
  expect(growth).toBe(0)
})

test('the end of a person’s sessions asks the same number of times for two and for twenty', async () => {
  const growth = await growthOfQueries([2, 20], async count => {
    const { user } = await makeStaff(portal)
    for (let session = 1; session < count; session += 1) await portal.sessionFor(user)
    return async () => {
      const ended = await endSessionsOf(portal.databases.realm('npt'), user.userId, {
        ...{ except: null, reason: 'a test', now: new Date() },
      })
      expect(ended).toBe(count)
      const [{ events }] = await rowsOf(
        `select count(*)::int as events from audit_event where user_id = $1 and kind = 'session-ended'`,
        user.userId,
      )
      expect(events).toBe(count)
    }
  })
  expect(growth).toBe(0)
})

test('the retention of envelopes asks the same number of times for two and for twenty', async () => {
  let year = 2030
  const growth = await growthOfQueries([2, 20], async count => {
    const funds = await Promise.all(Array.from({ length: count }, () => makeFund(portal)))
    for (const fund of funds) await makeEnvelope(portal, fund)
    year += 1
    await rowsOf(
      `with off as (select set_config('session_replication_role', 'replica', true))
       update fund_account set account_status = 'Closed', closed_on = $2::date from off where account_id = any($1::uuid[])`,
      funds.map(({ accountId }) => accountId),
      `${year - 10}-01-01`,
    )
    const on = (today: string) =>
      retainEnvelopes({ db: npt() }, { today, now: new Date(`${today}T03:20:00Z`), dueApplications: [] })
    expect((await on(`${year}-01-01`)).listed).toBe(count)
    return async () => {
      expect((await on(`${year}-03-01`)).removed).toBe(count)
    }
  })
  expect(growth).toBe(0)
})

test('the retention of documents of staff asks the same number of times for two and for twenty', async () => {
  const staff = await makeStaff(portal)
  let today = `${new Date().getFullYear() + 11}-01-01` as IsoDate
  const growth = await growthOfQueries([2, 20], async count => {
    const documentId = await makeStaffDocument(portal, staff.session)
    const body = { data: { type: 'command' as const, attributes: { isArchived: true } } }
    await portal.call(archiveStaffDocument, { params: { documentId }, body }, { as: staff.session })
    await rowsOf(
      `insert into staff_document select (jsonb_populate_record(d, jsonb_build_object('document_id', gen_random_uuid()))).*
        from staff_document d, generate_series(2, $2::int) where document_id = $1`,
      documentId,
      count,
    )
    const retain = () =>
      retainStaffDocuments(
        { realmDb: portal.databases.realm('npt') },
        { today, now: new Date(`${today}T03:20:00Z`) },
      )
    expect((await retain()).listed).toBe(count)
    today = addDays(today, 31)
    return async () => {
      expect((await retain()).removed).toBe(count)
    }
  })
  expect(growth).toBe(0)
})

test('the approval of several grants asks as often for each, because each has a transaction of its own', async () => {
  const staff = await makeStaff(portal)
  const countOf = async (count: number): Promise<number> => {
    const fund = await makeFund(portal)
    const grantIds: string[] = []
    for (let made = 0; made < count; made += 1) grantIds.push(await makeGrant(portal, fund))
    const grants = await Promise.all(
      grantIds.map(async grantId => ({ grantId, payeeSeen: await payeeSeen(portal, grantId) })),
    )
    const body = {
      data: { type: 'command' as const, attributes: { grants, reason: 'Seen in the register' } },
    }
    return await countQueries(async () => {
      const { reply } = await portal.call(approveGrants, { body }, { as: staff.session })
      expect(reply.data.map(({ refusal }) => refusal)).toEqual(grantIds.map(() => null))
    })
  }
  await countOf(1)
  const [one, two, ten] = [await countOf(1), await countOf(2), await countOf(10)]
  expect(ten - one).toBe(9 * (two - one))
})

test('the run of schedules asks as often for each, because each date has a transaction of its own', async () => {
  const { charityId } = await makeCharity(portal.databases)
  // A Monday: dates on weekends move.
  let startsOn = '2024-02-05' as IsoDate
  const countOf = async (schedules: number): Promise<number> => {
    await rowsOf('delete from due_work')
    const fund = await makeFund(portal, { balanceMinor: 1_000_000_00n })
    await insertSchedules(portal.databases, fund, charityId, {
      ...{ count: schedules, frequency: 'yearly' as const, startsOn },
    })
    const now = new Date(`${startsOn}T15:00:00Z`)
    startsOn = addDays(startsOn, 1)
    return await countQueries(async () => {
      expect(await runSchedules(portal.databases, now)).toEqual([])
      const [{ grants }] = await rowsOf(
        'select count(*)::int as grants from grant_recommendation where account_id = $1',
        fund.accountId,
      )
      expect(grants).toBe(schedules)
    })
  }
  await countOf(1)
  const [one, two, ten] = [await countOf(1), await countOf(2), await countOf(10)]
  expect(ten - one).toBe(9 * (two - one))
})

test('the import of a register asks the same number of times for thirty charities and for three hundred', async () => {
  const folder = temporaryDirectory('list-queries')
  const growth = await growthOfQueries([30, 300], async charities => {
    const path = join(folder, `eo_${charities}.csv`)
    await writeFile(path, [...irsLines(charities)].join('\n'))
    await rowsOf(
      'truncate charity, charity_word, charity_word_variant, register_import, register_import_file cascade',
    )
    return async () => {
      const report = await importRegister(portal.databases.registrar(), {
        register: 'irs-bmf',
        files: [{ path, fileDate: '2026-04-14' as IsoDate }],
        startedBy: 'test',
        refusedFolder: folder,
      })
      expect(report).toMatchObject({ readRows: charities, newRows: charities })
    }
  })
  expect(growth).toBe(0)
})
