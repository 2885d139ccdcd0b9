import { Problem, type ProblemCode } from '../../contract/problems.ts'

type RetryCode = Extract<ProblemCode, 'unavailable' | 'too-many-requests'>

/**
 * A refusal that ends by itself. The sentence for people ends with the wait that Retry-After names for programs:
 * `Many people are sending files. Please try again in 30 seconds.`
 */
export const retryLater = (code: RetryCode, sentence: string, retryAfterS: number): Problem =>
  new Problem(code, aboutWait(sentence, retryAfterS))

/** A full queue: the program refuses more work on purpose, and nothing has failed. The log has it as a warning. */
export class TooBusy extends Problem {}

export const tooBusy = (code: RetryCode, sentence: string, retryAfterS: number): TooBusy =>
  new TooBusy(code, aboutWait(sentence, retryAfterS))

const aboutWait = (sentence: string, retryAfterS: number) => ({
  detail: `${sentence} Please try again in ${formatWait(retryAfterS)}.`,
  retryAfterS,
})

function formatWait(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? 'a second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
