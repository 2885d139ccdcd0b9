import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { BotCheckAnswer, BotCheckTask } from '../contract/bot-check.ts'

/** What a visitor's browser answers to the portal's own bot check; the work is ALTCHA's own code, not ours. */
export async function solvedBotCheck(task: BotCheckTask): Promise<BotCheckAnswer & { service: 'altcha' }> {
  if (task.service !== 'altcha') throw new Error(`the check is ${task.service}'s`)
  const { challenge } = task
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('the challenge was not solved in time')
  const { counter, derivedKey } = solution
  return { service: 'altcha', answer: { challenge, solution: { counter, derivedKey } } }
}
