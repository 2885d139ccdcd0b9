import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type OpeningPortal,
  onFund,
  openingCalls,
  startOpeningPortal,
} from '../../../testing/account-opening.ts'
import { completeDraft, exampleDonor } from '../../../testing/example-draft.ts'
import { makeApplication } from '../../../testing/factories/make-application.ts'
import { pngOf } from '../../../testing/factories/make-file.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../testing/factories/make-fund.ts'
import { followLink } from '../../../testing/follow-link.ts'
import { pdfFaults } from '../../../testing/pdf-faults.ts'
import { commandOf } from '../../../testing/signing.ts'
import { getEnvelope, getEnvelopeDocument } from '../../signing/signing.contract.ts'
import {
  addSupportingDocument,
  downloadApplicationDocument,
  downloadSupportingDocument,
  getApplication,
  listApplications,
  withdrawApplication,
} from '../account-opening.contract.ts'
import { declineApplication } from '../review.contract.ts'

let portal: OpeningPortal
let calls: ReturnType<typeof openingCalls>
let fund: MadeFund
let donor: Person
let joint: Person
let advisor: Person
let staff: Person
let applicationId: string
let documentId: string

beforeAll(async () => {
  portal = await startOpeningPortal()
  calls = openingCalls(portal)
  staff = await makeStaff(portal)
  fund = await makeFund(portal)
  donor = fund.donor
  joint = await makePersonOf(portal, fund, 'joint_donor')
  advisor = await makePersonOf(portal, fund, 'primary_advisor')
})
afterAll(() => portal.close())

const named = ({ user }: Person) => ({
  ...exampleDonor,
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  birthDate: '1961-05-17',
})

/** An application of an advisor, with an identity document, that became an account. */
async function acceptOne() {
  const { firstName, lastName, email } = advisor.user
  const draft = {
    ...completeDraft,
    account: { ...completeDraft.account, type: 'joint' as const, accountName: `Heron ${fund.fundId}` },
    donors: [named(donor), named(joint)],
    advisor: { has: 'yes' as const, firstName, lastName, email },
  }
  applicationId = (await calls.sent(advisor, 'advisor', draft, onFund(fund))).applicationId
  const query = { name: 'passport.png', type: 'identity' as const }
  const params = { applicationId }
  const added = await portal.call(
    addSupportingDocument,
    { params, query, upload: pngOf(4, 3) },
    { as: advisor.session },
  )
  documentId = added.reply.documentId
  await calls.sign(applicationId, donor)
  await calls.sign(applicationId, joint)
  expect((await calls.accept(applicationId, staff)).status).toBe(200)
}

const admin = async (text: string, values: unknown[]) =>
  (await portal.database.admin.query(text, values)).rows as Record<string, string>[]
const read = (as: Person) => portal.call(getApplication, { params: { applicationId } }, { as: as.session })
const statusFor = async (as: Person) => (await read(as)).status
const linkToPassport = (as: Person) =>
  portal.call(downloadSupportingDocument, { params: { applicationId, documentId } }, { as: as.session })
const linkToDocument = (as: Person) =>
  portal.call(downloadApplicationDocument, { params: { applicationId } }, { as: as.session })
const isListedFor = async (as: Person) =>
  (await portal.call(listApplications, {}, { as: as.session })).reply.data.some(
    row => row.applicationId === applicationId,
  )
const end = async (
  { user }: Person,
  ofAccount = 'select account_id from account_application where application_id = $2',
) =>
  await admin(
    `update account_relationship r set ended_at = now() from party p
      where p.party_id = r.party_id and p.user_id = $1 and r.account_id in (${ofAccount})`,
    [user.userId, applicationId],
  )
/** As if the decision, or the withdrawal, were so many days older. */
const age = (days: number) =>
  admin(
    `update account_application set decided_at = decided_at - $2 * interval '1 day', changed_at = changed_at - $2 * interval '1 day'
      where application_id = $1`,
    [applicationId, days],
  )

