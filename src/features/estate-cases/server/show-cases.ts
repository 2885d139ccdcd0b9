import type { Kysely } from 'kysely'
import { dateOf } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import type { DB } from '../../../server/db/schema.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import { grantStateLabel } from '../../grants/domain/grant-status.ts'
import type { CasePayout } from '../case-payout.contract.ts'
import { type Remaining, remainingSteps } from '../domain/remaining.ts'
import type { CaseBrief, CaseDetails, CaseShare } from '../estate-cases.contract.ts'
import { type CaseContext, requireCase } from './case-context.ts'
import type { findAccountOfCase } from './case-facts.queries.ts'
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
  type MadePayout,
  openRedirections,
  payoutsOf,
  type RedirectionRow,
  type ShareRow,
} from './cases.queries.ts'
import { otherCasesOf } from './deaths.queries.ts'
import { readShares, type Share } from './read-shares.ts'

type Shown = Pick<CaseContext, 'actor' | 'client' | 'clock' | 'today'>

export const briefOf = (row: CaseRow, timeZone: string): CaseBrief => ({
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

/** A case with everything that its page shows. Throws `not-found`. */
export async function caseDetails(db: Kysely<DB>, caseId: string, shown: Shown): Promise<CaseDetails> {
  const row = await requireCase(db, caseId)
  const [shares, redirections, events, payouts, otherCases] = [
    await readShares(db, caseId, shown.clock.now()),
    await openRedirections(db, caseId),
    await eventsOf(db, caseId),
    await payoutsOf(db, caseId),
    await otherCasesOf(db, row),
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
    payouts: payouts.map(each => payoutOf(each, shown)),
    otherCases: otherCases.map(other => ({
      caseId: other.case_id,
      number: other.case_number.toString(),
      fundId: Number(other.fund_id),
      accountName: other.account_name,
      state: other.state,
      outcome: other.outcome,
    })),
    remaining: remainingSteps(remainingOf(row, shares, redirections.length), shown.client.locale),
    events: events.map(event => ({
      kind: event.kind,
      sentence: localEnglish(eventSentences[event.kind], shown.client.locale),
      byName: event.by_name,
      text: event.text,
      at: event.at.toISOString(),
    })),
    commands: stepsOf(row, shares, redirections, shown.actor),
  }
}

const payoutOf = (row: MadePayout, { client }: Pick<Shown, 'client'>): CasePayout => ({
  payoutId: row.payout_id,
  grant:
    row.grant_id === null || row.transaction_status_code === null
      ? null
      : {
          grantId: row.grant_id,
          transactionId: String(row.transaction_id),
          state: grantStateLabel(
            { status: row.transaction_status_code, reviewState: null, outcome: row.outcome },
            client.locale,
          ),
        },
  entryId: row.entry_id,
  isReversed: row.is_reversed,
  toName: row.grant_id === null ? row.to_name : charityName(row.to_name),
  amountMinor: row.amount_minor,
  madeOn: dateOf(row.created_at, client.timeZone),
})

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
  reversed: 'Took back what the case had posted',
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
            confirmationRefusal: confirmationRefusal(redirection.entered_by, actor, ownRedirection),
          },
    redirectionRefusal: redirectionViolation(row, share, { today, timeZone: client.timeZone }),
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
