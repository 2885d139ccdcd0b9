import type { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { sealWarning } from './watch-seal.ts'

/** Only the days of a certificate matter here. */
const seal = (from: string, to: string) => {
  const days = { validFromDate: new Date(from), validToDate: new Date(to) }
  return { certificates: [days as X509Certificate] as const }
}

test.each([
  ['is valid for longer than 60 days', '2026-12-31', null],
  ['ends within 60 days', '2026-05-01', /expires on 2026-05-01/],
  ['has ended', '2026-03-01', /expired on 2026-03-01/],
])('a seal that %s', (_what, to, warning) => {
  const said = sealWarning(seal('2025-01-01', to), new Date('2026-03-16T15:00:00Z'))
  if (warning === null) expect(said).toBeNull()
  else expect(said).toMatch(warning)
})

test('a seal that is not valid yet', () => {
  expect(sealWarning(seal('2027-01-01', '2030-01-01'), new Date('2026-03-16'))).toMatch(/not valid yet/)
})

test('an expired seal is a warning of /healthz, which stays 200', async () => {
  const clock = testClock('2026-03-16T15:00:00Z')
  const portal = await startTestApp({ clock, settings: { seal: seal('2025-01-01', '2026-03-01') } })
  const answer = await portal.app.inject('/healthz')
  expect(answer.statusCode).toBe(200)
  expect(answer.json().warnings).toEqual([expect.stringMatching(/expired on 2026-03-01/)])
  await portal.close()
})
