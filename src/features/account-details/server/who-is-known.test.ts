import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { maxMailsToAddress } from '../../../server/mail/mail-limit.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { type MadeFund, makeFund, makePersonOf } from '../../../testing/factories/make-fund.ts'
import { makeUser } from '../../../testing/factories/make-user.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { mailsTo } from '../../../testing/mailbox.ts'
import { peopleCalls } from '../../../testing/people-calls.ts'
import { getRelationship } from '../relationships.contract.ts'

let portal: TestApp
let worker: JobWorker
let calls: ReturnType<typeof peopleCalls>
beforeAll(async () => {
  portal = await startTestApp()
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
  calls = peopleCalls(portal)
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})

type Typed = { firstName: string; lastName: string; email: string }

/** Adds a person, and returns all that the donor and the account's other people read of it, without ids and times. */
async function addAndRead(book: string, person: Typed) {
  const fund = await makeFund(portal, { book, accountName: 'Lark Fund' })
  const banker = await makePersonOf(portal, fund, 'banker')
  const service = await makePersonOf(portal, fund, 'service_team')
  const { status, reply } = await calls.add(fund, 'viewer', person)
  const relationshipId = await calls.idOf(fund, 'viewer')
  const params = { fundId: fund.fundId, relationshipId }
  const pages: unknown[] = []
  for (const { session: as } of [fund.donor, banker, service])
    pages.push((await portal.call(getRelationship, { params }, { as })).reply)
  const mails = (await calls.mailsTo(fund.donor.user.email)).map(({ subject, body }) => [subject, body])
  const text = JSON.stringify({ status, reply, people: await calls.people(fund), pages, mails })
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replaceAll(String(fund.fundId), 'fund')
    .replaceAll(person.email.split('@')[0] ?? '', 'address')
}

describe('adding a person', () => {
  // At `ab` the user IDs are the addresses.
  test.each(['npt', 'ab'])(
    'reads alike for a user, a user of this address under another name, and a stranger (%s)',
    async book => {
      const stranger = { firstName: 'ZOE', lastName: 'Hammerli', email: `Z${randomUUID()}@${book}.example` }
      const email = `Z${randomUUID()}@${book}.example`
      await makeUser(portal.databases, { realm: book, firstName: 'Zoë', lastName: 'Hämmerli', email })
      const other = `Z${randomUUID()}@${book}.example`
      await makeUser(portal.databases, { realm: book, ssoId: other.toLowerCase(), email: other })
      const unknown = await addAndRead(book, stranger)
      expect(await addAndRead(book, { ...stranger, email })).toBe(unknown)
      expect(await addAndRead(book, { ...stranger, email: other })).toBe(unknown)
      expect(unknown).toContain('"status":200')
    },
  )

  const addAndRemove = async (fund: MadeFund, person: Typed) => {
    const answer = await calls.add(fund, 'viewer', person)
    if (answer.status !== 200) return [answer.status, answer.problem.detail]
    await calls.end(fund, await calls.idOf(fund, 'viewer'))
    return [answer.status, '']
  }

  test('mails an address a few times a day at most, and refuses the rest alike for users and strangers', async () => {
    const fund = await makeFund(portal)
    const user = await makeUser(portal.databases)
    const { firstName, lastName, email } = user
    const stranger = { firstName: 'Ada', lastName: 'Finch', email: `${randomUUID()}@people.example` }
    const answers = async (person: Typed) => {
      const all = []
      for (let time = 0; time < 12; time++) all.push(await addAndRemove(fund, person))
      return all
    }
    const ofStranger = await answers(stranger)
    expect(await answers({ firstName, lastName, email })).toEqual(ofStranger)
    expect(ofStranger.map(([status]) => status)).toEqual([
      ...Array<number>(maxMailsToAddress).fill(200),
      ...Array<number>(12 - maxMailsToAddress).fill(429),
    ])
    const mails = [...(await calls.mailsTo(stranger.email)), ...(await mailsTo(portal, stranger.email))]
    // One of each addition, and the invitation.
    expect(mails).toHaveLength(maxMailsToAddress + 1)
    // Another spelling of the address, another name and another fund of the same donor change nothing; another person may.
    const again = { ...stranger, firstName: 'Eve', email: stranger.email.toUpperCase() }
    expect((await addAndRemove(fund, again))[0]).toBe(429)
    expect((await calls.add(await makeFund(portal), 'viewer', stranger)).status).toBe(200)
  })

  test('counts additions at once one after the other', async () => {
    const fund = await makeFund(portal)
    const email = `${randomUUID()}@people.example`
    const names = ['Ada', 'Ben', 'Cy', 'Dee', 'Eve', 'Flo', 'Gus', 'Hal']
    const answers = await Promise.all(
      names.map(firstName => calls.add(fund, 'viewer', { firstName, lastName: 'Finch', email })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(maxMailsToAddress)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(names.length - maxMailsToAddress)
  })
})
