import { Problem } from '../../contract/problems.ts'

/** Why a call has no response. */
const lost = {
  offline: 'You’re offline. Please check your connection and try again.',
  unreachable: 'The portal could not be reached. Please check your connection and try again.',
} as const

/** The failure of a call that got no response. The browser knows if the device has no network at all. */
export function connectionProblem(): Problem {
  return new Problem('unavailable', { detail: navigator.onLine ? lost.unreachable : lost.offline })
}

/** Whether the call failed because the device was offline. */
export function isOffline(failure: unknown): boolean {
  if (failure instanceof Problem) return failure.detail === lost.offline
  // Code of a screen that could not be fetched.
  return !navigator.onLine
}

/** Why the call got no response; undefined: it got one, or failed otherwise. */
const lostSentence = (failure: unknown) =>
  Object.values(lost).find(sentence => failure instanceof Problem && failure.detail === sentence)

/** Whether the server answered, so that its failure has a row in the catalogue of §8. */
export const isAnswered = (failure: unknown): failure is Problem =>
  failure instanceof Problem && lostSentence(failure) === undefined

/** What a person can do after a failure to load something that the server did not answer. */
export function retryAdvice(failure: unknown): string {
  return lostSentence(failure) ?? (isOffline(failure) ? lost.offline : 'Please try again.')
}
