import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { books } from '../clients/clients.ts'
import { addDays, type IsoDate, isoDate } from '../domain/dates.ts'
import {
  answerBookCheck,
  type BookCheck,
  listBookChecks,
} from '../features/audit/checks/book-checks.contract.ts'
import { checkBooks } from '../features/audit/checks/server/check-books.ts'
import { listStaffWith } from '../features/users/server/managers.ts'
import { type FailedWork, runDueWork } from '../server/jobs/due-work.ts'
import { withoutTriggers } from './database/without-triggers.ts'
import type { Person } from './factories/make-fund.ts'
import { jobSettings } from './jobs.ts'
import type { PaymentFixture } from './payments/payment-fixture.ts'

type About = {
  book?: string
  on?: IsoDate
  signal?: AbortSignal
  checkpointFolders?: readonly string[]
  /** Absent: those whom the program tells. */
  readers?: () => Promise<[]>
}

/** The nightly checks of tests, and what staff do about them. */
export function checkCalls(world: PaymentFixture) {
  const { portal } = world
  let day = isoDate('2026-03-16')
  /** The work of a night; each call without a day has the next one. */
  const work = async ({ book: name = 'npt', on, ...about }: About = {}): Promise<FailedWork[]> => {
    const book = books.find(each => each.name === name)
    if (!book) throw new Error(`no book ${name}`)
    day = on ?? addDays(day, 1)
    const { signal = new AbortController().signal, checkpointFolders = [] } = about
    const { databases, documentFiles, clock } = portal
    const check = checkBooks({
      ...{ ...jobSettings, checkpointFolders, realmDb: databases.realm(book.realm) },
      readers:
        about.readers ?? ((realmDb, now) => listStaffWith(realmDb, ['AUDIT_VIEW', 'PERIOD_CLOSE'], now)),
    })
    const context = { book, db: databases.book(name), documentFiles, signal, now: clock.now() }
    return await runDueWork([check], { ...context, today: day, hour: 12 })
  }
  const admin = (statement: string, values: unknown[] = []) =>
    withoutTriggers(portal.database.admin, statement, values)
  const query = async (statement: string, values: unknown[] = []) =>
    (await portal.database.admin.query(statement, values)).rows
  const list = async (as: Person = world.one, client = 'npt') =>
    (await portal.call(listBookChecks, {}, { as: as.session, client })).reply
  const latest = async (): Promise<BookCheck> => {
    const [check] = (await list()).data
    if (!check) throw new Error('there is a check')
    return check
  }
  const answer = (checkId: string, as = world.one, client = 'npt') =>
    portal.call(
      answerBookCheck,
      {
        params: { checkId },
        body: { data: { type: 'command', attributes: { reason: 'The row was restored' } } },
      },
      { as: as.session, client, idempotencyKey: randomUUID() },
    )
  const answerAll = async () => {
    for (const { checkId, differenceCount, answer: given } of (await list()).data)
      if (differenceCount > 0 && given === null) expect((await answer(checkId)).status).toBe(200)
  }
  /** Runs something while a balance differs. */
  const whileDiffering = async (run: () => Promise<unknown>): Promise<void> => {
    const change = `update account_balance set spendable_minor = spendable_minor`
    await admin(`${change} + 1 where account_id = $1`, [world.fund.accountId])
    try {
      await run()
    } finally {
      await admin(`${change} - 1 where account_id = $1`, [world.fund.accountId])
    }
  }
  const differingNight = (about: About = {}) => whileDiffering(() => work(about))
  return {
    ...{ work, admin, query, list, latest, answer, answerAll, whileDiffering, differingNight },
    today: () => day,
    tomorrow: () => addDays(day, 1),
  }
}
