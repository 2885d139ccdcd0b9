import { randomUUID } from 'node:crypto'
import { clients } from '../../clients/clients.ts'
import type { AccountRole } from '../../domain/account-roles.ts'
import type { Currency } from '../../domain/money.ts'
import { findProfile } from '../../features/charity-profiles/server/profiles.queries.ts'
import { recordAuditEvent } from '../../server/audit/record-audit-event.ts'
import type { TestApp, TestSession } from '../app.ts'
import { checkedForDuplicates, makeApplication } from '../factories/make-application.ts'
import { makeCharity, registerOf } from '../factories/make-charity.ts'
import { type ContentState, type MadeContent, makeContent } from '../factories/make-content.ts'
import { makeContribution } from '../factories/make-contribution.ts'
import { makeDocument } from '../factories/make-document.ts'
import { makeFile } from '../factories/make-file.ts'
import { type MadeFund, makeFund, makePersonOf, makeStaff, type Person } from '../factories/make-fund.ts'
import { makeGrant } from '../factories/make-grant.ts'
import { makeLegacyPlan } from '../factories/make-legacy-plan.ts'
import { makeMail } from '../factories/make-mail.ts'
import { makeRelationshipRequest } from '../factories/make-relationship-request.ts'
import { makeStaffDocument } from '../factories/make-staff-document.ts'
import { makeUser } from '../factories/make-user.ts'
import { payeeSeen } from '../grants/payee-seen.ts'
import { bringGrantTo, type FreshGrantState } from './bring-grant-to.ts'
import { type FreshBankDetails, freshBankDetailsOf, unknownBankDetails } from './fresh-bank-details.ts'
import { type FreshCases, freshCases, unknownCases } from './fresh-cases.ts'
import { type FreshContributions, freshContributions, unknownContributions } from './fresh-contributions.ts'
import { type FreshFees, freshFees, unknownFees } from './fresh-fees.ts'
import { type FreshFindings, freshFindingsOf, unknownFindings } from './fresh-findings.ts'
import { type FreshGiving, freshGiving, unknownGiving } from './fresh-giving.ts'
import { type FreshHoldings, freshHoldings, unknownHoldings } from './fresh-holdings.ts'
import { type FreshPayees, freshPayeesOf, unknownPayees } from './fresh-payees.ts'
import { type FreshPayments, freshPayments, unknownPayments } from './fresh-payments.ts'
import {
  type FreshPostingRequests,
  freshPostingRequests,
  unknownPostingRequests,
} from './fresh-posting-requests.ts'
import { type FreshSuspense, freshSuspense, unknownSuspense } from './fresh-suspense.ts'
import { type FreshTransfers, freshTransfers, unknownTransfers } from './fresh-transfers.ts'
import { type FreshUsers, freshUsers, unknownUsers } from './fresh-users.ts'
import { type FreshVettings, freshVettings, unknownVettings } from './fresh-vettings.ts'
import { type Persona, personas } from './matrix.ts'
import { staffMember } from './texts.ts'
import { makeViewersWithContact, relationshipOf } from './viewers.ts'

/** The subject of an example call: a fund of a book, or one that does not exist. */
export type Subject = {
  book: string
  fundId: number
  accountId: string
  charityId: string
  /** A text that every reply about this fund contains. */
  accountName: string
  /**
   * A new grant of the fund; `approved`: approved and not yet paid; `information-needed`: staff asked the donor for information. Both
   * steps carry the internal note and the message to the donor below.
   */
  freshGrant(state?: FreshGrantState): Promise<string>
  /** The digest of the payee of a grant. */
  payeeSeen(grantId: string): Promise<string | null>
  /** The revision of the charity's profile in the realm. */
  profileRevision(): Promise<number>
  /** The party of the fund's primary advisor. */
  advisorId: string
  /** The party of the fund's donor. */
  donorId: string
  /** Interested parties with a login: one accepted the relationship, one did not. */
  sharingId: string
  unsharingId: string
  /** A new interested party of the fund. */
  freshRelationship(): Promise<string>
  /** A new request of the donor to add a joint donor. */
  freshRequest(): Promise<string>
  /** A new application for an account of the fund’s name, which waits for staff. No person of the fund started it. */
  freshApplication(): Promise<string>
  /** A new household that the service team created. */
  freshHousehold(): Promise<string>
  currency: Currency
  /** A new mail about the fund that could not be sent. */
  freshMail(): Promise<string>
  /** A new content item of the book's client. */
  freshContent(state?: ContentState): Promise<MadeContent>
  /** A statement of the fund. */
  documentId: string
  /** A document of the realm's staff. */
  staffDocumentId: string
  /** An image of the client. */
  fileId: string
  /** A new image, uploaded by the client's content editor. */
  freshFile(): Promise<string>
} & FreshGiving &
  FreshCases &
  FreshPayments &
  FreshPostingRequests &
  FreshFees &
  FreshSuspense &
  FreshContributions &
  FreshHoldings &
  FreshBankDetails &
  FreshFindings &
  FreshPayees &
  FreshTransfers &
  FreshUsers &
  FreshVettings

