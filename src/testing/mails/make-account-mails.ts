import { randomUUID } from 'node:crypto'
import { addMonths, dateOf, type IsoDate } from '../../domain/dates.ts'
import { mailAdvisorGranting } from '../../features/account-details/server/mail-advisor-granting.ts'
import { mailContactUpdate } from '../../features/account-details/server/mail-contact-update.ts'
import { mailPeopleChange } from '../../features/account-details/server/mail-people-change.ts'
import { mailAccountStatus } from '../../features/accounts/server/mail-account-status.ts'
import { declineProposal } from '../../features/charity-vetting/proposal-review.contract.ts'
import { proposeCharity } from '../../features/charity-vetting/proposals.contract.ts'
import { withdrawAnnouncement } from '../../features/contributions/fund/announcements.contract.ts'
import { mailContributionAnnounced } from '../../features/contributions/fund/server/mail-contribution-announced.ts'
import { mailContributionCancelled } from '../../features/contributions/fund/server/mail-contribution-cancelled.ts'
import { mailContributionChanged } from '../../features/contributions/fund/server/mail-contribution-changed.ts'
import { mailContributionReminder } from '../../features/contributions/fund/server/mail-contribution-reminder.ts'
import { mailContributionDocument } from '../../features/contributions/server/mail-contribution-document.ts'
import { mailReceiptReady } from '../../features/contributions/server/mail-receipt-ready.ts'
import { mailSummaryReady } from '../../features/contributions/server/mail-summary-ready.ts'
import { mailCertification } from '../../features/grants/schedules/server/mail-certification.ts'
import { mailOccurrence } from '../../features/grants/schedules/server/mail-schedule.ts'
import { mailLegacyPlan } from '../../features/legacy-plan/server/mail-legacy-plan.ts'
import { mailRegisterChanges } from '../../features/register-changes/server/mail-register-changes.ts'
import { mailStatementReady } from '../../features/statements/server/mail-statement-ready.ts'
import { approveTransfer, requestTransfer } from '../../features/transfers/transfers.contract.ts'
import type { Task } from '../../server/jobs/task.ts'
import { bringGrantTo } from '../access-matrix/bring-grant-to.ts'
import type { TestApp } from '../app.ts'
import { makeAnnouncement } from '../factories/make-announcement.ts'
import { makeCharity } from '../factories/make-charity.ts'
import { makeDocument } from '../factories/make-document.ts'
import type { MadeFund } from '../factories/make-fund.ts'
import { recommend, recommendation } from '../factories/make-grant.ts'
import { makeRelationshipRequest } from '../factories/make-relationship-request.ts'
import { basketCalls } from '../grants/basket-calls.ts'
import { grantCalls } from '../grants/grant-calls.ts'
import { draftOf } from '../grants/make-draft.ts'
import { schedule, scheduleTerms } from '../grants/schedule-calls.ts'
import { jobSettings } from '../jobs.ts'
import { jobsDone } from '../mailbox.ts'
import { peopleCalls } from '../people-calls.ts'
import { postingCalls } from '../posting-world.ts'
import { makeChange } from '../registers/make-change.ts'
import { signingCalls } from '../signatures/signing-calls.ts'
import { commandOf, signingAt } from '../signing.ts'
import type { MailWorld } from './mail-world.ts'

const client = 'npt'

/** Runs a job that writes mails about an account of a book. */
export const runNotice = <Payload>(
  portal: TestApp,
  task: Task<Payload>,
  payload: Payload,
  book = 'npt',
): Promise<void> =>
  task.run(payload, {
    db: portal.databases.book(book),
    origin: { book },
    books: [],
    mailer: null,
    ...jobSettings,
    signal: new AbortController().signal,
  })

/** An import that concerns a charity which the advisor put on the list. */
async function makeRegisterMails({ portal, fund, advisor }: Pick<MailWorld, 'portal' | 'fund' | 'advisor'>) {
  const db = portal.databases.book('npt')
  const changeId = await makeChange(db, 'LARCH RELIEF')
  await db
    .insertInto('register_change_item')
    .values({
      ...{ change_id: changeId, what: 'list', object_id: fund.accountId, account_id: fund.accountId },
      ...{ set_up_by: advisor.user.userId, effect: 'flagged' },
    })
    .execute()
  const { import_id } = await db
    .selectFrom('register_change_review')
    .select('import_id')
    .where('change_id', '=', changeId)
    .executeTakeFirstOrThrow()
  await runNotice(portal, mailRegisterChanges, { client, importId: String(import_id) })
}

