import type { AltchaAnswer, AltchaChallenge } from '../../../contract/bot-check.ts'
import { solveChallenge } from './solve-challenge.ts'

/** What the page asks, once a worker, and what it is told. */
export type ChallengeToSolve = { challenge: AltchaChallenge; stepsAtMost: number }
export type ChallengeNews =
  | { kind: 'steps'; steps: number }
  | { kind: 'solved'; solution: AltchaAnswer['solution'] }
  | { kind: 'failed' }

/** The page need not hear of each of a thousand steps. */
const toldEverySteps = 20

const tell = (news: ChallengeNews) => postMessage(news)

addEventListener('message', ({ data }: MessageEvent<ChallengeToSolve>) => {
  solveChallenge(data.challenge, data.stepsAtMost, steps => {
    if (steps % toldEverySteps === 0) tell({ kind: 'steps', steps })
  }).then(
    solution => tell({ kind: 'solved', solution }),
    () => tell({ kind: 'failed' }),
  )
})
