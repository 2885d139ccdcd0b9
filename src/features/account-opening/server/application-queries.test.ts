import { afterAll, beforeAll, expect, test } from 'vitest'
import { openingCalls } from '../../../testing/account-opening.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { countQueries, growthOfQueries } from '../../../testing/count-queries.ts'
import { completeDraft, exampleDonor } from '../../../testing/example-draft.ts'
import { checkedForDuplicates, makeApplication } from '../../../testing/factories/make-application.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { commandOf } from '../../../testing/signing.ts'
import { type ApplicationDraft, emptyShare } from '../domain/draft.ts'
import { acceptApplication } from '../review.contract.ts'

let portal: TestApp
let staff: Person
let starter: Person
beforeAll(async () => {
  portal = await startTestApp()
  staff = await makeStaff(portal)
  starter = await makeStaff(portal)
})
afterAll(() => portal.close())

let made = 0
/** A complete application of this size, by people whom no other names. */
function draftOf({ donors = 1, successors = 0 }): ApplicationDraft {
  made += 1
  return {
    ...completeDraft,
    account: { ...completeDraft.account, type: donors > 1 ? 'joint' : 'individual' },
    donors: Array.from({ length: donors }, (_none, index) => ({
      ...exampleDonor,
      lastName: `Finch ${index}`,
      email: `donor-${made}-${index}@people.example`,
    })),
    successors: Array.from({ length: successors }, (_none, index) => ({
      ...emptyShare(0),
      ...{ name: `Heir ${index}`, relation: 'Niece', email: `heir-${index}@people.example` },
      ...{ yearOfBirth: '1990', percentage: String(100 / successors) },
    })),
  }
}

async function toSend(size: Parameters<typeof draftOf>[0]) {
  const calls = openingCalls(portal)
  const saved = await calls.save(await calls.begin(starter, 'staff'), draftOf(size), starter)
  return async () => {
    expect((await calls.send(saved.reply, starter)).status).toBe(200)
  }
}

async function toAccept(size: Parameters<typeof draftOf>[0]) {
  const applicationId = await makeApplication(portal.databases, { draft: draftOf(size) })
  await checkedForDuplicates(portal.databases, applicationId)
  return async () => {
    const attributes = { hasCheckedDuplicates: true, needsCountersignature: false, addresses: [] }
    const { status } = await portal.call(
      acceptApplication,
      { params: { applicationId }, body: commandOf(attributes) },
      { as: staff.session },
    )
    expect(status).toBe(200)
  }
}

test('sending an application asks the same number of times for one donor and for six', async () => {
  expect(await growthOfQueries([1, 6], donors => toSend({ donors }))).toBe(0)
})

test('sending an application asks the same number of times for five successors and for fifty', async () => {
  expect(await growthOfQueries([5, 50], successors => toSend({ successors }))).toBe(0)
})

test('accepting an application asks the same number of times for five successors and for fifty', async () => {
  expect(await growthOfQueries([5, 50], successors => toAccept({ successors }))).toBe(0)
})

test('accepting an application finds or creates each donor’s login in a transaction of its own, and asks no more', async () => {
  const [first, two, six] = [
    await toAccept({ donors: 1 }),
    await toAccept({ donors: 2 }),
    await toAccept({ donors: 6 }),
  ]
  await countQueries(first)
  const one = await countQueries(await toAccept({ donors: 1 }))
  // Begin, the lock of the address, the login and commit.
  expect((await countQueries(two)) - one).toBe(4)
  expect((await countQueries(six)) - one).toBe(20)
})
