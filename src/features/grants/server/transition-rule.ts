import type { Book, Client } from '../../../clients/client.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { missingAnswer, missingMessageToDonor } from '../../../contract/required-text.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import type { Evidence } from '../../charities/server/charity-status.ts'
import type { BankReturn } from '../domain/grant-return.ts'
import {
  canTransition,
  type GrantState,
  grantStateLabel,
  type Rule,
  ruleFor,
  stateAfterTransition,
  type Transition,
} from '../domain/grant-status.ts'
import type { PaymentMethod } from '../domain/payment-label.ts'
import type { StepAttributes } from '../review/staff-commands.contract.ts'
import { dualControlViolation, type EarlierStep } from './dual-control.ts'
import type { GrantRecord } from './grants.queries.ts'
import type { StepActor } from './record-history-entry.ts'

/** What a transition takes from its request or job. */
export type TransitionSettings = {
  client: Client
  book: Book
  today: IsoDate
  now: Date
  /** Throws `step-up-needed` unless the actor has just verified their identity. */
  requireVerification: () => void
  /** Set by a job that records the steps of many grants: it mails them together when all are recorded (`mailGrantSteps`). */
  isMailedLater?: true
  /**
   * Set by the job that records what the bank was told to pay: the approval of the run checked its person by the threshold in force then.
   * One that was lowered since must not keep what has left from being recorded.
   */
  isPayerChecked?: true
}

/** Transitions that a hold prevents; the database refuses them too. */
export const stoppedByHold: readonly Transition[] = ['approve', 'schedule', 'pay']

/** A step of a grant with what is entered about it; `return` requires the amount. */
export type GrantTransition = Partial<StepAttributes> & {
  grantId: string
  transition: Transition
  actor: StepActor
  /** Required by `approve` for a supporting organization. */
  controlsSupported?: boolean | null
  /** The digest of the payee that the reviewer of an approval saw, null for none. Absent where the program itself decides. */
  payeeSeen?: string | null
  /** Required by `return`. */
  bankReturn?: BankReturn
  /** Required by `pay`, which only a payment run does: what it paid, and the evidence on which its approval relied. */
  payment?: { method: PaymentMethod; reference: string; evidence?: Evidence | null }
}

/**
 * Transitions that check the charity's current status, because the register may have changed since the recommendation. A payment run has
 * checked it before its file left.
 */
const checksCharityOn: readonly Transition[] = ['approve']

/** The columns of a grant on which its transitions depend. */
export type TransitionColumns = Pick<
  GrantRecord,
  | 'amount_minor'
  | 'returned_minor'
  | 'recommended_by'
  | 'on_behalf_of'
  | 'transaction_status_code'
  | 'review_state'
  | 'outcome'
>

type CheckedTransition = {
  rule: Rule
  after: GrantState
  reason: string | null
  message: string | null
  checksCharity: boolean
}

/**
 * Checks a transition of a grant with this history: returns its rule, the state after it, its texts, and whether the
 * charity's status has to be checked. Throws `conflict`, `validation` or `access-denied`, as `transitionGrant` documents.
 */
export function checkTransition(
  request: GrantTransition,
  grant: TransitionColumns,
  history: readonly EarlierStep[],
  { client, isPayerChecked }: Pick<TransitionSettings, 'client' | 'isPayerChecked'>,
): CheckedTransition {
  const { rule, after } = nextState(request, grant, client.locale)
  const message = textOrNull(request.message)
  if (rule.message && message === null)
    throw fieldProblem('message', request.transition === 'answer' ? missingAnswer : missingMessageToDonor)
  const violation = dualControlViolation(
    request.transition,
    request.actor,
    grant,
    history,
    isPayerChecked ? null : client,
  )
  if (violation) throw new Problem('access-denied', { detail: violation })
  const reason = textOrNull(request.reason)
  return { rule, after, reason, message, checksCharity: checksCharityOn.includes(request.transition) }
}

/** The trimmed text; null where it has no visible character. */
export function textOrNull(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return /[^\s\p{Cf}\p{Cc}]/u.test(trimmed) ? trimmed : null
}

/** Throws `validation` for an unknown transition, `conflict` where the grant's state does not allow it. */
function nextState(
  request: GrantTransition,
  grant: TransitionColumns,
  locale: string,
): { rule: Rule; after: GrantState } {
  const rule = ruleFor(request.transition)
  if (!rule) throw fieldProblem('transition', 'This step does not exist')
  const state = grantStateOf(grant)
  if (!canTransition(request.transition, state))
    throw new Problem('conflict', { detail: `This grant is ${grantStateInSentence(state, locale)}.` })
  const returnedMinor = rule.effect === 'return' ? returnedBy(request, grant) : 0n
  return {
    rule,
    after: stateAfterTransition(rule, grant.amount_minor - grant.returned_minor - returnedMinor),
  }
}

export function grantStateOf(
  grant: Pick<GrantRecord, 'transaction_status_code' | 'review_state' | 'outcome'>,
): GrantState {
  return {
    status: grant.transaction_status_code,
    reviewState: grant.review_state,
    outcome: grant.outcome,
  }
}

/** `under review, waiting for funds`: the state inside a sentence. */
function grantStateInSentence(state: GrantState, locale: string): string {
  const label = grantStateLabel(state, locale)
  return label.charAt(0).toLowerCase() + label.slice(1)
}

/** The payment with a trimmed reference. Throws `validation` where the payment or its reference is missing. */
export function paymentOf({
  payment,
}: Pick<GrantTransition, 'payment'>): NonNullable<GrantTransition['payment']> {
  if (!payment) throw fieldProblem('paymentMethod', 'Choose how the grant was paid')
  const reference = payment.reference.trim()
  // A reference without a letter or a digit counts as missing: invisible spaces, a dash.
  if (!/[\p{L}\p{N}]/u.test(reference)) throw fieldProblem('paymentReference', 'Enter the payment reference')
  return { method: payment.method, reference }
}

/**
 * The amount that this transition returns; voiding a payment returns the whole remaining amount. Throws `validation` where the amount
 * is missing or too large.
 */
export function returnedBy(
  { transition, returnedMinor }: Pick<GrantTransition, 'transition' | 'returnedMinor'>,
  grant: Pick<GrantRecord, 'amount_minor' | 'returned_minor'>,
): bigint {
  const leftMinor = grant.amount_minor - grant.returned_minor
  if (transition === 'void-payment') return leftMinor
  if (returnedMinor === undefined) throw fieldProblem('returnedMinor', 'Enter the amount returned')
  if (returnedMinor <= 0n || returnedMinor > leftMinor)
    throw fieldProblem('returnedMinor', 'The amount returned cannot be more than was paid')
  return returnedMinor
}