/** Grants that the advisor recommends, so that the donors are told too, and what follows. */
export async function makeGrantMails({ portal, fund, advisor, staff }: MailWorld): Promise<void> {
  const grants = grantCalls(portal)
  const charity = await makeCharity(portal.databases)
  const grant = async (amountMinor: bigint) =>
    (
      await recommend(portal, fund, recommendation(charity.charityId, { amountMinor }), {
        as: advisor.session,
      })
    ).reply.grantId
  await bringGrantTo(portal, fund, { grantId: await grant(250_00n), state: 'information-needed', staff })
  await bringGrantTo(portal, fund, { grantId: await grant(350_00n), state: 'paid', staff })
  await grants.cancel(await grant(450_00n), fund, advisor.session)

  await makeRegisterMails({ portal, fund, advisor })

  const basket = basketCalls(portal, fund, charity)
  const content = draftOf(charity, { amountMinor: 550_00n })
  const { reply } = await basket.gather([{ draftId: randomUUID(), content }])
  await basket.submit((await basket.show(reply.basketId)).basket)

  const day = addMonths(dateOf(portal.clock.now(), 'UTC'), 2)
  const terms = scheduleTerms(charity.charityId, { startsOn: day })
  const { scheduleId } = (await schedule(portal, fund, terms, { as: advisor.session })).reply
  const { rows } = await portal.database.admin.query(
    'select certified_at from grant_schedule where schedule_id = $1',
    [scheduleId],
  )
  await runNotice(portal, mailCertification, {
    ...{
      client,
      scheduleId,
      certifiedAt: rows[0].certified_at.toISOString(),
      endsOn: day,
    },
  })
  await portal.databases
    .book('npt')
    .insertInto('grant_occurrence')
    .values({
      ...{ schedule_id: scheduleId, number: 1, nominal_on: day, due_on: day, state: 'waiting' },
      ...{ reason: 'The balance was too low.', decided_at: portal.clock.now() },
    })
    .execute()
  await runNotice(portal, mailOccurrence, { client, scheduleId, number: 1 })

  const proposed = await portal.call(
    proposeCharity,
    {
      params: { fundId: fund.fundId },
      body: commandOf({ name: 'Harbour Choir', town: 'Whitby', taxId: '', website: '', why: 'It sings.' }),
    },
    { as: advisor.session, idempotencyKey: randomUUID() },
  )
  await portal.call(
    declineProposal,
    {
      params: { proposalId: proposed.reply.proposalId },
      body: commandOf({ message: 'It makes gifts to its members.' }),
    },
    { as: staff.session },
  )
  await jobsDone(portal)
}

