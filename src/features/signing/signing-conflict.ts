import { Problem } from '../../contract/problems.ts'
import { showFailure } from '../../web/api/show-failure.ts'

/**
 * The sentence of a conflict, such as in a second tab after the first has signed; the screen then loads the envelope again. Any other
 * failure is shown as a toast, and what was typed stays.
 */
export function conflictOf(failure: unknown, onStale: () => void): string | null {
  if (failure instanceof Problem && failure.code === 'conflict' && failure.detail !== undefined) {
    onStale()
    return failure.detail
  }
  showFailure(failure)
  return null
}
