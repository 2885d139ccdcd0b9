import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { BotCheckAnswer, BotCheckTask } from '../contract/bot-check.ts'

/** Solves the portal's ALTCHA challenge as a visitor's browser does, with ALTCHA's own code. */
export async function solvedBotCheck(task: BotCheckTask): Promise<BotCheckAnswer & { service: 'altcha' }> {
  if (task.service !== 'altcha') throw new Error(`the bot check uses ${task.service}, not ALTCHA`)
  const { challenge } = task
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('the challenge was not solved in time')
  const { counter, derivedKey } = solution
  return { service: 'altcha', answer: { challenge, solution: { counter, derivedKey } } }
}
