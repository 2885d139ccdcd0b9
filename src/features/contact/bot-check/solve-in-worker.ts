import type { AltchaAnswer } from '../../../contract/bot-check.ts'
import type { ChallengeMessage, ChallengeToSolve } from './challenge.worker.ts'

/** After this the check counts as failed, even on a slow machine. */
const timeoutMs = 90_000

/**
 * Solves a challenge in a web worker, so that the page stays responsive. `onProgress` receives 0 to 1. Rejects if the
 * challenge cannot be solved in time.
 */
export function solveInWorker(
  task: ChallengeToSolve,
  onProgress: (progress: number) => void,
): Promise<AltchaAnswer['solution']> {
  const worker = new Worker(new URL('./challenge.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<AltchaAnswer['solution']>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the challenge took too long')), timeoutMs)
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      settle()
    }
    worker.onmessage = ({ data }: MessageEvent<ChallengeMessage>) => {
      if (data.kind === 'steps') onProgress(data.steps / task.maxSteps)
      else if (data.kind === 'solved') finish(() => resolve(data.solution))
      else finish(() => reject(new Error('the challenge could not be solved')))
    }
    worker.onerror = () => finish(() => reject(new Error('the worker could not be run')))
    worker.postMessage(task)
  }).finally(() => worker.terminate())
}
