import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { startTestApp } from '../../../testing/app.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeFund } from '../../../testing/factories/make-fund.ts'
import { recommend, recommendation } from '../../../testing/factories/make-grant.ts'

// With its caches, as in production.
const portal = await startTestApp({ settings: { cachesAccess: true } })
afterAll(() => portal.close())

/** The beginnings of the statements of a recommendation, in their order. Each is a round trip to the database. */
const statements = [
  // The session with the person's roles at the fund; the charity.
  'select u.user_id',
  'select c.charity_id',
  'begin',
  // The locks of the person and the fund; what the recommendation is compared with.
  'with people as materialized (select pg_advisory_xact_lock',
  'select (with theirs as (',
  // The grant in place of its draft, its entry, its first step, the mail, the event.
  'with "draft" as (delete from "grant_draft"',
  'with open as (select (max(month)',
  'insert into grant_history_entry',
  'select job.add(',
  'select record_command(',
  'commit',
  // The reply.
  'select g.*, a.fund_id',
  'select * from grant_history_entry',
]

test('recommending a grant takes these statements and no other', async () => {
  const fund = await makeFund(portal, { balanceMinor: 10_000_00n })
  const { charityId } = await makeCharity(portal.databases)
  // The first one opens connections and marks the cookie as used.
  await recommend(portal, fund, recommendation(charityId))
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const again = { ...recommendation(charityId), amountMinor: 300_00n }
  expect((await recommend(portal, fund, again)).status).toBe(200)
  const sent = query.mock.calls.map(([config]: unknown[]) => beginningOf(config))
  expect(sent.map((text, index) => text.slice(0, statements[index]?.length))).toEqual(statements)
})

/** The text of what `pg` was asked to run, on one line. */
const beginningOf = (config: unknown): string =>
  (typeof config === 'string' ? config : (config as { text: string }).text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll('( ', '(')
    .trim()