/** What happens to an account and its people. */
export async function makeAccountMails({ portal, fund, other, viewer, staff }: MailWorld): Promise<void> {
  const { accountId } = fund
  const people = peopleCalls(portal)
  // A person with a login decides who sees their contact; the answer is the same for all.
  await people.add(fund, 'viewer', viewer.user)
  const relationshipId = await people.idOf(fund, 'viewer')
  await jobsDone(portal)
  const update = { client, relationshipId, revision: 1, by: 'Ada Finch', reason: null }
  await runNotice(portal, mailContactUpdate, update)
  const requestId = await makeRelationshipRequest(portal.databases, fund)
  await runNotice(portal, mailPeopleChange, { client, change: { event: 'requested', id: requestId } })
  await runNotice(portal, mailLegacyPlan, { client, accountId, version: 1 })
  await runNotice(portal, mailAccountStatus, { client, accountId, revision: 2, accountStatus: 'Active' })
  await runNotice(portal, mailAdvisorGranting, { client, accountId, revision: 3, advisorMayGrant: true })

  const transfer = async (from: MadeFund, to: MadeFund) => {
    const attributes = {
      ...{ toFundId: to.fundId, toAccountName: to.accountName, amountMinor: 50_00n, reason: 'For my niece' },
    }
    const { reply } = await portal.call(
      requestTransfer,
      { params: { fundId: from.fundId }, body: commandOf(attributes) },
      { as: from.donor.session, idempotencyKey: randomUUID() },
    )
    const { transferId } = reply
    await portal.call(approveTransfer, { params: { transferId }, body: commandOf({}) }, { as: staff.session })
  }
  await transfer(fund, other)
  await transfer(other, fund)

  const documentId = await makeDocument(portal, fund, { type: 'statement' })
  await portal.databases
    .book('npt')
    .insertInto('account_statement')
    .values({
      ...{ account_id: accountId, document_id: documentId, figures: '{}', figures_snapshot: '1:1:' },
      ...{ from_day: '2026-01-01' as IsoDate, to_day: '2026-03-31' as IsoDate },
      ...{ recorded_at: portal.clock.now(), sha256: Buffer.alloc(32) },
    })
    .execute()
  await runNotice(portal, mailStatementReady, { client, documentId })
  await jobsDone(portal)
}

/** Documents that the donors sign in the portal, and one of another provider, and contributions that arrive, of which one is reversed and one not paid. */
export async function makeContributionMails({
  portal,
  fund,
  joint,
  staff,
  second,
}: MailWorld): Promise<void> {
  const documents = signingCalls(portal, staff)
  const signing = signingAt(portal)
  const prepared = async () => {
    const { documentId } = await documents.prepare(fund, { needsCountersignature: true })
    await jobsDone(portal)
    const { rows } = await portal.database.admin.query(
      'select envelope_id from contribution_document where contribution_document_id = $1',
      [documentId],
    )
    return { documentId, envelopeId: rows[0].envelope_id as string }
  }
  const { envelopeId } = await prepared()
  for (const { session } of [fund.donor, joint, second]) {
    await signing.agreeAndSign(envelopeId, session)
    await jobsDone(portal)
  }
  await signing.decline((await prepared()).envelopeId, fund.donor.session)
  await jobsDone(portal)
  const { documentId } = await prepared()
  await runNotice(portal, mailContributionDocument, { client, documentId, event: 'withdrawn' })

  const announced = await makeAnnouncement(portal, fund, fund.donor.user.userId)
  await runNotice(portal, mailContributionAnnounced, {
    client,
    accountId: fund.accountId,
    contributionId: announced.contributionId,
  })
  await runNotice(portal, mailContributionReminder, {
    client,
    accountId: fund.accountId,
    contributionId: announced.contributionId,
    days: 14,
  })
  const by = { userId: fund.donor.user.userId, name: 'Ada Finch' }
  const aboutAnnounced = { client, accountId: fund.accountId, contributionId: announced.contributionId, by }
  await runNotice(portal, mailContributionChanged, { ...aboutAnnounced, revision: 1 })
  await portal.call(
    withdrawAnnouncement,
    {
      params: { fundId: fund.fundId, contributionId: announced.contributionId },
      body: { data: { type: 'command', attributes: {} } },
    },
    { as: fund.donor.session, fundId: fund.fundId },
  )
  await runNotice(portal, mailContributionCancelled, aboutAnnounced)

  const postings = postingCalls({ portal, fund, staff, other: second, clock: portal.clock })
  const { contributionId } = await postings.received(1_00n)
  await jobsDone(portal)
  const receipts = await portal.database.admin.query(
    'select receipt_id from contribution_receipt where contribution_id = $1',
    [contributionId],
  )
  await runNotice(portal, mailSummaryReady, {
    client,
    accountId: fund.accountId,
    year: '2026',
    madeOn: '2026-02-01',
    isAnother: false,
  })
  await runNotice(portal, mailReceiptReady, { client, receiptId: receipts.rows[0].receipt_id })
  await postings.reverse(contributionId)
  await postings.confirm(await postings.requestId())
  await postings.bounce((await postings.received(1_00n)).contributionId)
  await postings.confirm(await postings.requestId())
  await jobsDone(portal)
}
