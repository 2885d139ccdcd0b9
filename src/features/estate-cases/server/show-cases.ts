import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { dateOf } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import type { DB } from '../../../server/db/schema.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import { findDocument } from '../../documents/server/documents.queries.ts'
import { addLinkTo } from '../../documents/server/link-to-document.ts'
import { type Remaining, remainingSteps } from '../domain/remaining.ts'
import type {
  CaseBrief,
  CaseDetails,
  CaseShare,
  downloadCaseDocument,
  getCase,
  getCaseFacts,
  listCases,
} from '../estate-cases.contract.ts'
import { type CaseContext, requireCase } from './case-context.ts'
import { documentsOf, donorsOf, findAccountOfCase } from './case-facts.queries.ts'
import {
  confirmationRefusal,
  duesOfShares,
  hasReadyDue,
  ownRedirection,
  redirectionViolation,
  stepsOf,
  takesWholeFund,
} from './case-rules.ts'
import {
  type CaseRow,
  eventsOf,
  findOpenCase,
  listCaseRows,
  openRedirections,
  type RedirectionRow,
  type ShareRow,
} from './cases.queries.ts'
import { readShares, type Share } from './read-shares.ts'

type Shown = Pick<CaseContext, 'actor' | 'client' | 'clock' | 'today'>

const briefOf = (row: CaseRow, timeZone: string): CaseBrief => ({
  caseId: row.case_id,
  number: row.case_number.toString(),
  kind: row.kind,
  fundId: Number(row.fund_id),
  accountName: row.account_name,
  personName: row.person_name,
  state: row.state,
  outcome: row.outcome,
  openedByName: row.opened_by_name,
  openedOn: dateOf(row.opened_at, timeZone),
})

export async function cases(_input: unknown, { db, client }: CaseContext): Promise<Reply<typeof listCases>> {
  const rows = await listCaseRows(db)
  return { data: rows.map(row => briefOf(row, client.timeZone)) }
}

export const showCase = (
  { params: { caseId } }: Pick<HandlerInput<typeof getCase>, 'params'>,
  context: CaseContext,
): Promise<CaseDetails> => caseDetails(context.db, caseId, context)

export async function linkToCaseDocument(
  { params: { caseId } }: HandlerInput<typeof downloadCaseDocument>,
  context: CaseContext,
): Promise<Reply<typeof downloadCaseDocument>> {
  const { account_id, document_id } = await requireCase(context.db, caseId)
  const document = await findDocument(context.db, account_id, document_id)
  if (!document) throw new Problem('not-found')
  return await addLinkTo(document, context)
}

/** A case with everything that its page shows. Throws `not-found`. */
export async function caseDetails(db: Kysely<DB>, caseId: string, shown: Shown): Promise<CaseDetails> {
  const row = await requireCase(db, caseId)
  const [shares, redirections, events] = [
    await readShares(db, caseId, shown.clock.now()),
    await openRedirections(db, caseId),
    await eventsOf(db, caseId),
  ]
  const dues = duesOfShares(row, shares)
  return {
    ...briefOf(row, shown.client.timeZone),
    diedOn: row.died_on,
    documentId: row.document_id,
    documentName: row.document_name,
    reason: row.reason,
    planVersion: row.plan_version,
    confirmedByName: row.confirmed_by_name,
    confirmedOn: row.confirmed_at && dateOf(row.confirmed_at, shown.client.timeZone),
    accountStatus: row.account_status,
    spendableMinor: row.spendable_minor,
    excludedMinor: row.excluded_minor,
    pendingMinor: row.pending_minor,
    shares: shares.map((share, index) =>
      shareOf(
        row,
        share,
        dues[index] ?? 0n,
        redirections.find(each => each.share_id === share.share_id),
        shown,
      ),
    ),
    remaining: remainingSteps(remainingOf(row, shares, redirections.length)),
    events: events.map(event => ({
      kind: event.kind,
      sentence: localEnglish(eventSentences[event.kind], shown.client.locale),
      byName: event.by_name,
      text: event.text,
      at: event.at.toISOString(),
    })),
    may: stepsOf(row, shares, redirections, shown.actor),
  }
}

