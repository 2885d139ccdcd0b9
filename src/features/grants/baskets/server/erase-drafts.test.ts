import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { books } from '../../../../clients/clients.ts'
import { startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { makeCharity } from '../../../../testing/factories/make-charity.ts'
import { makeFund } from '../../../../testing/factories/make-fund.ts'
import { basketCalls } from '../../../../testing/grants/basket-calls.ts'
import { draftOf } from '../../../../testing/grants/make-draft.ts'
import { listDrafts } from '../drafts.contract.ts'
import { eraseGrantDrafts } from './erase-drafts.ts'

const clock = testClock('2026-01-05T15:00:00Z')
let portal: TestApp

beforeAll(async () => {
  portal = await startTestApp({ clock })
})
afterAll(() => portal.close())

test('drafts and baskets that nobody changed for 90 days are erased, and no other (§17)', async () => {
  const fund = await makeFund(portal)
  const charity = await makeCharity(portal.databases)
  const calls = basketCalls(portal, fund, charity)
  const [old, kept, gathered] = [randomUUID(), randomUUID(), randomUUID()]
  await calls.save(old, 0)
  await calls.save(kept, 0)
  await calls.gather([{ draftId: gathered, content: draftOf(charity) }])
  clock.set('2026-03-20T15:00:00Z')
  const session = await portal.sessionFor(fund.donor.user)
  const later = basketCalls(portal, { ...fund, donor: { ...fund.donor, session } }, charity)
  await later.save(kept, 1, { amountMinor: 400_00n })
  const run = async (now: string) => {
    const book = books.find(({ name }) => name === 'npt')
    if (!book) throw new Error('no book npt')
    await eraseGrantDrafts.run({
      ...{ book, db: portal.databases.book('npt'), day: '2026-04-01' as never, now: new Date(now) },
      documentFiles: null,
      signal: new AbortController().signal,
    })
    const { reply } = await portal.call(listDrafts, { params: { fundId: fund.fundId } }, { as: session })
    return { drafts: reply.data.map(({ draftId }) => draftId).toSorted(), baskets: reply.baskets.length }
  }
  expect(await run('2026-04-05T14:00:00Z')).toEqual({ drafts: [old, kept].toSorted(), baskets: 1 })
  expect(await run('2026-04-05T16:00:00Z')).toEqual({ drafts: [kept], baskets: 0 })
})
