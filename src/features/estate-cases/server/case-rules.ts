import type { IsoDate } from '../../../domain/dates.ts'
import { addMonths, dateOf } from '../../../domain/dates.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import { decisionRefusal, noAccess } from '../../../server/auth/dual-control.ts'
import { duesOf } from '../domain/divide.ts'
import type { CaseDetails } from '../estate-cases.contract.ts'
import type { CaseRow, RedirectionRow, ShareRow } from './cases.queries.ts'
import type { Share } from './read-shares.ts'

/** How long staff try to reach a successor before they redirect the share. */
const monthsToReach = 12

export const nothingDue = 'No shares are due at present.'
export const ownCase = 'You opened this case, so someone else has to confirm it.'
export const ownRedirection = 'You entered this recipient, so someone else has to confirm it.'

/** What each share is due now, in the order of the shares; nothing unless the case is being carried out. */
export function duesOfShares(row: CaseRow, shares: readonly ShareRow[]): bigint[] {
  if (row.state !== 'distributing') return shares.map(() => 0n)
  return duesOf(
    row.spendable_minor,
    shares.map(share => ({ shareHundredths: share.share_hundredths, paidMinor: share.paid_minor })),
  )
}

/** Whether something is due to a share whose destination is decided and can receive it. */
export function hasReadyDue(row: CaseRow, shares: readonly Share[]): boolean {
  const dues = duesOfShares(row, shares)
  return shares.some(
    ({ state, violation }, index) => state === 'ready' && violation === null && (dues[index] ?? 0n) > 0n,
  )
}

/** Whether one successor has accepted the whole fund, so that they can take it over as it is. */
export const takesWholeFund = (shares: readonly ShareRow[]): boolean =>
  shares.length === 1 &&
  shares[0]?.designation === 'individual' &&
  shares[0].to_charity_id === null &&
  shares[0].to_account_id === null &&
  shares[0].user_id !== null

/** Why a share cannot be redirected now, as a sentence; null if it can. A decided one can, if its recipient cannot receive it. */
export function redirectionViolation(
  row: CaseRow,
  share: Share,
  { today, timeZone }: { today: IsoDate; timeZone: string },
): string | null {
  if (row.state !== 'distributing') return 'The case is not being carried out.'
  if (share.state === 'ready')
    return share.violation !== null || share.came_back
      ? null
      : 'The recipient of this share has already been decided.'
  if (share.state === 'declined' || share.designation !== 'individual') return null
  if (share.email === null && share.phone === null) return null
  const from = dateOf(row.confirmed_at ?? row.opened_at, timeZone)
  return addMonths(from, monthsToReach) <= today
    ? null
    : `${share.name} has ${monthsToReach} months to answer. If they decline, the share can go elsewhere at once.`
}

export const confirmationRefusal = (by: string, actor: Actor, own: string): string | null =>
  decisionRefusal(actor, { permission: 'ESTATE_MANAGE', by, own })

/** For each step that the case allows: why the caller may not do it, as a sentence, or null. */
export function stepsOf(
  row: CaseRow,
  shares: readonly Share[],
  redirections: readonly RedirectionRow[],
  actor: Actor,
): CaseDetails['commands'] {
  const access = actor.actions.has('ESTATE_MANAGE') ? null : noAccess
  if (row.state === 'opened')
    return { confirm: confirmationRefusal(row.opened_by, actor, ownCase), cancel: access }
  if (row.state !== 'distributing') return {}
  const isEmpty = row.spendable_minor === 0n && row.excluded_minor === 0n && row.pending_minor === 0n
  return {
    ...(takesWholeFund(shares)
      ? { handOver: access }
      : {
          distribute: access ?? (hasReadyDue(row, shares) ? null : nothingDue),
        }),
    ...(row.excluded_minor > 0n ? { release: access } : {}),
    ...(isEmpty && row.case_grants + row.other_grants === 0 && redirections.length === 0
      ? { close: access }
      : {}),
    ...(row.has_payouts ? {} : { cancel: access }),
  }
}
