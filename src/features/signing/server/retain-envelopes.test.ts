import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSealerPem } from '../../../server/signatures/seal/make-sealer.ts'
import { readSealer } from '../../../server/signatures/seal/sealer.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeEnvelope, providerOf } from '../../../testing/factories/make-envelope.ts'
import { type MadeFund, makeFund } from '../../../testing/factories/make-fund.ts'
import { sealAt, signingAt } from '../../../testing/signing.ts'
import { cleanEnvelopes } from './clean-envelopes.ts'
import { type EnvelopeStore, keyOfFile, readFile } from './envelope-store.ts'
import { retainEnvelopes } from './retain-envelopes.ts'

let portal: TestApp
let store: EnvelopeStore
beforeAll(async () => {
  portal = await startTestApp()
  store = { book: 'npt', db: portal.databases.book('npt'), documentFiles: portal.documentFiles }
})
afterAll(() => portal.close())

const close = ({ accountId }: MadeFund, day: string | null) =>
  portal.database.admin.query(
    `with off as (select set_config('session_replication_role', 'replica', true))
     update fund_account set account_status = case when $2::date is null then 'Active' else 'Closed' end, closed_on = $2
       from off where account_id = $1`,
    [accountId, day],
  )
const retainOn = (day: string) =>
  retainEnvelopes(store, { today: day, now: new Date(`${day}T03:20:00Z`), dueApplications: [] })
const filesOf = async (envelopeId: string) =>
  (
    await portal.database.admin.query(
      `select file_id, kind, state, data_key is null as "isErased", removal_listed_at is not null as "isListed"
        from envelope_file where envelope_id = $1 order by kind`,
      [envelopeId],
    )
  ).rows

describe('retention of envelopes (§17)', () => {
  test('lists the copies ten years after the account closed, and deletes them with their keys and bytes 30 days later', async () => {
    const fund = await makeFund(portal)
    const envelopeId = await makeEnvelope(portal, fund)
    expect((await signingAt(portal).agreeAndSign(envelopeId, fund.donor.session)).status).toBe(200)
    const sealer = readSealer(await makeSealerPem('Almoner test', new Date()), 'The seal')
    await sealAt(portal, envelopeId, { documentFiles: portal.documentFiles, sealer })
    const unsigned = await makeEnvelope(portal, fund)
    const ofOpen = await makeEnvelope(portal, await makeFund(portal))
    await providerOf(portal).voidEnvelope(unsigned, 'Cancelled')
    await close(fund, '2026-11-20')

    expect(await retainOn('2036-11-19')).toEqual({ listed: 0, removed: 0 })
    expect(await retainOn('2036-11-20')).toEqual({ listed: 3, removed: 0 })
    expect(await readFile(store, envelopeId, 'sealed')).not.toBeNull()
    expect(await retainOn('2036-12-19')).toEqual({ listed: 0, removed: 0 })
    expect(await retainOn('2036-12-20')).toEqual({ listed: 0, removed: 3 })
    expect(await filesOf(envelopeId)).toMatchObject([
      { kind: 'original', state: 'removed', isErased: true },
      { kind: 'sealed', state: 'removed', isErased: true },
    ])
    const [{ file_id: fileId }] = await filesOf(envelopeId)
    expect(await portal.files.get(keyOfFile('npt', fileId))).not.toBeNull()
    await cleanEnvelopes(store, new Date('2036-12-20T04:00:00Z'))
    expect(await portal.files.get(keyOfFile('npt', fileId))).toBeNull()

    const { rows } = await portal.database.admin.query(
      `select kind, user_id from audit_event where detail ->> 'envelope' = $1 order by seq desc limit 1`,
      [envelopeId],
    )
    expect(rows).toEqual([{ kind: 'envelope-removed', user_id: null }])
    expect((await providerOf(portal).status(envelopeId)).signers).toMatchObject([{ state: 'signed' }])
    expect(await filesOf(ofOpen)).toMatchObject([{ state: 'stored', isListed: false }])
  })

  test('does not delete listed documents if the account was reopened in the meantime', async () => {
    const fund = await makeFund(portal)
    const envelopeId = await makeEnvelope(portal, fund)
    await close(fund, '2020-01-01')
    await retainOn('2030-01-01')
    expect(await filesOf(envelopeId)).toMatchObject([{ isListed: true }])
    await close(fund, null)
    await retainOn('2030-03-01')
    expect(await filesOf(envelopeId)).toMatchObject([{ state: 'stored', isListed: false }])
  })
})
