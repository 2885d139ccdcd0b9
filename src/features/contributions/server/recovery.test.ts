import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testFilesFolder } from '../../../testing/temporary/test-files-folder.ts'
import { makeFund, makeStaff } from '../../../testing/factories/make-fund.ts'
import type { MemoryProvider } from '../../../testing/signatures/memory-provider.ts'
import { documentPlace, signingCalls } from '../../../testing/signatures/signing-calls.ts'
import { advance } from './advance-document.ts'
import { askedAgainAfterMs, pollDocuments } from './poll-documents.ts'

let portal: TestApp
let calls: ReturnType<typeof signingCalls>

beforeAll(async () => {
  portal = await startTestApp()
  calls = signingCalls(portal, await makeStaff(portal))
})
afterAll(() => portal.close())

/** No worker runs here: the test itself advances documents, as the job does. */
const advanceNow = (documentId: string) => advance(documentPlace(portal), documentId)
const stateOf = async (documentId: string): Promise<string> => {
  const { rows } = await portal.database.admin.query(
    'select state from contribution_document where contribution_document_id = $1',
    [documentId],
  )
  return rows[0].state
}
/** The e-mails that the steps have asked for. */
const eventsOf = async (documentId: string): Promise<string[]> => {
  const { rows } = await portal.database.admin.query(
    `select payload -> 'payload' ->> 'event' as event from graphile_worker._private_jobs
      where payload -> 'payload' ->> 'documentId' = $1 and payload -> 'payload' ->> 'event' is not null order by id`,
    [documentId],
  )
  return rows.map(row => row.event)
}
const filedOf = async (accountId: string) => {
  const { rows } = await portal.database.admin.query(
    `select state from document where account_id = $1 and state <> 'removed'`,
    [accountId],
  )
  return rows
}

/** Lets the next call of this kind fail, as if the program had ended there. */
const failOnce = (call: Parameters<MemoryProvider['before']>[0]) => {
  let hasFailed = false
  portal.signatures.before = name => {
    if (name !== call || hasFailed) return
    hasFailed = true
    throw new Error('the program ended')
  }
}

describe('a document whose job ends', () => {
  test.each([
    ['before its envelope is created', () => failOnce('createEnvelope')],
    [
      'before the portal knows its envelope',
      () => {
        portal.signatures.afterCreate = () => {
          portal.signatures.afterCreate = () => {}
          throw new Error('the program ended')
        }
      },
    ],
    ['before its provider is asked', () => failOnce('status')],
    ['before the signed document is fetched', () => failOnce('signedDocument')],
  ])('%s is found by the next look, signed and filed once', async (_when, arm) => {
    const fund = await makeFund(portal)
    const { documentId } = await calls.prepare(fund)
    arm()
    // The first run creates the envelope, or fails; the second follows the signature, or fails.
    await advanceNow(documentId).catch(() => undefined)
    await advanceNow(documentId).catch(() => undefined)
    const { envelopeId } = portal.signatures.envelopeOf(documentId)
    portal.signatures.sign(envelopeId, fund.donor.user.userId)
    await advanceNow(documentId).catch(() => undefined)
    portal.signatures.before = () => {}
    expect(await pollDocuments(portal.databases.book('npt'), new Date())).toBe(0)
    const later = new Date(Date.now() + askedAgainAfterMs + 1000)
    if ((await stateOf(documentId)) !== 'filed')
      expect(await pollDocuments(portal.databases.book('npt'), later)).toBeGreaterThan(0)
    await advanceNow(documentId)
    await advanceNow(documentId)
    expect(await stateOf(documentId)).toBe('filed')
    expect(await filedOf(fund.accountId)).toEqual([{ state: 'stored' }])
    expect(await eventsOf(documentId)).toEqual(['prepared', 'filed'])
    const made = [...portal.signatures.envelopes.values()].filter(
      ({ request }) => request.accountId === fund.accountId,
    )
    expect(made).toHaveLength(1)
  })

  test('of two that run at once, one takes each step', async () => {
    const fund = await makeFund(portal)
    const { documentId } = await calls.prepare(fund)
    await Promise.allSettled([advanceNow(documentId), advanceNow(documentId)])
    const { envelopeId } = portal.signatures.envelopeOf(documentId)
    portal.signatures.sign(envelopeId, fund.donor.user.userId)
    await Promise.allSettled([advanceNow(documentId), advanceNow(documentId)])
    await advanceNow(documentId)
    expect(await stateOf(documentId)).toBe('filed')
    expect(await filedOf(fund.accountId)).toEqual([{ state: 'stored' }])
    expect(await eventsOf(documentId)).toEqual(['prepared', 'filed'])
  })
})

test('a webhook that is lost is found by polling, after 15 minutes', async () => {
  const fund = await makeFund(portal)
  const { documentId } = await calls.prepare(fund)
  await advanceNow(documentId)
  portal.signatures.decline(portal.signatures.envelopeOf(documentId).envelopeId, fund.donor.user.userId, 'No')
  const db = portal.databases.book('npt')
  const before = await pollDocuments(db, new Date(Date.now() + askedAgainAfterMs - 60_000))
  expect(before).toBe(0)
  expect(await pollDocuments(db, new Date(Date.now() + askedAgainAfterMs + 1000))).toBeGreaterThan(0)
  await advanceNow(documentId)
  expect(await stateOf(documentId)).toBe('declined')
  expect(await pollDocuments(db, new Date(Date.now() + 10 * askedAgainAfterMs))).toBe(0)
})
