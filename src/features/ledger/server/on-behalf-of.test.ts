import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testSource } from '../../../testing/command-source.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { donorAdvice } from '../../../testing/grants/donor-advice.ts'
import { recommendGrant } from '../../grants/server/recommend-grant.ts'
import { transitionGrant } from '../../grants/server/transition-grant.ts'
import { contributionPostings } from '../domain/postings.ts'
import { postEntries, postEntry } from './post-entry.ts'

// The ledger itself records the actor and the person they acted for, because the grant's rows may be archived by then.

let portal: TestApp
let fund: MadeFund
let staff: Person

beforeAll(async () => {
  portal = await startTestApp()
  fund = await makeFund(portal)
  staff = await makeStaff(portal)
})
afterAll(() => portal.close())

const today = '2026-02-01' as IsoDate

const settings = () => ({
  client: npt,
  book: npt.book,
  today,
  now: new Date(`${today}T15:00:00Z`),
  requireVerification: () => {},
  otherBook: null,
})

/** Recommends a grant as the actor; `advised`: what staff say about the donor's advice. */
const recommendAs = async (actor: ReturnType<typeof actorFor>, advised: object = {}) =>
  recommendGrant(
    portal.databases.book('npt'),
    fund.accountId,
    {
      charityId: (await makeCharity(portal.databases)).charityId,
      amountMinor: 250_00n,
      purposeCode: 'where_needed',
      purposeText: null,
      benefitAnswer: null,
      namingCode: 'fund_only',
      certified: true,
      repeatConfirmed: true,
      idempotencyKey: randomUUID(),
      ...advised,
    },
    { ...settings(), actor, source: testSource(staff.user.userId) },
  )

const actorFor = (onBehalfOf: string | undefined, side: 'fund' | 'sponsor' = 'sponsor') => ({
  userId: staff.user.userId,
  name: 'Prudence Gale',
  side,
  ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
})

const entriesOf = (column: 'grant_id' | 'entry_id', id: string) =>
  portal.databases
    .book('npt')
    .selectFrom('journal_entry')
    .select(['kind', 'actor_user_id', 'on_behalf_of_user_id'])
    .where(column, '=', id)
    .orderBy('recorded_at')
    .execute()

test('records the donor on whose behalf staff recommended and cancelled a grant', async () => {
  const donorId = fund.donor.user.userId
  const advised = await donorAdvice(portal, fund, { advisedOn: today })
  const grantId = await recommendAs(actorFor(undefined), advised)
  await transitionGrant(
    portal.databases.book('npt'),
    fund.accountId,
    { grantId, transition: 'cancel', actor: actorFor(donorId), reason: 'Asked by letter' },
    settings(),
  )
  const onBehalf = { actor_user_id: staff.user.userId, on_behalf_of_user_id: donorId }
  expect(await entriesOf('grant_id', grantId)).toEqual([
    { kind: 'grant_recommended', ...onBehalf },
    { kind: 'grant_released', ...onBehalf },
  ])
})

test('records no one else for a grant in one’s own name', async () => {
  const grantId = await recommendAs(actorFor(undefined, 'fund'))
  expect(await entriesOf('grant_id', grantId)).toEqual([
    { kind: 'grant_recommended', actor_user_id: staff.user.userId, on_behalf_of_user_id: null },
  ])
})

test('records on whose behalf for single and multiple entries', async () => {
  const [single, first, second] = [randomUUID(), randomUUID(), randomUUID()] as const
  const contribution = (entryId: string, onBehalfOfUserId: string | null) => ({
    entryId,
    kind: 'contribution_cash' as const,
    currency: 'USD' as const,
    effectiveDate: today,
    actorUserId: staff.user.userId,
    onBehalfOfUserId,
    postings: contributionPostings(fund.accountId, 100n, 'spendable'),
  })
  const donorId = fund.donor.user.userId
  const db = portal.databases.book('npt')
  await postEntry(db, contribution(single, donorId))
  await postEntries(db, [contribution(first, donorId), contribution(second, null)])
  const stored = await Promise.all([single, first, second].map(entryId => entriesOf('entry_id', entryId)))
  expect(stored.flat().map(entry => entry.on_behalf_of_user_id)).toEqual([donorId, donorId, null])
})