/** A book with a fund that has an entry in every list, and one person for each persona. */
export type MatrixBook = Subject & {
  fund: MadeFund
  people: Record<Exclude<Persona, 'signed-out'>, Person>
  sessionOf(persona: Persona): Promise<TestSession | undefined>
}

export const unknownSubject = (of: Subject): Subject => ({
  ...of,
  fundId: 99_999_998,
  accountId: randomUUID(),
  advisorId: randomUUID(),
  donorId: randomUUID(),
  freshGrant: async () => randomUUID(),
  payeeSeen: async () => null,
  profileRevision: async () => 0,
  ...unknownBankDetails,
  ...unknownFindings,
  ...unknownPayees,
  sharingId: randomUUID(),
  unsharingId: randomUUID(),
  freshRelationship: async () => randomUUID(),
  freshRequest: async () => randomUUID(),
  ...unknownContributions,
  freshApplication: async () => randomUUID(),
  freshHousehold: async () => randomUUID(),
  freshMail: async () => randomUUID(),
  freshContent: async () => ({ kind: 'question', name: 'does-not-exist', revision: 0, number: 1 }),
  documentId: randomUUID(),
  staffDocumentId: randomUUID(),
  fileId: randomUUID(),
  freshFile: async () => randomUUID(),
  ...unknownGiving,
  ...unknownPayments,
  ...unknownSuspense,
  ...unknownPostingRequests,
  ...unknownFees,
  ...unknownHoldings,
  ...unknownCases,
  ...unknownTransfers,
  ...unknownUsers,
  ...unknownVettings,
})

/** The IP address of one audit event in each book. */
export const auditedAddress = '198.51.100.77'