describe('an application that became an account', () => {
  let accepted: Promise<void> | undefined
  beforeEach(async () => {
    accepted ??= acceptOne()
    await accepted
  })

  test('sends its documents by a link for the session that asked, and records each download once', async () => {
    const downloads = () =>
      admin(
        `select user_id, detail ->> 'document' as document, detail ->> 'type' as type, detail ->> 'digest' as digest from audit_event
          where kind = 'document-downloaded' and detail ->> 'application' = $1 order by seq`,
        [applicationId],
      )
    const passport = (await linkToPassport(advisor)).reply.href
    const document = (await linkToDocument(donor)).reply.href
    expect(await downloads()).toEqual([])
    expect((await followLink(portal, passport, donor.session)).statusCode).toBe(404)
    for (const _ of [1, 2]) {
      const sent = await followLink(portal, passport, advisor.session)
      expect([sent.statusCode, sent.headers['content-disposition']]).toEqual([
        200,
        expect.stringMatching(/^attachment; filename="passport.png"/),
      ])
      const { rawPayload } = await followLink(portal, document, donor.session)
      expect(await pdfFaults(rawPayload, { locale: 'en-US', titles: 2 })).toEqual([])
    }
    expect(await downloads()).toEqual([
      { user_id: advisor.user.userId, document: documentId, type: 'identity', digest: expect.any(String) },
      { user_id: donor.user.userId, document: null, type: 'application', digest: expect.any(String) },
    ])
    // A link of an application is not one of an account.
    expect(
      (await followLink(portal, passport.replace('applications/', ''), advisor.session)).statusCode,
    ).toBe(404)
    expect((await linkToPassport(joint)).status).toBe(404)
  })

  test('closes for an advisor whose relationship ended: birth dates, supporting documents, document and links', async () => {
    expect([await statusFor(advisor), await isListedFor(advisor)]).toEqual([200, true])
    const links = [(await linkToPassport(advisor)).reply.href, (await linkToDocument(advisor)).reply.href]
    await end(advisor)
    const answer = await read(advisor)
    expect([answer.status, JSON.stringify(answer.problem)]).toEqual([
      404,
      expect.not.stringContaining('1961'),
    ])
    expect([(await linkToPassport(advisor)).status, (await linkToDocument(advisor)).status]).toEqual([
      404, 404,
    ])
    expect(await isListedFor(advisor)).toBe(false)
    for (const href of links) expect((await followLink(portal, href, advisor.session)).statusCode).toBe(404)
    expect([await statusFor(donor), await statusFor(staff)]).toEqual([200, 200])
  })

  test('closes for a former joint donor, who also no longer reads what they signed', async () => {
    const [row] = await admin('select envelope_id from account_application where application_id = $1', [
      applicationId,
    ])
    const params = { envelopeId: row?.envelope_id ?? '' }
    const statuses = async () => [
      await statusFor(joint),
      (await portal.call(getEnvelope, { params }, { as: joint.session })).status,
      (await portal.call(getEnvelopeDocument, { params }, { as: joint.session })).status,
    ]
    expect(await statuses()).toEqual([200, 200, 200])
    await end(joint)
    expect(await statuses()).toEqual([404, 404, 404])
  })

  test('closes for its donors 30 days after acceptance, and stays open to reviewers', async () => {
    await age(29)
    expect([await statusFor(donor), await isListedFor(donor)]).toEqual([200, true])
    await age(2)
    expect([await statusFor(donor), await isListedFor(donor)]).toEqual([404, false])
    expect(await statusFor(staff)).toBe(200)
  })
})

describe('an application without an account', () => {
  beforeEach(async () => {
    advisor = await makePersonOf(portal, await makeFund(portal), 'primary_advisor')
    applicationId = await makeApplication(portal.databases, { startedBy: advisor.user.userId })
    // Its donor has a login, as if they had been named as its user.
    await admin('update application_signer set user_id = $2 where application_id = $1', [
      applicationId,
      donor.user.userId,
    ])
  })

  test.each(['declined', 'withdrawn'])('that was %s closes 30 days later', async outcome => {
    const params = { applicationId }
    const { status } =
      outcome === 'declined'
        ? await portal.call(
            declineApplication,
            { params, body: commandOf({ message: 'We cannot.' }) },
            { as: staff.session },
          )
        : await portal.call(withdrawApplication, { params, body: commandOf({}) }, { as: advisor.session })
    expect(status).toBe(200)
    await age(29)
    expect([await statusFor(advisor), await statusFor(donor)]).toEqual([200, 200])
    await age(2)
    expect([await statusFor(advisor), await statusFor(donor), await statusFor(staff)]).toEqual([
      404, 404, 200,
    ])
    expect([await isListedFor(advisor), await isListedFor(donor)]).toEqual([false, false])
  })

  test('closes for a starter whose last relationship has ended, also before a decision', async () => {
    expect(await statusFor(advisor)).toBe(200)
    await end(advisor, 'select account_id from fund_account where account_name is distinct from $2')
    expect([await statusFor(advisor), await isListedFor(advisor)]).toEqual([404, false])
    expect(await statusFor(donor)).toBe(200)
  })
})
