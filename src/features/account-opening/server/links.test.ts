import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type OpeningPortal,
  onFund,
  openingCalls,
  startOpeningPortal,
} from '../../../testing/account-opening.ts'
import { completeDraft, exampleDonor } from '../../../testing/example-draft.ts'
import { makeAccount } from '../../../testing/factories/make-account.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../testing/factories/make-fund.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { followLink } from '../../../testing/follow-link.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { commandOf } from '../../../testing/signing.ts'
import {
  answerQuestion,
  downloadApplicationDocument,
  returnToDraft,
  sendSigningLink,
} from '../account-opening.contract.ts'
import { askApplicant } from '../review.contract.ts'
import { declineByLink, getLinkDocument, openSigningLink, signByLink } from '../signing-link.contract.ts'

let portal: OpeningPortal
let calls: ReturnType<typeof openingCalls>
let fund: MadeFund
let advisor: Person

beforeAll(async () => {
  portal = await startOpeningPortal()
  calls = openingCalls(portal)
  fund = await makeFund(portal)
  advisor = await makePersonOf(portal, fund, 'primary_advisor')
})
afterAll(() => portal.close())
let counter = 0
/** An application of an advisor for one donor without a login. */
async function sentTo() {
  counter += 1
  const email = `nora-${counter}@people.example`
  const account = { ...completeDraft.account, accountName: `Quill Fund ${counter}` }
  const draft = { ...completeDraft, account, donors: [{ ...exampleDonor, email }] }
  return { email, application: await calls.sent(advisor, 'advisor', draft, onFund(fund)) }
}
const open = (token: string, client = 'npt') => portal.call(openSigningLink, { body: { token } }, { client })

describe('a link', () => {
  test('shows and sends the document, is recorded, and ends with a new one', async () => {
    const { email, application } = await sentTo()
    const token = await calls.linkOf(email)
    const opened = await open(token)
    expect(opened.reply).toMatchObject({ state: 'waiting', provider: 'NPT Giving' })
    expect(opened.reply.envelope?.signers).toMatchObject([{ isYou: true, state: 'waiting' }])
    expect((await portal.call(getLinkDocument, { body: { token } })).status).toBe(200)
    const [signer] = application.signers
    await portal.call(
      sendSigningLink,
      {
        params: { applicationId: application.applicationId, signerId: signer?.signerId ?? '' },
        body: commandOf({}),
      },
      { as: advisor.session },
    )
    const second = await calls.linkOf(email)
    expect(second).not.toBe(token)
    expect([(await open(token)).status, (await open(second)).status]).toEqual([404, 200])
  })

  test('is unknown at another client, and after its fourteen days', async () => {
    const { email, application } = await sentTo()
    const token = await calls.linkOf(email)
    expect((await open(token, 'rathbones')).status).toBe(404)
    await portal.database.admin.query(
      "update application_signer set link_expires_at = now() - interval '1 second' where application_id = $1",
      [application.applicationId],
    )
    const late = await open(token)
    expect([late.status, late.problem.detail]).toEqual([
      404,
      'This link has expired. Please ask the person who prepared the application for a new one.',
    ])
  })

  test('signs only after consent, and once under concurrent requests', async () => {
    const { email, application } = await sentTo()
    const token = await calls.linkOf(email)
    const sign = () =>
      portal.call(signByLink, {
        body: { token, name: 'Ada Finch', confirmsName: true, drawing: null, intends: true },
      })
    expect((await sign()).problem.detail).toBe('Please agree to sign electronically first.')
    await calls.signByToken(token)
    const again = await Promise.all([sign(), sign()])
    expect(again.map(({ status }) => status)).toEqual([409, 409])
    const read = await calls.read(application.applicationId, advisor)
    expect(read).toMatchObject({
      state: 'submitted',
      signers: [{ state: 'signed', signature: { typedName: 'Ann Taylor', isTheirs: false } }],
    })
    // The record of the signature names no user and no session.
    const { rows } = await portal.database.admin.query(
      "select user_id, session_id, signer_id is not null as named from envelope_event where kind = 'signed'",
    )
    expect(rows).toContainEqual({ user_id: null, session_id: null, named: true })
  })

  test('ends when the application returns to draft, and the old envelope is withdrawn', async () => {
    const { email, application } = await sentTo()
    const token = await calls.linkOf(email)
    const { reply } = await portal.call(
      returnToDraft,
      { params: { applicationId: application.applicationId }, body: commandOf({}) },
      { as: advisor.session },
    )
    expect(reply).toMatchObject({ state: 'draft', mayEdit: true })
    await jobsDone(portal)
    expect((await open(token)).status).toBe(404)
    const { rows } = await portal.database.admin.query(
      'select state from envelope where application_id = $1',
      [application.applicationId],
    )
    expect(rows).toEqual([{ state: 'voided' }])
    await calls.send(reply, advisor)
    expect((await open(await calls.linkOf(email))).reply.state).toBe('waiting')
  })

  test('declines with a reason, and the application is a draft again', async () => {
    const { email, application } = await sentTo()
    const token = await calls.linkOf(email)
    await portal.call(declineByLink, { body: { token, reason: 'The name is wrong.' } })
    await jobsDone(portal)
    const read = await calls.read(application.applicationId, advisor)
    expect(read).toMatchObject({ state: 'draft', signers: [{ reason: 'The name is wrong.' }] })
  })
})

