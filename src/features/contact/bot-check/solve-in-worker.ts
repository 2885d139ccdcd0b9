import type { AltchaAnswer } from '../../../contract/bot-check.ts'
import type { ChallengeNews, ChallengeToSolve } from './challenge.worker.ts'

/** However slow the machine: after this the visitor is told that the check does not work here. */
const withinMs = 90_000

/** Solves a challenge beside the page, which stays usable meanwhile; `onShare` is told how far it is, 0 to 1. Rejects where it cannot. */
export function solveInWorker(
  task: ChallengeToSolve,
  onShare: (share: number) => void,
): Promise<AltchaAnswer['solution']> {
  const worker = new Worker(new URL('./challenge.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<AltchaAnswer['solution']>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the challenge took too long')), withinMs)
    const settled = (settle: () => void) => {
      clearTimeout(timer)
      settle()
    }
    worker.onmessage = ({ data }: MessageEvent<ChallengeNews>) => {
      if (data.kind === 'steps') onShare(data.steps / task.stepsAtMost)
      else if (data.kind === 'solved') settled(() => resolve(data.solution))
      else settled(() => reject(new Error('the challenge could not be solved')))
    }
    worker.onerror = () => settled(() => reject(new Error('the worker could not be run')))
    worker.postMessage(task)
  }).finally(() => worker.terminate())
}
