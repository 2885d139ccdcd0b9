import type { AltchaAnswer, AltchaChallenge } from '../../../contract/bot-check.ts'
import { solveChallenge } from './solve-challenge.ts'

/** The message to the worker, one for each worker, and its replies. */
export type ChallengeToSolve = { challenge: AltchaChallenge; maxSteps: number }
export type ChallengeMessage =
  | { kind: 'steps'; steps: number }
  | { kind: 'solved'; solution: AltchaAnswer['solution'] }
  | { kind: 'failed' }

/** The number of steps between reports of progress, which saves messages. */
const stepsPerMessage = 20

const send = (message: ChallengeMessage) => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<ChallengeToSolve>) => {
  solveChallenge(data.challenge, data.maxSteps, steps => {
    if (steps % stepsPerMessage === 0) send({ kind: 'steps', steps })
  }).then(
    solution => send({ kind: 'solved', solution }),
    () => send({ kind: 'failed' }),
  )
})
