import { expect, test } from 'vitest'
import { npt } from '../../clients/configuration/npt.ts'
import { rathbones } from '../../clients/configuration/rathbones.ts'
import { solveChallenge } from '../../features/contact/bot-check/solve-challenge.ts'
import { testSecret } from '../../testing/database/database-server.ts'
import { newChallenge, solvedChallenge, stepsAtMost } from './altcha.ts'

const now = new Date()

test('open-points 7 what the visitor’s worker calculates is what ALTCHA’s own code takes for a solution', async () => {
  const challenge = await newChallenge(testSecret, npt, now)
  let told = 0
  const solution = await solveChallenge(challenge, stepsAtMost, steps => {
    expect(steps).toBe(told + 1)
    told = steps
  })
  expect(told).toBe(solution.counter)
  const solved = await solvedChallenge(testSecret, npt, { challenge, solution }, now)
  expect(solved?.id).toBe(challenge.signature)
  expect(solved?.until.getTime()).toBeGreaterThan(now.getTime() + 19 * 60_000)
  expect(await solvedChallenge(testSecret, rathbones, { challenge, solution }, now)).toBeNull()
  expect(await solvedChallenge(`${testSecret}!`, npt, { challenge, solution }, now)).toBeNull()
})

test('open-points 7 each challenge is another, and none is solved in less than its steps', async () => {
  const some = await Promise.all(Array.from({ length: 5 }, () => newChallenge(testSecret, npt, now)))
  expect(new Set(some.map(({ signature }) => signature)).size).toBe(5)
  const [first] = some
  if (!first) throw new Error('no challenge was made')
  await expect(solveChallenge(first, 100, () => {})).rejects.toThrow('no solution in 100 steps')
})
