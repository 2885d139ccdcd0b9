import { Problem } from '../../../contract/problems.ts'
import { PasskeyError } from '../../../web/passkeys.ts'

/** The message of a failed passkey or call, which the screen shows itself. Throws any other failure again. */
export function factorFailure(failure: unknown): string {
  if (failure instanceof PasskeyError || failure instanceof Problem) return failure.message
  throw failure
}
