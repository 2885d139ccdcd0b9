import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PersonDetails } from '../../../../contract/individual.ts'
import { getSession, openTab } from '../../../../contract/session.contract.ts'
import { verifyPersonChanges } from '../../../../server/changes/verify-changes.ts'
import { hostOf, originOf, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { auditLogOf } from '../../../../testing/audit-log.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  type Person,
} from '../../../../testing/factories/make-fund.ts'
import { makeRelationship } from '../../../../testing/factories/make-relationship.ts'
import { updateProfile } from '../details.contract.ts'
import { getProfile, setDefaultAccount, setGrantNaming, setNotice } from '../profile.contract.ts'

let portal: TestApp
let fund: MadeFund
beforeAll(async () => {
  portal = await startTestApp()
  fund = await makeFund(portal)
})
afterAll(() => portal.close())

const command = <A>(attributes: A) => ({ body: { data: { type: 'command' as const, attributes } } })
const read = async ({ session }: Person) => (await portal.call(getProfile, {}, { as: session })).reply
const detailsOf = async (person: Person) => (await read(person)).details as PersonDetails
const save = (person: Person, details: PersonDetails, revision: number) =>
  portal.call(updateProfile, command({ details, revision }), { as: person.session })

const address = {
  address1: '1 Market Street',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94105',
  country: 'US',
  phoneCountryCode: 'US',
  phone: '415 555 0123',
} as const

describe('name and contact of the profile (§6)', () => {
  test('start with the contact that the book has, and are changed with a record', async () => {
    const person = await makePersonOf(portal, fund, 'viewer')
    expect(await read(person)).toMatchObject({
      revision: 0,
      details: { firstName: 'Margaret', address1: '12 Orchard Row', state: 'PA', country: 'US', phone: '' },
    })
    const details = { ...(await detailsOf(person)), ...address, lastName: 'Ellison-Grey' }
    const { reply } = await save(person, details, 0)
    expect(reply).toMatchObject({ revision: 1, details })
    expect(await read(person)).toMatchObject({ revision: 1, details })
    // The header and every session follow at once.
    const facts = (await portal.call(getSession, {}, { as: person.session })).reply
    expect(facts.username).toBe('Margaret Ellison-Grey')
    const { country: _unchanged, ...changed } = address
    const { rows } = await portal.database.admin.query(
      'select before_change, after_change, actor_user_id from person_change where user_id = $1',
      [person.user.userId],
    )
    expect(rows).toEqual([
      {
        before_change: expect.objectContaining({
          lastName: 'Ellison',
          address1: '12 Orchard Row',
          phone: '',
        }),
        after_change: { ...changed, lastName: 'Ellison-Grey' },
        actor_user_id: person.user.userId,
      },
    ])
  })

  test('are recorded with a digest in the audit log, which reveals an altered record', async () => {
    const person = await makePersonOf(portal, fund, 'viewer')
    await save(person, { ...(await detailsOf(person)), ...address }, 0)
    const log = await auditLogOf(portal.database)
    const verify = () => verifyPersonChanges(log.realmDb, 'npt')
    const intact = await verify()
    expect(intact.finding).toBeNull()
    expect(intact.records).toBeGreaterThan(0n)
    await log.tamper(
      `update person_change set after_change = '{"city": "Elsewhere"}' where user_id = '${person.user.userId}'`,
    )
    expect((await verify()).finding).toMatch(/^change .* was altered$/)
    // The application’s own role cannot alter it.
    await expect(portal.database.admin.query(`update person_change set at = now()`)).rejects.toThrow()
  })

  test('are stored once when the same details are sent twice', async () => {
    const person = await makePersonOf(portal, fund, 'viewer')
    const details = { ...(await detailsOf(person)), ...address }
    await save(person, details, 0)
    expect((await save(person, details, 0)).reply.revision).toBe(1)
  })

  test('tell the second of two editors what the first saved, and lose neither', async () => {
    const person = await makePersonOf(portal, fund, 'viewer')
    const loaded = await detailsOf(person)
    const answers = await Promise.all([
      save(person, { ...loaded, city: 'Boston' }, 0),
      save(person, { ...loaded, city: 'Denver' }, 0),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    const stored = (await detailsOf(person)).city
    expect(refused?.problem.otherEdits).toMatchObject({
      revision: 1,
      changes: [{ field: 'city', before: 'Philadelphia', after: stored, by: 'Margaret Ellison' }],
    })
    const other = stored === 'Boston' ? 'Denver' : 'Boston'
    expect((await save(person, { ...loaded, city: other }, 1)).reply.details.city).toBe(other)
  })

  test.each([
    [{ firstName: '' }, 'firstName'],
    [{ state: 'ZZ' }, 'state'],
    [{ country: 'XX' }, 'country'],
    [{ postalCode: 'EC2A 4NE' }, 'postalCode'],
    [{ country: 'GB', state: '', postalCode: '94105' }, 'postalCode'],
    [{ phone: '12' }, 'phone'],
    [{ phone: '+1; drop table' }, 'phone'],
    [{ phoneCountryCode: '' }, 'phoneCountryCode'],
    [{ address1: '' }, 'address1'],
    [{ lastName: 'A\u202eB' }, 'lastName'],
    [{ lastName: 'A\r\nBcc: x' }, 'lastName'],
    [{ city: 'x'.repeat(81) }, 'city'],
  ])('reject %j at its field (§5)', async (input, field) => {
    const person = await makePersonOf(portal, fund, 'viewer')
    const details = { ...(await detailsOf(person)), ...address, ...input }
    const answer = await portal.app.inject({
      method: 'POST',
      url: updateProfile.path,
      headers: { host: hostOf('npt'), origin: originOf('npt'), ...person.session.headers },
      payload: { data: { type: 'command', attributes: { details, revision: 0 } } },
    })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().errors)).toContain(field)
    expect((await read(person)).revision).toBe(0)
  })

  test('cannot be changed where the client manages them (§15)', async () => {
    const atBank = await makeFund(portal, { book: 'ubs' })
    const details = { ...(await detailsOf(atBank.donor)), firstName: 'Other' }
    const { status, problem } = await save(atBank.donor, details, 0)
    expect([status, problem.title]).toEqual([400, 'Access denied.'])
    expect((await detailsOf(atBank.donor)).firstName).toBe('Margaret')
  })
})