describe('staff', () => {
  test('find people and funds of the same name or address in the realm', async () => {
    const staff = await makeStaff(portal)
    const { user } = fund.donor
    const draft = {
      ...completeDraft,
      account: { ...completeDraft.account, accountName: fund.accountName },
      donors: [{ ...exampleDonor, firstName: 'Somebody', lastName: 'Else', email: user.email }],
    }
    const application = await calls.sent(advisor, 'advisor', draft, onFund(fund))
    await calls.signByToken(await calls.linkOf(user.email))
    const answer = await calls.accept(application.applicationId, staff)
    expect(answer.status).toBe(200)
    const { duplicates } = await calls.review(application.applicationId, staff)
    expect(duplicates).toContainEqual(
      expect.objectContaining({ kind: 'fund', fundId: fund.fundId, reason: 'Same name' }),
    )
    expect(duplicates).toContainEqual(
      expect.objectContaining({ kind: 'person', reason: 'Same e-mail address', fundId: fund.fundId }),
    )
  })

  test('find a person who is on several accounts once', async () => {
    const staff = await makeStaff(portal)
    const { user } = fund.donor
    for (let other = 0; other < 3; other += 1)
      await makeRelationship(portal.databases, await makeAccount(portal.databases, { book: 'npt' }), {
        user,
        role: 'viewer',
      })
    const draft = { ...completeDraft, donors: [{ ...exampleDonor, email: user.email }] }
    const application = await calls.sent(advisor, 'advisor', draft, onFund(fund))
    await calls.signByToken(await calls.linkOf(user.email))
    await calls.accept(application.applicationId, staff)
    const { duplicates } = await calls.review(application.applicationId, staff)
    const found = duplicates?.filter(each => each.found.startsWith('Margaret Ellison, on'))
    expect(found).toEqual([
      expect.objectContaining({ found: 'Margaret Ellison, on 4 accounts in USD', fundId: null }),
    ])
  })

  test('ask a question, which the applicant answers in place; both read question and answer', async () => {
    const staff = await makeStaff(portal)
    const { email, application } = await sentTo()
    const { applicationId } = application
    await calls.signByToken(await calls.linkOf(email))
    await portal.call(
      askApplicant,
      { params: { applicationId }, body: commandOf({ message: 'Which town?' }) },
      { as: staff.session },
    )
    expect(await calls.read(applicationId, advisor)).toMatchObject({
      mayAnswer: true,
      message: 'Which town?',
    })
    const answered = await portal.call(
      answerQuestion,
      { params: { applicationId }, body: commandOf({ answer: 'Haverford.' }) },
      { as: advisor.session },
    )
    expect(answered.reply.state).toBe('submitted')
    const { events } = await calls.review(applicationId, staff)
    expect(events.map(({ sentence, text }) => [sentence, text]).slice(-2)).toEqual([
      ['Asked a question', 'Which town?'],
      ['Answered the question', 'Haverford.'],
    ])
    const sealed = await portal.call(
      downloadApplicationDocument,
      { params: { applicationId } },
      { as: staff.session },
    )
    const sent = await followLink(portal, sealed.reply.href, staff.session)
    expect([sent.statusCode, sent.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    await jobsDone(portal)
    const { rows } = await portal.database.admin.query(
      'select kind, to_address from outgoing_mail where cause like $1 order by created_at, mail_id',
      [`application:${applicationId}:%`],
    )
    expect(rows.map(row => row.kind)).toEqual([
      'application-to-sign',
      'application-progress',
      'application-progress',
      'application-progress',
      'application-progress',
      'application-progress',
    ])
  })
})
