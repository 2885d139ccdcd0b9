import { expect, test } from 'vitest'
import { npt } from '../../clients/configuration/npt.ts'
import { rathbones } from '../../clients/configuration/rathbones.ts'
import { solveChallenge } from '../../features/contact/bot-check/solve-challenge.ts'
import { testSecret } from '../../testing/database/database-server.ts'
import { issueChallenge, maxSteps, verifyChallenge } from './altcha.ts'

const now = new Date()

test('accepts the solution of the browser’s worker, at its own client and with its own secret only', async () => {
  const challenge = await issueChallenge(testSecret, npt, now)
  let lastStep = 0
  const solution = await solveChallenge(challenge, maxSteps, steps => {
    expect(steps).toBe(lastStep + 1)
    lastStep = steps
  })
  expect(lastStep).toBe(solution.counter)
  const solved = await verifyChallenge(testSecret, npt, { challenge, solution }, now)
  expect(solved?.id).toBe(challenge.signature)
  expect(solved?.expiresAt.getTime()).toBeGreaterThan(now.getTime() + 19 * 60_000)
  expect(await verifyChallenge(testSecret, rathbones, { challenge, solution }, now)).toBeNull()
  expect(await verifyChallenge(`${testSecret}!`, npt, { challenge, solution }, now)).toBeNull()
})

test('issues different challenges, none of which is solved in fewer steps', async () => {
  const challenges = await Promise.all(Array.from({ length: 5 }, () => issueChallenge(testSecret, npt, now)))
  expect(new Set(challenges.map(({ signature }) => signature)).size).toBe(5)
  const [first] = challenges
  if (!first) throw new Error('no challenge was made')
  await expect(solveChallenge(first, 100, () => {})).rejects.toThrow('no solution in 100 steps')
})
