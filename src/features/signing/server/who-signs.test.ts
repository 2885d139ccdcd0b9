import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostOf, originOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { setStatusOf } from '../../../testing/factories/change-account.ts'
import { makeAccount } from '../../../testing/factories/make-account.ts'
import { makeEnvelope, providerOf, signerOf, sponsor } from '../../../testing/factories/make-envelope.ts'
import { makeFund, makePersonOf, makeStaff } from '../../../testing/factories/make-fund.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { makeUser } from '../../../testing/factories/make-user.ts'
import { commandOf, signingAt } from '../../../testing/signing.ts'
import { consentToSigning, getEnvelopeDocument } from '../signing.contract.ts'

let portal: TestApp
let signing: ReturnType<typeof signingAt>
beforeAll(async () => {
  portal = await startTestApp({ clock: testClock() })
  signing = signingAt(portal)
})
afterAll(() => portal.close())

describe('who signs (§14)', () => {
  test('an envelope does not exist for a person who is not a signer of it', async () => {
    const fund = await makeFund(portal)
    const envelopeId = await makeEnvelope(portal, fund)
    const others = [
      (await makePersonOf(portal, fund, 'joint_donor')).session,
      (await makePersonOf(portal, fund, 'primary_advisor')).session,
      (await makePersonOf(portal, fund, 'service_team')).session,
      (await makeFund(portal)).donor.session,
      (await makeStaff(portal)).session,
      (await makeStaff(portal, { roles: [{ role: 'auditor', actions: null }] })).session,
    ]
    const unknown = '0197e0a0-0000-7000-8000-000000000000'
    for (const as of others) {
      const answers = [
        await signing.show(envelopeId, as),
        await signing.sign(envelopeId, as),
        await signing.decline(envelopeId, as),
      ]
      const nothing = [
        await signing.show(unknown, as),
        await signing.sign(unknown, as),
        await signing.decline(unknown, as),
      ]
      const withoutTrace = ({ problem }: (typeof answers)[number]) => ({ ...problem, traceId: '' })
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
      expect(answers.map(withoutTrace)).toEqual(nothing.map(withoutTrace))
      const { status } = await portal.call(getEnvelopeDocument, { params: { envelopeId } }, { as })
      expect(status).toBe(404)
    }
    expect((await signing.show(envelopeId, fund.donor.session)).status).toBe(200)
  })

  test('an envelope of another book does not exist', async () => {
    const fund = await makeFund(portal, { book: 'rathbones' })
    const envelopeId = await makeEnvelope(portal, fund)
    expect((await signing.show(envelopeId, (await makeFund(portal)).donor.session)).status).toBe(404)
    await expect(providerOf(portal).status(envelopeId)).rejects.toThrow('there is no envelope')
    await expect(providerOf(portal).signedDocument(envelopeId)).rejects.toThrow()
  })

  test('a signer who is no longer a donor signs nothing', async () => {
    const fund = await makeFund(portal)
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    const envelopeId = await makeEnvelope(portal, fund, { signers: [signerOf(joint)] })
    await signing.agree(envelopeId, joint.session)
    await portal.database.admin.query(
      `with off as (select set_config('session_replication_role', 'replica', true))
       update account_relationship r set ended_at = now() from off, party p
        where p.book = r.book and p.party_id = r.party_id and p.user_id = $1`,
      [joint.user.userId],
    )
    expect((await signing.sign(envelopeId, joint.session)).status).toBe(404)
  })

  test('nobody countersigns what they sign as a donor, nor without the permission', async () => {
    const fund = await makeFund(portal)
    const both = await makeStaff(portal)
    await makeRelationship(portal.databases, fund, { user: both.user, role: 'joint_donor' })
    const without = await makeStaff(portal, { roles: [{ role: 'super_user', actions: ['DOCUMENT_VIEW'] }] })
    const envelopeId = await makeEnvelope(portal, fund, { signers: [signerOf(both), sponsor(2)] })
    expect((await signing.show(envelopeId, without.session)).status).toBe(404)
    expect((await signing.agreeAndSign(envelopeId, both.session)).reply.data.place.isSponsor).toBe(false)
    const { problem } = await signing.sign(envelopeId, both.session)
    expect(problem.detail).toBe('You have already signed this document. You don’t need to do anything else.')
    await expect(
      portal.database.admin.query(
        `update envelope_signer set state = 'signed', decided_by = $2, decided_by_name = 'x', decided_at = now(), typed_name = 'x'
          where envelope_id = $1 and user_id is null`,
        [envelopeId, both.user.userId],
      ),
    ).rejects.toThrow('in two places')
  })

  test('nothing is signed for a closed account, and an accepted one may sign (§16)', async () => {
    const fund = await makeFund(portal)
    const envelopeId = await makeEnvelope(portal, fund)
    await setStatusOf(portal.database.admin, fund.accountId, 'Immobile')
    expect((await signing.agree(envelopeId, fund.donor.session)).problem).toMatchObject({
      title: 'Access denied.',
    })
    await setStatusOf(portal.database.admin, fund.accountId, 'Entered')
    expect((await signing.agreeAndSign(envelopeId, fund.donor.session)).status).toBe(200)
  })
})

