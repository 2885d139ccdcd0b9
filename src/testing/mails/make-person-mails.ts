import { updatePrimaryAdvisor } from '../../features/account-details/primary-advisor.contract.ts'
import { askApplicant } from '../../features/account-opening/review.contract.ts'
import { requestPasswordLink } from '../../features/identity/passwords/password.contract.ts'
import { suspendAccess } from '../../features/users/access.contract.ts'
import { mailRightReview } from '../../features/users/server/mail-right-review.ts'
import { openReview } from '../../features/users/server/review-rights.ts'
import { addJob } from '../../server/jobs/add-job.ts'
import { openingCalls } from '../account-opening.ts'
import { caseCalls } from '../case-calls.ts'
import { completeDraft, exampleDonor } from '../example-draft.ts'
import { makeFund } from '../factories/make-fund.ts'
import { makeLegacyPlan } from '../factories/make-legacy-plan.ts'
import { makeUser } from '../factories/make-user.ts'
import { jobsDone } from '../mailbox.ts'
import { peopleCalls } from '../people-calls.ts'
import { commandOf } from '../signing.ts'
import type { MailWorld } from './mail-world.ts'

export const applicant = 'nora.reed@people.example'
export const successor = 'wanda.reed@people.example'
export const invited = 'ann.finch@people.example'

/** An application of the advisor for a donor with a login and one without, which staff ask about. */
export async function makeApplicationMails({
  portal,
  fund,
  joint,
  advisor,
  staff,
}: MailWorld): Promise<void> {
  const calls = openingCalls(portal)
  const { firstName, lastName, email } = joint.user
  const draft = {
    ...completeDraft,
    account: { ...completeDraft.account, accountName: 'Quill Fund', type: 'joint' as const },
    donors: [
      { ...exampleDonor, firstName, lastName, email },
      { ...exampleDonor, firstName: 'Nora', lastName: 'Reed', email: applicant },
    ],
  }
  const { applicationId } = await calls.sent(advisor, 'advisor', draft, { fundId: fund.fundId })
  await calls.sign(applicationId, joint)
  await calls.signByToken(await calls.linkOf(applicant))
  await portal.call(
    askApplicant,
    { params: { applicationId }, body: commandOf({ message: 'Which town?' }) },
    { as: staff.session },
  )
  await jobsDone(portal)
}

const noContact = {
  ...{ title: '', middleName: '', suffix: '', businessName: '', yearOfBirth: '', address1: '', address2: '' },
  ...{ city: '', state: '', province: '', postalCode: '', country: 'US', phoneCountryCode: 'US', phone: '' },
  ...{ alternatePhoneCountryCode: 'US', alternatePhone: '' },
}

/** What those who manage users are told. */
export async function makeStaffMails({ portal, second }: MailWorld): Promise<void> {
  const opened = portal.clock.now()
  await portal.database.admin.query('update user_role set given_at = $1', [new Date(opened.getTime() - 1000)])
  await openReview(portal.databases.accessAdmin('npt'), '2026-Q4', opened)
  await addJob(portal.databases.realm('npt'), mailRightReview, {})
  const { userId: personId } = await makeUser(portal.databases)
  await portal.call(
    suspendAccess,
    { params: { personId }, body: commandOf({ reason: 'A doubt' }) },
    { as: second.session },
  )
  await jobsDone(portal)
}

/** Links that let a person in, and what their advisor reads. */
export async function makePersonMails({ portal, fund, advisor, staff, second }: MailWorld): Promise<void> {
  await peopleCalls(portal).add(fund, 'viewer', { firstName: 'Ann', lastName: 'Finch', email: invited })
  await portal.call(requestPasswordLink, { body: { userId: fund.donor.user.ssoId } })

  const cases = caseCalls(portal, () => ({ one: staff, two: second }))
  const left = await makeFund(portal, { accountName: 'Heron Fund', balanceMinor: 100_00n })
  await makeLegacyPlan(portal, left, [{ name: 'Wanda Reed', shareHundredths: 10_000, email: successor }])
  // Confirming it mails the links.
  await cases.confirmedDeath(left)

  const { firstName, lastName } = advisor.user
  const id = await cases.partyOf(fund, advisor.user.userId)
  const primaryAdvisor = { data: { type: 'individual' as const, id } }
  const attributes = { ...noContact, firstName, lastName, company: 'Ellison Advisors' }
  await portal.call(
    updatePrimaryAdvisor,
    {
      params: { fundId: fund.fundId },
      body: {
        ...commandOf({ acknowledgesTerms: true as const, revision: 0 }),
        db: {
          account: { [fund.accountId]: { relationships: { primaryAdvisor } } },
          individual: { [id]: { attributes } },
        },
      },
    },
    { as: advisor.session },
  )
  await jobsDone(portal)
}
