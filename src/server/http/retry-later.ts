import { Problem, type ProblemCode } from '../../contract/problems.ts'

/**
 * A refusal that ends by itself. The sentence for people ends with the wait that Retry-After names for programs:
 * `Many people are sending files. Please try again in 30 seconds.`
 */
export const retryLater = (
  code: Extract<ProblemCode, 'unavailable' | 'too-many-requests'>,
  sentence: string,
  retryAfterS: number,
): Problem =>
  new Problem(code, { detail: `${sentence} Please try again in ${formatWait(retryAfterS)}.`, retryAfterS })

function formatWait(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? 'a second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