export async function makeMatrixBook(portal: TestApp, book: string): Promise<MatrixBook> {
  const accountName = `The ${book} access matrix fund`
  const fund = await makeFund(portal, { book, accountName, balanceMinor: 5_000_000_00n })
  await makeContribution(portal.databases, fund, 700_00n, { into: 'excluded' })
  const { charityId } = await makeCharity(portal.databases, {
    name: `MATRIX SHELTER OF ${book.toUpperCase()}`,
    register: registerOf(book),
  })
  const approver = await makeStaff(portal, { realm: book, ...staffMember })
  const freshGrant = async (state?: FreshGrantState) => {
    const grantId = await makeGrant(portal, fund, { charityId, amountMinor: 500_00n, repeatConfirmed: true })
    if (state !== undefined) await bringGrantTo(portal, fund, { grantId, state, staff: approver })
    return grantId
  }
  await portal.databases
    .book(book)
    .insertInto('charity_list_entry')
    .values({ account_id: fund.accountId, charity_id: charityId, added_by: fund.donor.user.userId })
    .execute()
  await makeLegacyPlan(portal, fund, [
    {
      name: `MATRIX SHELTER OF ${book.toUpperCase()}`,
      ...{ shareHundredths: 10_000, charity_id: charityId, charity_outcome: 'yes' },
    },
  ])
  const author = await makeUser(portal.databases, { realm: book })
  const freshContent = (state?: ContentState) =>
    makeContent(portal, {
      client: book,
      author: author.userId,
      approver: approver.user.userId,
      now: portal.clock.now(),
      ...(state === undefined ? {} : { state }),
    })
  const freshMail = () =>
    makeMail(portal.databases.book(book), {
      accountId: fund.accountId,
      subject: accountName,
      failure: 'No such mailbox',
    })
  await freshMail()
  await freshGrant()
  await freshGrant('approved')
  await freshGrant('information-needed')
  await recordAuditEvent(portal.databases.realm(book), {
    kind: 'sign-in-refused',
    userId: fund.donor.user.userId,
    at: new Date(),
    address: auditedAddress,
    detail: { reason: accountName },
  })
  const people = await makePeople(portal, fund)
  const freshRequest = () => makeRelationshipRequest(portal.databases, { ...fund, donor: people.donor })
  await freshRequest()
  const freshFile = async () => {
    const editor = await portal.sessionFor(people.content_editor.user)
    return (await makeFile(portal, editor, { name: `${book} oak.png` })).fileId
  }
  const fileId = await freshFile()
  const documentId = await makeDocument(portal, fund, { name: `Statement of ${book}` })
  const staffDocumentId = await makeStaffDocument(portal, approver.session, { name: `Minutes of ${book}` })
  return {
    book,
    fund,
    fundId: fund.fundId,
    accountId: fund.accountId,
    charityId,
    advisorId: await partyOf(portal, book, people.primary_advisor.user.userId),
    donorId: await partyOf(portal, book, people.donor.user.userId),
    accountName,
    freshGrant,
    payeeSeen: grantId => payeeSeen(portal, grantId),
    profileRevision: async () => (await findProfile(portal.databases.realm(book), charityId))?.revision ?? 0,
    ...freshBankDetailsOf(portal, { book, charityId, staffId: approver.user.userId }),
    ...freshFindingsOf(portal, book),
    ...freshPayeesOf(portal, { book, staffId: approver.user.userId }),
    ...freshCases(portal, book),
    ...freshTransfers(portal, { ...fund, donor: people.donor }, { staffId: approver.user.userId }),
    ...freshUsers(portal, book, { colleague: approver.user, super_user: people.super_user.user }),
    ...freshVettings(portal, approver),
    ...freshPostingRequests(portal, fund, {
      approvedGrant: () => freshGrant('approved'),
      people: { colleague: approver, super_user: people.super_user },
    }),
    ...freshFees(portal, fund, approver),
    ...freshHoldings(portal, fund, approver),
    ...freshSuspense(portal, { book }),
    ...freshPayments(portal, { book, charityId, approvedGrant: () => freshGrant('approved') }),
    ...freshGiving(portal, fund, { charityId, name: `MATRIX SHELTER OF ${book.toUpperCase()}` }),
    freshContent,
    freshMail,
    ...(await makeViewersWithContact(portal, fund)),
    freshRelationship: () =>
      relationshipOf(portal, fund, { role: 'viewer', email: `${randomUUID()}@people.example` }),
    freshRequest,
    ...freshContributions(portal, fund, people.donor.user.userId),
    freshApplication: async () => {
      const applicationId = await makeApplication(portal.databases, { book, accountName })
      await checkedForDuplicates(portal.databases, applicationId, book)
      return applicationId
    },
    freshHousehold: async () =>
      (
        await portal.databases
          .realm(book)
          .insertInto('household')
          .values({
            owner_id: people.service_team.user.userId,
            name: `${accountName} ${randomUUID().slice(0, 8)}`,
          })
          .returning('household_id')
          .executeTakeFirstOrThrow()
      ).household_id,
    currency: clients[book]?.book.currency ?? 'USD',
    documentId,
    staffDocumentId,
    fileId,
    freshFile,
    people,
    sessionOf: async persona =>
      persona === 'signed-out' ? undefined : portal.sessionFor(people[persona].user),
  }
}

async function partyOf(portal: TestApp, book: string, userId: string): Promise<string> {
  const { party_id: partyId } = await portal.databases
    .book(book)
    .selectFrom('party')
    .select('party_id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return partyId
}

async function makePeople(portal: TestApp, fund: MadeFund): Promise<MatrixBook['people']> {
  const people: [string, Person][] = []
  for (const persona of personas) {
    if (persona === 'signed-out') continue
    people.push([
      persona,
      persona === 'super_user' || persona === 'auditor' || persona === 'content_editor'
        ? await makeStaff(portal, { realm: fund.book, roles: [{ role: persona, actions: null }] })
        : await makePersonOf(portal, fund, persona satisfies AccountRole),
    ])
  }
  return Object.fromEntries(people) as MatrixBook['people']
}
