import { maxReasonLength } from '../src/features/users/server/find-operator.ts'
import { EnvironmentError } from '../src/server/env.ts'

/** The user ID of `--by`, who is recorded. `does` completes the sentence of the refusal. Throws `EnvironmentError` if it is missing. */
export function requireBy(by: string | undefined, does: string): string {
  if (!by) throw new EnvironmentError(`--by must be the user ID of the person who ${does}.`)
  return by
}

/** The text of `--reason`. Throws `EnvironmentError` if it is missing or would be cut off in the audit log. */
export function requireReason(reason: string | undefined): string {
  if (!reason?.trim() || reason.length > maxReasonLength)
    throw new EnvironmentError(`--reason is required for the audit log, up to ${maxReasonLength} characters.`)
  return reason
}
