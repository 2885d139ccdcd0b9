import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { maxMailsToAddress } from '../../../server/mail/mail-limit.ts'
import {
  type OpeningPortal,
  onFund,
  openingCalls,
  startOpeningPortal,
} from '../../../testing/account-opening.ts'
import { completeDraft, exampleDonor } from '../../../testing/example-draft.ts'
import { type MadeFund, makeFund, makePersonOf, type Person } from '../../../testing/factories/make-fund.ts'
import { makeUser } from '../../../testing/factories/make-user.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { commandOf } from '../../../testing/signing.ts'
import { returnToDraft, sendSigningLink } from '../account-opening.contract.ts'

let portal: OpeningPortal
let calls: ReturnType<typeof openingCalls>
let fund: MadeFund
let advisor: Person
beforeAll(async () => {
  portal = await startOpeningPortal()
  calls = openingCalls(portal)
})
beforeEach(async () => {
  fund = await makeFund(portal)
  advisor = await makePersonOf(portal, fund, 'primary_advisor')
})
afterAll(() => portal.close())

const draftOf = (donors: readonly { firstName: string; lastName: string; email: string }[]) => ({
  ...completeDraft,
  account: {
    ...completeDraft.account,
    accountName: 'Quill Fund',
    type: donors.length > 1 ? ('joint' as const) : ('individual' as const),
  },
  donors: donors.map(donor => ({ ...exampleDonor, ...donor })),
})
const mailsTo = async (address: string) => {
  await jobsDone(portal)
  const { rows } = await portal.database.admin.query(
    'select subject from outgoing_mail where lower(to_address) = lower($1)',
    [address],
  )
  return rows
}

test('an application reads alike for donors who are users and strangers, before and after they are mailed again', async () => {
  const ofDonor = async (email: string) => {
    const sent = await calls.sent(
      advisor,
      'advisor',
      draftOf([{ firstName: 'ZOE', lastName: 'Hammerli', email }]),
      onFund(fund),
    )
    const [signer] = sent.signers
    const params = { applicationId: sent.applicationId, signerId: signer?.signerId ?? '' }
    const again = await portal.call(sendSigningLink, { params, body: commandOf({}) }, { as: advisor.session })
    await jobsDone(portal)
    const read = await calls.read(sent.applicationId, advisor)
    return {
      status: again.status,
      signers: [sent, again.reply, read].map(({ signers }) =>
        signers.map(({ signerId: _own, ...rest }) => rest),
      ),
      mails: await mailsTo(email),
    }
  }
  const user = await makeUser(portal.databases, { firstName: 'Zoë', lastName: 'Hämmerli' })
  const unknown = await ofDonor(`${randomUUID()}@people.example`)
  expect(await ofDonor(user.email)).toEqual(unknown)
  expect(unknown.mails).toHaveLength(2)
  expect(unknown.signers[0]).toMatchObject([{ state: 'waiting', mayRemind: true }])
})

test('refuses two donors with equal names and one address alike', async () => {
  const send = async (email: string) => {
    const donors = [
      { firstName: 'Zoë', lastName: 'Hale', email },
      { firstName: 'Zoe', lastName: 'HALE', email: email.toUpperCase() },
    ]
    const saved = await calls.save(
      await calls.begin(advisor, 'advisor', onFund(fund)),
      draftOf(donors),
      advisor,
      onFund(fund),
    )
    const { status, problem } = await calls.send(saved.reply, advisor, onFund(fund))
    return [status, problem.errors]
  }
  const user = await makeUser(portal.databases, { firstName: 'Zoe', lastName: 'Hale' })
  const unknown = await send(`${randomUUID()}@people.example`)
  expect(unknown).toEqual([400, { 'donors.1.email': ['This donor is already listed above'] }])
  expect(await send(user.email)).toEqual(unknown)
})

test('an application that is sent and returned to draft again and again mails its donor a few times a day', async () => {
  const email = `${randomUUID()}@people.example`
  const donors = [{ firstName: 'Nora', lastName: 'Quill', email }]
  let application = await calls.sent(advisor, 'advisor', draftOf(donors), onFund(fund))
  const statuses: number[] = []
  for (let time = 0; time < 8; time++) {
    const { applicationId } = application
    const back = { params: { applicationId }, body: commandOf({}) }
    await portal.call(returnToDraft, back, { as: advisor.session })
    statuses.push((await calls.send(await calls.read(applicationId, advisor), advisor, onFund(fund))).status)
    await jobsDone(portal)
    application = await calls.read(applicationId, advisor)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429, 429, 429])
  expect(await mailsTo(email)).toHaveLength(maxMailsToAddress)
})
