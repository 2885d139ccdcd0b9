import { Problem } from '../../../contract/problems.ts'
import { fundStatusViolation } from '../domain/fund-status.ts'
import type { StepActor } from './record-history-entry.ts'

/**
 * Throws `access-denied` unless a fund of this status may recommend grants. Staff read why. Others read what they read where the status
 * denied them access before the command began, so that nobody can tell when it changed.
 */
export function requireActiveFund(fundStatus: string, { side }: Pick<StepActor, 'side'>): void {
  const violation = fundStatusViolation(fundStatus)
  if (violation !== null) throw new Problem('access-denied', side === 'sponsor' ? { detail: violation } : {})
}