const eventSentences: Readonly<Record<string, string>> &
  Record<Awaited<ReturnType<typeof eventsOf>>[number]['kind'], string> = {
  opened: 'Opened the case',
  confirmed: 'Confirmed the case',
  cancelled: 'Cancelled the case',
  invited: 'Invited a successor',
  accepted: 'Accepted a share',
  declined: 'Declined a share',
  redirected: 'Entered another recipient of a share',
  'redirection-confirmed': 'Confirmed another recipient of a share',
  released: 'Released excluded assets',
  distributed: 'Distributed what was due',
  completed: 'Completed the case',
}

function shareOf(
  row: CaseRow,
  share: Share,
  dueMinor: bigint,
  redirection: RedirectionRow | undefined,
  { actor, client, today }: Shown,
): CaseShare {
  return {
    shareId: share.share_id,
    designation: share.designation,
    shareHundredths: share.share_hundredths,
    name: share.name,
    email: share.email,
    phone: share.phone,
    state: share.state,
    goesTo: destinationOf(share),
    violation: share.violation,
    declinedReason: share.declined_reason,
    invitedOn: share.invited_at === null ? null : dateOf(share.invited_at, client.timeZone),
    paidMinor: share.paid_minor,
    dueMinor,
    redirection:
      redirection === undefined
        ? null
        : {
            redirectionId: redirection.redirection_id,
            toName: redirection.to_name,
            reason: redirection.reason,
            enteredByName: redirection.entered_by_name,
            mayConfirm: confirmationRefusal(redirection.entered_by, actor, ownRedirection),
          },
    mayRedirect: redirectionViolation(row, share, { today, timeZone: client.timeZone }),
  }
}

function destinationOf(share: ShareRow): string | null {
  if (share.state !== 'ready') return null
  if (share.to_charity_id !== null) return `A grant to ${charityName(share.charity_name ?? share.name)}`
  if (share.to_account_id !== null) return `${share.to_account_name}, Account ID ${share.to_fund_id}`
  return `${share.name} takes over the whole fund`
}

/** The facts of a case for the sentences about its remaining steps. */
export function remainingOf(row: CaseRow, shares: readonly Share[], redirections: number): Remaining {
  const open = shares.filter(({ state, violation }) => state !== 'ready' || violation !== null)
  const unanswered = open.filter(share => share.state === 'waiting' && share.designation === 'individual')
  return {
    state: row.state,
    unanswered: unanswered.map(({ name }) => name),
    undecided: open
      .filter(share => !unanswered.includes(share))
      .map(({ designation, name }) =>
        designation === 'unnamed' ? 'the whole fund' : `the share of ${charityName(name)}`,
      ),
    redirections,
    hasReadyDue: hasReadyDue(row, shares),
    takesWholeFund: takesWholeFund(shares),
    spendableMinor: row.spendable_minor,
    excludedMinor: row.excluded_minor,
    caseGrants: row.case_grants,
    otherGrants: row.other_grants,
  }
}

/** The choices for staff who open a case. Throws `not-found`. */
export async function caseFacts(
  { query: { fundId } }: HandlerInput<typeof getCaseFacts>,
  { db, client }: CaseContext,
): Promise<Reply<typeof getCaseFacts>> {
  const account = await findAccountOfCase(db, { fundId })
  if (!account) throw new Problem('not-found')
  const documents = await documentsOf(db, account.account_id)
  return {
    accountName: account.account_name,
    violation: await openingViolation(db, account),
    donors: (await donorsOf(db, account.account_id)).map(({ party_id: partyId, name }) => ({
      partyId,
      name,
    })),
    documents: documents.map(row => ({
      documentId: row.document_id,
      name: row.name,
      addedOn: dateOf(row.added_at, client.timeZone),
    })),
  }
}

/** Why no case of this account can be opened, as a sentence; null if one can. */
export async function openingViolation(
  db: Kysely<DB>,
  account: NonNullable<Awaited<ReturnType<typeof findAccountOfCase>>>,
): Promise<string | null> {
  if (account.account_type === 'General') return 'The general fund has no donors.'
  if (account.account_status === 'Entered') return 'The account is not open yet. Please withdraw it instead.'
  if (account.account_status === 'Closed') return 'The account is closed already.'
  const open = await findOpenCase(db, account.account_id)
  return open ? `Case ${open.case_number} of this account is open.` : null
}
