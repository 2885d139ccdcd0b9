import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { openSignatureProviders } from '../../../app/server/signature-providers.ts'
import { startJobWorker } from '../../../server/jobs/worker.ts'
import type { SignatureProviders } from '../../../server/signatures/providers.ts'
import { makeSealerPem } from '../../../server/signatures/seal/make-sealer.ts'
import { readSealer, type Sealer } from '../../../server/signatures/seal/sealer.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { type MadeFund, makeFund, makePersonOf, makeStaff } from '../../../testing/factories/make-fund.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { documentPlace, signingCalls } from '../../../testing/signatures/signing-calls.ts'
import { signingAt } from '../../../testing/signing.ts'
import { advance } from './advance-document.ts'

// No person returns to the page of pending documents here, and nothing polls: only the decision itself has effects.

let portal: TestApp
let signatures: SignatureProviders
let sealer: Sealer
let calls: ReturnType<typeof signingCalls>
let signing: ReturnType<typeof signingAt>
beforeAll(async () => {
  signatures = await openSignatureProviders({ docuSign: null })
  portal = await startTestApp({ settings: { signatures } })
  sealer = readSealer(await makeSealerPem('Almoner test', new Date()), 'The seal')
  calls = signingCalls(portal, await makeStaff(portal))
  signing = signingAt(portal)
})
afterAll(() => portal.close())

/** Prepares a document and its envelope, without a worker. */
async function prepare(fund: MadeFund) {
  const { documentId } = await calls.prepare(fund)
  await advance({ ...documentPlace(portal), signatures }, documentId)
  await runJobs()
  const { rows } = await portal.database.admin.query(
    'select envelope_id from contribution_document where contribution_document_id = $1',
    [documentId],
  )
  return { documentId, envelopeId: String(rows[0].envelope_id) }
}

/** Runs the queued jobs, like a program that starts. */
async function runJobs(): Promise<void> {
  const { databases, documentFiles } = portal
  const worker = await startJobWorker({ databases, tasks, ...jobSettings, documentFiles, signatures, sealer })
  try {
    await jobsDone(portal)
  } finally {
    await worker.stop()
  }
}

async function shown(documentId: string): Promise<{ state: string; signers: string[] }> {
  const { rows } = await portal.database.admin.query(
    `select d.state, array_agg(s.state order by s.routing_order) as signers from contribution_document d
      join contribution_signer s using (book, contribution_document_id)
      where contribution_document_id = $1 group by d.state`,
    [documentId],
  )
  return rows[0]
}

describe('a decision in the portal', () => {
  test('is followed up if its program ended directly after it: notifies the next signer, and files the document after the last signature (§17)', async () => {
    const fund = await makeFund(portal)
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    const { documentId, envelopeId } = await prepare(fund)
    expect((await signing.agreeAndSign(envelopeId, fund.donor.session)).status).toBe(200)
    expect(await shown(documentId)).toEqual({ state: 'pending', signers: ['waiting', 'waiting'] })
    await runJobs()
    expect(await shown(documentId)).toEqual({ state: 'pending', signers: ['signed', 'waiting'] })
    expect(
      (await calls.mailsAbout(fund))
        .filter(({ kind }) => kind === 'document-to-sign')
        .map(({ to_address: to }) => to),
    ).toEqual([joint.user.email])

    expect((await signing.agreeAndSign(envelopeId, joint.session)).status).toBe(200)
    await runJobs()
    expect(await shown(documentId)).toEqual({ state: 'filed', signers: ['signed', 'signed'] })
    const signed = (await calls.mailsAbout(fund)).filter(({ kind }) => kind === 'document-signed')
    expect(new Set(signed.map(({ to_address: to }) => to)).size).toBe(signed.length)
  })

  test('to decline ends the document (§17)', async () => {
    const fund = await makeFund(portal)
    const { documentId, envelopeId } = await prepare(fund)
    expect((await signing.decline(envelopeId, fund.donor.session)).status).toBe(200)
    await runJobs()
    expect(await shown(documentId)).toEqual({ state: 'declined', signers: ['declined'] })
  })

  test('succeeds even if following it fails, and is followed once the cause is fixed (§17)', async () => {
    const fund = await makeFund(portal)
    const { documentId, envelopeId } = await prepare(fund)
    const { admin } = portal.database
    await admin.query('alter table contribution_signer add constraint broken check (false) not valid')
    try {
      expect((await signing.decline(envelopeId, fund.donor.session)).status).toBe(200)
      await expect(advance({ ...documentPlace(portal), signatures }, documentId)).rejects.toThrow('broken')
      expect((await shown(documentId)).state).toBe('pending')
    } finally {
      await admin.query('alter table contribution_signer drop constraint broken')
    }
    await runJobs()
    expect((await shown(documentId)).state).toBe('declined')
  })
})