describe('preferences', () => {
  test('are each person’s own', async () => {
    const person = await makePersonOf(portal, fund)
    await portal.call(setGrantNaming, command({ grantNaming: 'anonymous' as const }), { as: person.session })
    await portal.call(setNotice, command({ kind: 'grant-paid' as const, isOn: false }), {
      as: person.session,
    })
    expect(await read(person)).toMatchObject({
      grantNaming: 'anonymous',
      notices: [
        { kind: 'grant-approved', isOn: true },
        { kind: 'grant-paid', isOn: false },
        { kind: 'contribution-announced', isOn: true },
        { kind: 'contribution-changed', isOn: true },
        { kind: 'contribution-reminder', isOn: true },
        { kind: 'contribution-received', isOn: true },
        { kind: 'receipt-ready', isOn: true },
        { kind: 'contribution-summary-ready', isOn: true },
        { kind: 'statement-ready', isOn: true },
      ],
      // A preference is no change of the contact.
      revision: 0,
      details: { address1: '12 Orchard Row' },
    })
    expect(await read(fund.donor)).toMatchObject({
      grantNaming: null,
      notices: Array.from({ length: 9 }, () => ({ isOn: true })),
    })
    await portal.call(setNotice, command({ kind: 'grant-paid' as const, isOn: true }), { as: person.session })
    expect((await read(person)).notices[1]?.isOn).toBe(true)
  })

  test.each(['grant-received', 'password-link', 'email-changed', 'no-such-kind'])(
    'cannot switch off %s',
    async kind => {
      const answer = await portal.app.inject({
        method: 'POST',
        url: setNotice.path,
        headers: { host: hostOf('npt'), origin: originOf('npt'), ...fund.donor.session.headers },
        payload: { data: { type: 'command', attributes: { kind, isOn: false } } },
      })
      expect(answer.statusCode).toBe(400)
    },
  )

  test('open the chosen account first at login, unless it can no longer be seen', async () => {
    const person = await makePersonOf(portal, fund)
    const other = await makeFund(portal, { accountName: 'Aaron’s Fund, first by name' })
    await makeRelationship(portal.databases, other, { user: person.user })
    const first = async () =>
      (await portal.call(openTab, { body: { lastUsed: {} } }, { as: await portal.sessionFor(person.user) }))
        .reply.opening?.fundId
    expect(await first()).toBe(other.fundId)
    await portal.call(setDefaultAccount, command({ fundId: fund.fundId }), { as: person.session })
    expect(await first()).toBe(fund.fundId)
    await portal.database.admin.query(
      `update account_relationship r set ended_at = now() from party p
       where p.book = r.book and p.party_id = r.party_id and p.user_id = $1 and r.account_id = $2`,
      [person.user.userId, fund.accountId],
    )
    expect(await first()).toBe(other.fundId)
  })

  test('accept no account of others, as if it did not exist (§14)', async () => {
    const foreign = await makeFund(portal)
    for (const fundId of [foreign.fundId, 99_999_998])
      expect(
        (await portal.call(setDefaultAccount, command({ fundId }), { as: fund.donor.session })).status,
      ).toBe(404)
  })
})
