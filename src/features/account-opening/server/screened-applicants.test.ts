import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { exampleDonor } from '../../../testing/example-draft.ts'
import { checkedForDuplicates, makeApplication } from '../../../testing/factories/make-application.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeListEntry } from '../../../testing/factories/make-list-entry.ts'
import { findingCalls } from '../../../testing/payments/finding-calls.ts'
import { newName } from '../../../testing/payments/listed-charities.ts'
import { commandOf } from '../../../testing/signing.ts'
import { applicantSentences } from '../../screening/domain/finding.ts'
import { screenBook } from '../../screening/server/screen-everybody.ts'
import { emptyShare } from '../domain/draft.ts'
import { acceptApplication } from '../review.contract.ts'

let portal: TestApp
let staff: Person
let officer: Person

beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())
beforeEach(async () => {
  staff = await makeStaff(portal)
  officer = await makeStaff(portal, { firstName: 'Olive', lastName: 'Officer' })
})

const accept = (applicationId: string, as = staff) =>
  portal.call(
    acceptApplication,
    {
      params: { applicationId },
      body: commandOf({ hasCheckedDuplicates: true, needsCountersignature: false, addresses: [] }),
    },
    { as: as.session },
  )
const openFindings = async (name: string) =>
  (await findingCalls(portal).list(officer)).filter(({ ourName }) => ourName === name)
const screen = () =>
  screenBook(portal.databases.book('npt'), {
    book: 'npt',
    clock: portal.clock,
    signal: new AbortController().signal,
  })

/** An application that waits for staff and has these people beside its donor. */
async function applicationWith(about: Parameters<typeof makeApplication>[1] = {}) {
  const applicationId = await makeApplication(portal.databases, about)
  await checkedForDuplicates(portal.databases, applicationId)
  return applicationId
}

const [first = '', last = ''] = newName().split(' ')
test.each([
  [
    'a donor',
    { donors: [{ ...exampleDonor, firstName: first, lastName: last, birthDate: '1971-02-03' }] },
    1971,
  ],
  [
    'the advisor',
    { advisor: { has: 'yes' as const, firstName: first, lastName: last, email: 'ivo@people.example' } },
    null,
  ],
  [
    'a successor',
    { successors: [{ ...emptyShare(0), name: `${first} ${last}`, percentage: '100', yearOfBirth: '1990' }] },
    1990,
  ],
])(
  'an application is not accepted while the name of %s is on a list and undecided (§13)',
  async (_who, draft, birthYear) => {
    const [applicationId, other] = [await applicationWith({ draft }), await applicationWith()]
    await makeListEntry(portal.database, { names: [`${last.toUpperCase()}, ${first}`], kind: 'person' })
    const refused = await accept(applicationId)
    expect([refused.status, refused.problem.detail]).toEqual([409, applicantSentences.found])
    expect((await accept(other)).status).toBe(200)
    const found = await openFindings(`${first} ${last}`)
    expect(found.length).toBeGreaterThan(0)
    for (const { findingId } of found) {
      expect((await findingCalls(portal).read(findingId, officer)).reply).toMatchObject({
        ...{ applicationId, birthYear },
      })
      await findingCalls(portal).decide(findingId, 'dismiss', officer)
    }
    // Nobody accepts where they decided.
    const own = await accept(applicationId, officer)
    expect([own.status, own.problem.detail]).toEqual([409, applicantSentences['own-decision']])
    expect((await accept(applicationId)).status).toBe(200)
  },
)

test('a new version finds the people of applications that wait, and two acceptances at once are refused (§13)', async () => {
  const [given = '', family = ''] = newName().split(' ')
  const applicationId = await applicationWith({
    draft: { donors: [{ ...exampleDonor, firstName: given, lastName: family }] },
  })
  await screen()
  expect(await openFindings(`${given} ${family}`)).toEqual([])
  await makeListEntry(portal.database, { names: [`${family}, ${given}`], kind: 'person' })
  await screen()
  expect(await openFindings(`${given} ${family}`)).toHaveLength(1)
  const answers = await Promise.all([accept(applicationId), accept(applicationId, officer)])
  expect(answers.map(({ status }) => status)).toEqual([409, 409])
})
