import { randomUUID } from 'node:crypto'
import { books, clientOfBook } from '../../clients/clients.ts'
import type { Reply, Sent } from '../../contract/endpoint.ts'
import { dateOf, hourOf } from '../../domain/dates.ts'
import {
  getSchedule,
  makeSchedule,
  type pauseSchedule,
  type resumeSchedule,
  type ScheduleDetails,
  type stopSchedule,
} from '../../features/grants/schedules/schedules.contract.ts'
import { grantSchedules } from '../../features/grants/schedules/server/run-schedules.ts'
import type { Databases } from '../../server/db/pools.ts'
import { type DueWork, type FailedWork, runDueWork } from '../../server/jobs/due-work.ts'
import type { Answer, TestApp, TestSession } from '../app.ts'
import type { MadeFund } from '../factories/make-fund.ts'

type Terms = Sent<typeof makeSchedule>['body']['data']['attributes']

/** A valid schedule: 250 in the book's currency on the 15th of every month, from January 2025. */
export const scheduleTerms = (charityId: string, about: Partial<Record<keyof Terms, unknown>> = {}): Terms =>
  ({
    charityId,
    amountMinor: 250_00n,
    purposeCode: 'where_needed',
    purposeText: null,
    benefitAnswer: null,
    namingCode: 'fund_only',
    certified: true,
    frequency: 'monthly',
    startsOn: '2025-01-15',
    endsOn: null,
    endsAfter: null,
    ...about,
  }) as Terms

/** Makes a schedule over HTTP, as the fund's donor by default. */
export const schedule = (
  portal: TestApp,
  fund: MadeFund,
  attributes: Terms,
  about: { as?: TestSession; key?: string } = {},
): Promise<Answer<typeof makeSchedule>> =>
  portal.call(
    makeSchedule,
    { params: { fundId: fund.fundId }, body: { data: { type: 'command', attributes } } },
    { as: about.as ?? fund.donor.session, idempotencyKey: about.key ?? randomUUID() },
  )

export const readSchedule = async (
  portal: TestApp,
  fund: MadeFund,
  scheduleId: string,
): Promise<Reply<typeof getSchedule>> =>
  (
    await portal.call(
      getSchedule,
      { params: { fundId: fund.fundId, scheduleId } },
      { as: fund.donor.session },
    )
  ).reply

/** Pauses, resumes or stops it at its revision. */
export const setState = (
  portal: TestApp,
  fund: MadeFund,
  endpoint: typeof pauseSchedule | typeof resumeSchedule | typeof stopSchedule,
  { scheduleId, revision }: Pick<ScheduleDetails, 'scheduleId' | 'revision'>,
  as = fund.donor.session,
) =>
  portal.call(
    endpoint,
    {
      params: { fundId: fund.fundId, scheduleId },
      body: { data: { type: 'command', attributes: { revision } } },
    },
    { as },
  )

/** One run of a book's schedules at an instant, as the program does every ten minutes. */
export async function runSchedules(
  databases: Pick<Databases, 'book'>,
  now: Date,
  { book: name = 'npt', work = grantSchedules }: { book?: string; work?: DueWork } = {},
): Promise<FailedWork[]> {
  const book = books.find(each => each.name === name)
  if (!book) throw new Error(`no book ${name}`)
  const { timeZone } = clientOfBook(name)
  return await runDueWork([work], {
    book,
    db: databases.book(name),
    now,
    today: dateOf(now, timeZone),
    hour: hourOf(now, timeZone),
    documentFiles: null,
    signal: new AbortController().signal,
  })
}