describe('at a client with two books (§4)', () => {
  const donorAt = async (book: string) => {
    const user = await makeUser(portal.databases, { realm: 'nptuk' })
    const account = await makeAccount(portal.databases, { book })
    await makeRelationship(portal.databases, account, { user, role: 'donor' })
    // The session views pounds, the client’s first book.
    const session = await portal.sessionFor(user, { client: 'npttransatlantic' })
    return { ...account, donor: { user, session } }
  }

  test('the signer of a document in dollars reads and signs it while they view pounds', async () => {
    const fund = await donorAt('nptukusd')
    const { session } = fund.donor
    const envelopeId = await makeEnvelope(portal, fund)
    const shown = await signing.show(envelopeId, session)
    expect(shown.reply.data).toMatchObject({ currency: 'USD', place: { isTheirTurn: true } })
    expect(shown.headers['x-currency']).toBe('GBP')
    const document = await portal.app.inject({
      url: `/api/envelopes/${envelopeId}/document`,
      headers: { host: hostOf('npttransatlantic'), ...session.headers },
    })
    expect(document.body).toMatch(/^%PDF/)
    expect((await signing.agreeAndSign(envelopeId, session)).reply.data.state).toBe('signed')
    const declined = await makeEnvelope(portal, fund)
    expect((await signing.decline(declined, session)).reply.data.state).toBe('declined')
    const { rows } = await portal.database.admin.query(
      `select book, kind from envelope_event where envelope_id = $1 and kind in ('viewed', 'signed') order by event_id`,
      [envelopeId],
    )
    expect(rows).toEqual(['viewed', 'signed'].map(kind => ({ book: 'nptukusd', kind })))
  })

  test('a donor of either book who signs nothing of it finds no document', async () => {
    const envelopeId = await makeEnvelope(portal, await donorAt('nptukusd'))
    for (const book of ['nptuk', 'nptukusd']) {
      const { donor } = await donorAt(book)
      expect((await signing.show(envelopeId, donor.session)).status).toBe(404)
      expect((await signing.decline(envelopeId, donor.session)).status).toBe(404)
    }
  })

  test('a client with one of the books alone does not reach the other', async () => {
    const fund = await donorAt('nptukusd')
    const envelopeId = await makeEnvelope(portal, fund)
    const pounds = await portal.sessionFor(fund.donor.user, { client: 'nptuk' })
    expect((await signing.show(envelopeId, pounds)).status).toBe(404)
  })
})

describe('input', () => {
  test.each([
    ['no name', { name: ' ', drawing: null, intends: true }],
    ['a name with a line break', { name: 'Ann\nTaylor', drawing: null, intends: true }],
    ['no intent', { name: 'Ann Taylor', drawing: null, intends: false }],
    ['an empty drawing', { name: 'Ann Taylor', drawing: [], intends: true }],
    ['a point outside the pad', { name: 'Ann Taylor', drawing: [[[601, 1]]], intends: true }],
    ['markup in place of a point', { name: 'Ann Taylor', drawing: [[['1"/><script>', 1]]], intends: true }],
    ['too many points', { name: 'Ann Taylor', drawing: [Array(5001).fill([1, 1])], intends: true }],
  ])('refuses %s', async (_what, attributes) => {
    const fund = await makeFund(portal)
    const envelopeId = await makeEnvelope(portal, fund)
    await signing.agree(envelopeId, fund.donor.session)
    // Not by the contract, which would refuse to send it.
    const { statusCode } = await portal.app.inject({
      method: 'POST',
      url: `/api/envelopes/${envelopeId}/sign`,
      headers: { host: hostOf('npt'), origin: originOf('npt'), ...fund.donor.session.headers },
      payload: commandOf(attributes),
    })
    expect(statusCode).toBe(400)
    expect((await signing.show(envelopeId, fund.donor.session)).reply.data.place.state).toBe('waiting')
  })

  test('refuses a consent to another text', async () => {
    const fund = await makeFund(portal)
    const envelopeId = await makeEnvelope(portal, fund)
    const body = commandOf({ version: 'a'.repeat(64) })
    const { problem } = await portal.call(
      consentToSigning,
      { params: { envelopeId }, body },
      { as: fund.donor.session },
    )
    expect(problem.detail).toContain('has changed')
  })
})
