import type { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeEnvelope, signerOf } from '../../../testing/factories/make-envelope.ts'
import { makeFund } from '../../../testing/factories/make-fund.ts'
import { signingAt } from '../../../testing/signing.ts'
import { signingPaused } from '../domain/signature.ts'

test('while the seal is expired nobody can sign, and signers are told so', async () => {
  const clock = testClock()
  const ended = new Date(clock.now().getTime() - 1)
  const certificates = [{ validFromDate: new Date(0), validToDate: ended } as X509Certificate] as const
  const portal = await startTestApp({ clock, settings: { seal: { certificates } } })
  const { show, agree, sign, decline } = signingAt(portal)
  const fund = await makeFund(portal)
  const envelopeId = await makeEnvelope(portal, fund, { signers: [signerOf(fund.donor, 1)] })
  const { session } = fund.donor
  expect((await show(envelopeId, session)).reply.data).toMatchObject({
    isPaused: true,
    place: { isTheirTurn: true },
  })
  await agree(envelopeId, session)
  const refused = await sign(envelopeId, session)
  expect(refused.status).toBe(409)
  expect(refused.problem.detail).toBe(signingPaused)
  // Declining needs no seal.
  expect((await decline(envelopeId, session)).status).toBe(200)
  await portal.close()
})
