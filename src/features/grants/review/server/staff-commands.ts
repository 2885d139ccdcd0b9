import type { Permission } from '../../../../contract/permissions.ts'
import { noAccess } from '../../../../server/auth/dual-control.ts'
import type { CharityStatus } from '../../../charities/server/charity-status.ts'
import { fundStatusViolation, stepStatusViolation } from '../../domain/fund-status.ts'
import { canBeReissued, canTransition, holdableStatuses, type Transition } from '../../domain/grant-status.ts'
import { relatedPartiesViolation } from '../../domain/related-parties.ts'
import { approvalViolation, charityViolation } from '../../server/charity-violation.ts'
import { dualControlViolation } from '../../server/dual-control.ts'
import type { FoundGrant, StepRow, Viewer } from '../../server/grant-details.ts'
import { grantStateOf } from '../../server/transition-rule.ts'
import { type StaffCommand, type StaffGrant, staffCommands } from '../staff-grants.contract.ts'
import { onHoldSentence } from './holds.ts'

type Command = { permission: Permission; transition: Transition | null }

/** The transition of each command; a hold is not a transition, a reissue is another grant, and a return is taken back by its entry. */
const commandRules = {
  approve: { permission: 'GRANT_APPROVE', transition: 'approve' },
  ask: { permission: 'GRANT_APPROVE', transition: 'ask-information' },
  reserve: { permission: 'GRANT_APPROVE', transition: 'reserve' },
  hold: { permission: 'GRANT_APPROVE', transition: null },
  release: { permission: 'GRANT_APPROVE', transition: null },
  reject: { permission: 'GRANT_APPROVE', transition: 'reject' },
  clear: { permission: 'GRANT_PAY', transition: 'clear' },
  reopen: { permission: 'GRANT_APPROVE', transition: 'reopen' },
  void: { permission: 'GRANT_PAY', transition: 'void' },
  voidPayment: { permission: 'GRANT_PAY', transition: 'void-payment' },
  return: { permission: 'GRANT_PAY', transition: 'return' },
  reverseReturn: { permission: 'POSTING_REVERSE', transition: null },
  reissue: { permission: 'GRANT_PAY', transition: null },
} as const satisfies Record<StaffCommand, Command>

/** Steps that a hold and the charity's status prevent. */
const guarded: readonly StaffCommand[] = ['approve']

type About = {
  charity: CharityStatus | undefined
  /** The latest case about related parties. */
  relatedParties: Parameters<typeof relatedPartiesViolation>[0]
  /** Of a connection between the charity and the fund, today. */
  hints: readonly string[]
  isOnHold: boolean
  isReissued: boolean
  /** Whether its reissue was neither cancelled nor rejected. */
  hasReissueThatStands: boolean
  hasReversibleReturn: boolean
}

/** For each command that the grant's state allows: why the caller may not use it, as a sentence; null if they may. */
export function commandsOf(
  grant: FoundGrant,
  steps: readonly StepRow[],
  about: About,
  { actor, client }: Viewer,
): StaffGrant['commands'] {
  const refusal = (command: StaffCommand): string | null => {
    const { permission, transition } = commandRules[command]
    if (!actor.actions.has(permission)) return noAccess
    if (command === 'reissue')
      return fundStatusViolation(grant.account_status) ?? charityViolation(about.charity)
    if (transition === null) return null
    const ofFund = stepStatusViolation(transition, {
      accountStatus: grant.account_status,
      isOfCase: grant.case_id !== null,
    })
    if (ofFund !== null) return ofFund
    const own = dualControlViolation(transition, { userId: actor.userId }, grant, steps, client)
    if (own !== null || !guarded.includes(command)) return own
    if (about.isOnHold) return onHoldSentence
    return (
      approvalViolation(about.charity, client) ??
      relatedPartiesViolation(about.relatedParties, { hints: about.hints, userId: actor.userId })
    )
  }
  const possible = staffCommands.filter(command => isPossible(command, grant, about))
  return Object.fromEntries(possible.map(command => [command, refusal(command)]))
}

function isPossible(
  command: StaffCommand,
  grant: FoundGrant,
  { isOnHold, isReissued, hasReissueThatStands, hasReversibleReturn }: About,
): boolean {
  if (command === 'hold') return holdableStatuses.includes(grant.transaction_status_code) && !isOnHold
  if (command === 'release') return isOnHold
  if (command === 'reverseReturn')
    return hasReversibleReturn && !hasReissueThatStands && grant.outcome !== 'payment_voided'
  if (command === 'reissue') return canBeReissued(grant.outcome) && !isReissued
  return canTransition(commandRules[command].transition, grantStateOf(grant))
}
