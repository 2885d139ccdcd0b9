import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { dateOf } from '../../../domain/dates.ts'
import {
  type OpeningPortal,
  onFund,
  openingCalls,
  startOpeningPortal,
} from '../../../testing/account-opening.ts'
import { completeDraft, exampleDonor } from '../../../testing/example-draft.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { payGrant } from '../../../testing/grants/pay-grant.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { commandOf, signingAt } from '../../../testing/signing.ts'
import { getAccountStatus } from '../../account-details/account-status.contract.ts'
import { receiveContribution } from '../../contributions/contributions.contract.ts'
import { listDocuments } from '../../documents/documents.contract.ts'
import type { ApplicationDraft } from '../domain/draft.ts'
import { openSigningLink } from '../signing-link.contract.ts'

let portal: OpeningPortal
let calls: ReturnType<typeof openingCalls>
let fund: MadeFund
let staff: Person

beforeAll(async () => {
  portal = await startOpeningPortal()
  calls = openingCalls(portal)
  fund = await makeFund(portal)
  staff = await makeStaff(portal)
})
afterAll(() => portal.close())

/** The example for this donor, with another name for each account. */
const draftFor = (donors: ApplicationDraft['donors'], accountName: string): ApplicationDraft => ({
  ...completeDraft,
  account: { ...completeDraft.account, accountName, type: donors.length > 1 ? 'joint' : 'individual' },
  donors,
})
const donorNamed = (firstName: string, lastName: string, email: string) => ({
  ...exampleDonor,
  firstName,
  lastName,
  email,
})
const asDonor = ({ user }: Person) => donorNamed(user.firstName, user.lastName, user.email)
const accountOf = async (fundId: number) => {
  const { rows } = await portal.database.admin.query('select * from fund_account where fund_id = $1', [
    fundId,
  ])
  return rows[0]
}

/** Signs the account's contribution document and posts the contribution. */
async function fundAccount(accountId: string, fundId: number, donors: readonly Person[]) {
  const { rows } = await portal.database.admin.query(
    `select d.envelope_id, c.contribution_id from contribution_document d join contribution c using (book, contribution_id)
      where d.account_id = $1`,
    [accountId],
  )
  for (const donor of donors) await signingAt(portal).agreeAndSign(rows[0].envelope_id, donor.session)
  await jobsDone(portal)
  const entered = (await accountOf(fundId)).account_status
  // The sponsor's day: at night in Europe it is still yesterday there.
  const day = dateOf(new Date(), npt.timeZone)
  const received = await portal.call(
    receiveContribution,
    {
      params: { fundId, contributionId: rows[0].contribution_id },
      body: commandOf({ amountMinor: 12_000_00n, giftDate: day, effectiveDate: day }),
    },
    { as: staff.session, fundId },
  )
  await jobsDone(portal)
  return { entered, received }
}

/** Recommends, approves and pays the first grant of an account, and returns what is left of its balance. */
async function firstGrant(about: { fundId: number; accountId: string; donor: Person }): Promise<bigint> {
  const of: MadeFund = { ...about, book: 'npt', accountName: '' }
  const grantId = await makeGrant(portal, of, { amountMinor: 1_000_00n })
  const grants = grantCalls(portal)
  await grants.approve(grantId, staff.session)
  await payGrant(portal, grantId, staff)
  return (await grants.balances(of)).endingMinor
}

