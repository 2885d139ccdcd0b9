import type { Client } from '../../../clients/client.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import {
  type GrantState,
  type GrantStatus,
  mayTake,
  type Outcome,
  type ReviewState,
  type Rule,
  ruleFor,
  standingAfter,
  standingInWords,
  type Transition,
} from '../domain/grant-status.ts'
import { dualControlViolation } from './dual-control.ts'
import type { GrantRecord } from './grants.queries.ts'
import type { StepActor } from './record-history-entry.ts'

export type GrantTransition = {
  grantId: string
  transition: Transition
  actor: StepActor
  /** For staff and auditors alone. */
  reason?: string | null
  /** For the donor. */
  message?: string | null
  /** How it was paid; `pay` needs it. */
  payment?: { method: 'eft' | 'cheque'; reference: string }
  /** What came back of a paid grant this time, in minor units; `return` needs it. */
  returnedMinor?: bigint
}

/** Steps that look at the charity anew, because the register may have changed since (open-points 6). */
const reliesOnRegister: readonly Transition[] = ['approve', 'pay']

export type Recommended = Pick<
  GrantRecord,
  | 'amount_minor'
  | 'returned_minor'
  | 'recommended_by'
  | 'on_behalf_of'
  | 'transaction_status_code'
  | 'review_state'
  | 'outcome'
>

/**
 * What a step means for a grant that stands so and has taken these steps: its rule, where the grant stands afterwards, its texts,
 * and whether it relies on the register. Throws `conflict`, `validation` or `access-denied`, as moveGrant says.
 */
export function ruleOf(
  move: GrantTransition,
  grant: Recommended,
  taken: readonly { transition: string; actor_user_id: string }[],
  client: Client,
): { rule: Rule; after: GrantState; reason: string | null; message: string | null; relies: boolean } {
  const { rule, after } = stateAfter(move, grant)
  const message = saidIn(move.message)
  if (rule.message && message === null) throw fieldProblem('message', 'Write a message to the donor')
  const violation = dualControlViolation(move.transition, move.actor, grant, taken, client)
  if (violation) throw new Problem('access-denied', { detail: violation })
  const reason = saidIn(move.reason)
  return { rule, after, reason, message, relies: reliesOnRegister.includes(move.transition) }
}

/** A text without the spaces around it; null where there is nothing to be seen in it. */
function saidIn(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return /[^\s\p{Cf}\p{Cc}]/u.test(trimmed) ? trimmed : null
}

/**
 * Where a grant stands once it has taken this step. Throws `validation` for a step that the life does not know, `conflict` where
 * the grant's state does not allow it.
 */
export function stateAfter(move: GrantTransition, grant: Recommended): { rule: Rule; after: GrantState } {
  const rule = ruleFor(move.transition)
  if (!rule) throw fieldProblem('transition', 'There is no such step')
  const standing = grantStateOf(grant)
  if (!mayTake(move.transition, standing))
    throw new Problem('conflict', { detail: `This grant is ${grantStateLabel(standing)}.` })
  const backMinor = rule.effect === 'return' ? returnedBy(move, grant) : 0n
  return { rule, after: standingAfter(rule, grant.amount_minor - grant.returned_minor - backMinor) }
}

export function grantStateOf(
  grant: Pick<GrantRecord, 'transaction_status_code' | 'review_state' | 'outcome'>,
): GrantState {
  // The table's checks allow exactly these values.
  return {
    status: grant.transaction_status_code as GrantStatus,
    reviewState: grant.review_state as ReviewState | null,
    outcome: grant.outcome as Outcome | null,
  }
}

/** `under review, waiting for funds`: for sentences. */
export function grantStateLabel(standing: GrantState): string {
  const state = standingInWords(standing)
  return state.charAt(0).toLowerCase() + state.slice(1)
}

/** The payment of a step that pays. Throws `validation` where it or its reference is missing. */
export function paymentOf({
  payment,
}: Pick<GrantTransition, 'payment'>): NonNullable<GrantTransition['payment']> {
  if (!payment) throw fieldProblem('paymentMethod', 'Say how it was paid')
  const reference = payment.reference.trim()
  // A reference without a letter or a digit is as good as none: spaces that cannot be seen, a dash.
  if (!/[\p{L}\p{N}]/u.test(reference))
    throw fieldProblem('paymentReference', "Enter the payment's reference")
  return { method: payment.method, reference }
}

/** What comes back by this step. A void takes back all that is left. Throws `validation` where the amount is missing or too large. */
export function returnedBy(
  { transition, returnedMinor }: Pick<GrantTransition, 'transition' | 'returnedMinor'>,
  grant: Pick<GrantRecord, 'amount_minor' | 'returned_minor'>,
): bigint {
  const leftMinor = grant.amount_minor - grant.returned_minor
  if (transition === 'void-payment') return leftMinor
  if (returnedMinor === undefined) throw fieldProblem('returnedMinor', 'Say how much came back')
  if (returnedMinor <= 0n || returnedMinor > leftMinor)
    throw fieldProblem('returnedMinor', 'Not more than was paid can come back')
  return returnedMinor
}