describe('an account opening (§17)', () => {
  test('a donor’s own application is signed, accepted, funded and active', async () => {
    const { donor } = fund
    const started = await calls.begin(donor, 'donor', onFund(fund))
    expect(started.draft?.donors[0]).toMatchObject({
      email: donor.user.email,
      firstName: donor.user.firstName,
    })
    const application = await calls.sent(
      donor,
      'donor',
      draftFor([asDonor(donor)], 'Second Heron Fund'),
      onFund(fund),
    )
    expect(application).toMatchObject({
      state: 'signing',
      maySign: true,
      signers: [{ isYou: true, mayRemind: false }],
    })
    await calls.sign(application.applicationId, donor)
    expect((await calls.read(application.applicationId, donor)).state).toBe('submitted')
    const { reply } = await calls.accept(application.applicationId, staff)
    const account = await accountOf(reply.fundId)
    expect(account).toMatchObject({
      account_name: 'Second Heron Fund',
      account_status: 'Entered',
      account_type: 'Individual',
      opened_on: null,
      donor_name: `${donor.user.firstName} ${donor.user.lastName}`,
    })
    const documents = await portal.call(
      listDocuments,
      { params: { fundId: reply.fundId } },
      { as: donor.session, fundId: reply.fundId },
    )
    expect(documents.reply.data.map(({ type }) => type)).toEqual(['application'])
    const { entered, received } = await fundAccount(account.account_id, reply.fundId, [donor])
    expect([entered, received.reply]).toEqual([
      'Entered',
      { state: 'received', accountStatus: 'Active', postingRequest: null },
    ])
    const status = await portal.call(
      getAccountStatus,
      { params: { accountId: account.account_id } },
      { as: staff.session },
    )
    expect(status.reply).toMatchObject({
      accountStatus: 'Active',
      history: [{ from: 'Entered', to: 'Active' }],
    })
    const opened = { fundId: reply.fundId, accountId: account.account_id, donor }
    expect(await firstGrant(opened)).toBe(11_000_00n)
  })

  test('an advisor’s application is signed by one donor logged in and one by link', async () => {
    const advisor = await makePersonOf(portal, fund, 'primary_advisor')
    const draft = draftFor(
      [asDonor(fund.donor), donorNamed('Nora', 'Quill', 'nora.quill@people.example')],
      'Heron and Quill Fund',
    )
    const { user } = advisor
    const application = await calls.sent(
      advisor,
      'advisor',
      {
        ...draft,
        advisor: { has: 'yes', firstName: user.firstName, lastName: user.lastName, email: user.email },
      },
      onFund(fund),
    )
    expect(application.maySign).toBe(false)
    await expect(calls.linkOf('nora.quill@people.example')).rejects.toThrow('no link')
    await calls.sign(application.applicationId, fund.donor)
    const token = await calls.linkOf('nora.quill@people.example')
    const opened = await portal.call(openSigningLink, { body: { token } })
    expect(opened.reply).toMatchObject({
      name: 'Nora Quill',
      state: 'waiting',
      accountName: 'Heron and Quill Fund',
    })
    expect((await calls.signByToken(token)).reply.data.state).toBe('signed')
    const submitted = await calls.read(application.applicationId, advisor)
    expect(submitted).toMatchObject({
      state: 'submitted',
      signers: [{ state: 'signed' }, { state: 'signed' }],
    })
    // Its people were compared with the list before anybody reviewed it.
    await jobsDone(portal)
    const screened = await portal.database.admin.query(
      'select distinct names from screened_subject where starts_with(subject_id, $1) order by names',
      [application.applicationId],
    )
    expect(screened.rows.map(({ names: [name] }) => name)).toContain('Nora Quill')
    const { reply } = await calls.accept(application.applicationId, staff)
    const { rows } = await portal.database.admin.query(
      `select p.name, r.account_role_code as role from account_relationship r join party p using (book, party_id)
        where r.account_id = $1 order by role`,
      [(await accountOf(reply.fundId)).account_id],
    )
    expect(rows).toEqual([
      { name: `${fund.donor.user.firstName} ${fund.donor.user.lastName}`, role: 'donor' },
      { name: 'Nora Quill', role: 'joint_donor' },
      { name: `${user.firstName} ${user.lastName}`, role: 'primary_advisor' },
    ])
    // Nora had no login: she is invited now that she has an account.
    const { rows: invited } = await portal.database.admin.query(
      "select kind from person_mail where to_address = 'nora.quill@people.example'",
    )
    expect(invited).toEqual([{ kind: 'invitation' }])
    const { rows: users } = await portal.database.admin.query(
      "select user_id, sso_id, realm from app_user where email = 'nora.quill@people.example'",
    )
    const nora = { userId: users[0].user_id, ssoId: users[0].sso_id, realm: users[0].realm } as Person['user']
    const donors = [fund.donor, { user: nora, session: await portal.sessionFor(nora) }]
    const accountId = (await accountOf(reply.fundId)).account_id
    const { received } = await fundAccount(accountId, reply.fundId, donors)
    expect(received.reply.accountStatus).toBe('Active')
    expect(await firstGrant({ fundId: reply.fundId, accountId, donor: donors[1] ?? fund.donor })).toBe(
      11_000_00n,
    )
  })
})
