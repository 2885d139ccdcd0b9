import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { rathbones } from '../../../clients/configuration/rathbones.ts'
import { getAccountOverview } from '../../../contract/account-overview.contract.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { type MadeCharity, makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeCharityProfile } from '../../../testing/factories/make-charity-profile.ts'
import { type MadeFund, makeFund, makePersonOf, makeStaff } from '../../../testing/factories/make-fund.ts'
import { recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { listGrants } from '../grants.contract.ts'

// npt refuses a grant over the balance; this client of the same book lets it wait for funds.
const patient = { ...npt, name: 'patient', overBalance: 'wait-for-funds' as const }
const clock = testClock()
let portal: TestApp
let charity: MadeCharity
let fund: MadeFund

beforeAll(async () => {
  portal = await startTestApp({ clock, clients: { npt, rathbones, patient } })
  charity = await makeCharity(portal.databases, { name: 'RIVERSIDE FOOD PANTRY' })
  fund = await makeFund(portal)
})
afterAll(() => portal.close())

const overview = async (of: MadeFund) =>
  (await portal.call(getAccountOverview, { params: { fundId: of.fundId } }, { as: of.donor.session })).reply

const grantsOf = async (of: MadeFund) =>
  (await portal.call(listGrants, { params: { fundId: of.fundId } }, { as: of.donor.session })).reply

describe('a donor recommends a grant (§13)', () => {
  test('returns the grant and reduces the available balance, but not the fund’s balance', async () => {
    const own = await makeFund(portal)
    const { status, reply } = await recommend(portal, own, recommendation(charity.charityId))
    expect(status).toBe(200)
    expect(reply).toMatchObject({
      fundId: own.fundId,
      charityId: charity.charityId,
      charityName: 'RIVERSIDE FOOD PANTRY',
      amountMinor: 250_00n,
      currency: 'USD',
      transactionStatusCode: 1,
      state: 'Recommended',
      createdDate: '2026-11-20',
      grantPurpose: 'Where it is needed most',
      namingCode: 'fund_only',
      recommendedByName: 'Margaret Ellison',
      mayCancel: true,
      steps: [{ step: 1, transition: 'recommend', actorName: 'Margaret Ellison' }],
    })
    expect(await overview(own)).toMatchObject({
      endingMinor: 10_000_00n,
      pendingMinor: 250_00n,
      availableMinor: 9_750_00n,
    })
  })

  test('accepts pounds and a charity of the UK register at a UK client', async () => {
    const own = await makeFund(portal, { book: 'rathbones' })
    const hospice = await makeCharity(portal.databases, { register: 'uk' })
    const { reply } = await recommend(
      portal,
      own,
      recommendation(hospice.charityId, { amountMinor: 500_00n }),
    )
    expect(reply).toMatchObject({ amountMinor: 500_00n, currency: 'GBP', charityName: hospice.name })
  })

  test('accepts the whole available balance, and trims the purpose', async () => {
    const own = await makeFund(portal, { balanceMinor: 250_00n })
    const purpose = { purposeCode: 'in_memory' as const, purposeText: '  Ruth Whitcombe ' }
    const { reply } = await recommend(portal, own, recommendation(charity.charityId, purpose))
    expect(reply.grantPurpose).toBe('In memory of Ruth Whitcombe')
    expect((await overview(own)).availableMinor).toBe(0n)
  })

  test('accepts a charity that needs a review by staff', async () => {
    const supporting = await makeCharity(portal.databases, { foundation: '17' })
    const { status } = await recommend(portal, fund, recommendation(supporting.charityId))
    expect(status).toBe(200)
  })
})

describe('rejects an invalid recommendation at its field, and stores nothing (§13)', () => {
  const attempt = async (
    about: Partial<ReturnType<typeof recommendation>>,
    of: MadeFund = fund,
  ): Promise<Record<string, string[]> | undefined> => {
    const before = (await grantsOf(of)).meta.total
    const { status, problem } = await recommend(portal, of, recommendation(charity.charityId, about))
    expect(status).toBe(400)
    expect((await grantsOf(of)).meta.total).toBe(before)
    return problem.errors
  }

  test.each<[string, Partial<ReturnType<typeof recommendation>>, string, RegExp]>([
    ['an amount below the minimum', { amountMinor: 249_00n }, 'amountMinor', /minimum grant is \$250$/],
    ['a zero amount', { amountMinor: 0n }, 'amountMinor', /minimum grant/],
    ['cents', { amountMinor: 250_50n }, 'amountMinor', /whole dollars/],
    ['an amount over the available balance', { amountMinor: 90_000_00n }, 'amountMinor', /available balance/],
    ['no certification', { certified: false }, 'certified', /certify your grant/],
    ['a purpose without its text', { purposeCode: 'other' }, 'purposeText', /who or what the grant is for/],
    ['a purpose of blanks', { purposeCode: 'other', purposeText: '   ' }, 'purposeText', /who or what/],
    [
      'a text for a purpose that has none',
      { purposeText: 'For the roof' },
      'purposeText',
      /Leave the details empty/,
    ],
    [
      'a particular person',
      { purposeCode: 'other', purposeText: 'For John Smith' },
      'purposeText',
      /particular person\. .*Medical research/,
    ],
    [
      'two tickets',
      { purposeCode: 'other', purposeText: 'Two tickets for the gala' },
      'benefitAnswer',
      /^Tell us whether anyone receives something in return$/,
    ],
    [
      'two tickets that someone receives',
      { purposeCode: 'other', purposeText: 'Two tickets', benefitAnswer: 'received' },
      'benefitAnswer',
      /receives in return\..*Where it is needed most/,
    ],
    ['an unknown charity', { charityId: 'US-EIN-000000000' }, 'charityId', /from the register/],
  ])('rejects %s', async (_what, about, field, message) => {
    expect((await attempt(about))?.[field]?.join()).toMatch(message)
  })

  test.each([
    ['a private foundation', { foundation: '04' }, /private non-operating foundation/],
    ['an organisation that is no 501(c)(3)', { subsection: '04' }, /501\(c\)\(3\)/],
    ['a Type III not functionally integrated', { foundation: '24' }, /Type III/],
  ])('rejects %s', async (_what, columns, message) => {
    const { charityId } = await makeCharity(portal.databases, columns)
    expect((await attempt({ charityId }))?.charityId?.join()).toMatch(message)
  })

  test.each([
    ['Rejected', 'Active'],
    ['Accepted', 'Deleted'],
  ] as const)('rejects a charity that staff marked as %s, %s (§4)', async (granteeStatus, partyStatus) => {
    const { charityId } = await makeCharity(portal.databases)
    await makeCharityProfile(portal.databases, charityId, {
      party_grantee_status: granteeStatus,
      party_status: partyStatus,
    })
    expect((await attempt({ charityId }))?.charityId?.join()).toMatch(/issue with the charity’s status/)
  })

  test('rejects a charity of the other country’s register', async () => {
    const { charityId } = await makeCharity(portal.databases, { register: 'uk' })
    expect((await attempt({ charityId }))?.charityId).toBeDefined()
    const pounds = await makeFund(portal, { book: 'rathbones' })
    expect(
      (await attempt({ charityId: charity.charityId, amountMinor: 500_00n }, pounds))?.charityId,
    ).toBeDefined()
  })

  test('rejects a malformed body, amount and idempotency key', async () => {
    const url = `/api/accounts/${fund.fundId}/grants`
    const headers = { host: 'npt.localhost:3000', ...fund.donor.session.headers }
    const send = (payload: object | string, key: string = randomUUID()) =>
      portal.app.inject({
        method: 'POST',
        url,
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
        payload,
      })
    const { amountMinor: _, ...attributes } = recommendation(charity.charityId)
    const command = (amountMinor: unknown, about: object = {}) => ({
      data: { type: 'command', attributes: { ...attributes, amountMinor, ...about } },
    })
    expect((await send({})).statusCode).toBe(400)
    expect((await send('{')).statusCode).toBe(400)
    for (const amount of [25000, '250.00', '1e9', '', null, '9'.repeat(19), ' 25000'])
      expect((await send(command(amount))).json().errors, String(amount)).toHaveProperty('amountMinor')
    const errorsOf = async (about: object) => (await send(command('25000', about))).json().errors
    expect(await errorsOf({ charityId: '' })).toEqual({ charityId: ['Choose a charity'] })
    expect(await errorsOf({ purposeText: 'x'.repeat(501) })).toEqual({
      purposeText: ['Use 500 characters or fewer'],
    })
    expect((await send(command('25000'), 'not a key')).json().detail).toMatch(/Idempotency-Key/)
    expect((await send(command('25000'))).statusCode).toBe(200)
  })

  test('rejects a NUL character in the purpose', async () => {
    await attempt({ purposeCode: 'other', purposeText: 'For the\u0000roof', repeatConfirmed: true })
  })
})

describe('permission to recommend (§14)', () => {
  test('refuses a viewer, and does not find another person’s fund', async () => {
    const { session } = await makePersonOf(portal, fund, 'viewer')
    const { status, problem } = await recommend(portal, fund, recommendation(charity.charityId), {
      as: session,
    })
    expect([status, problem.title]).toEqual([400, 'Access denied.'])
    const stranger = await makeFund(portal)
    const foreign = await recommend(portal, fund, recommendation(charity.charityId), {
      as: stranger.donor.session,
    })
    expect(foreign.status).toBe(404)
  })

  test('allows an advisor only with the donor’s permission', async () => {
    for (const [advisorMayGrant, status] of [
      [false, 400],
      [true, 200],
    ] as const) {
      const own = await makeFund(portal, { advisorMayGrant })
      const { session } = await makePersonOf(portal, own, 'primary_advisor')
      expect((await recommend(portal, own, recommendation(charity.charityId), { as: session })).status).toBe(
        status,
      )
    }
  })

  test.each([
    ['an account without write access', { writeAccess: false }],
    ['an immobile account', { status: 'Immobile' as const }],
    ['an account that is not yet open', { status: 'Entered' as const }],
    ['a closed account', { status: 'Closed' as const }],
  ])('refuses the donor of %s', async (_what, about) => {
    const own = await makeFund(portal, about)
    const { availableMinor } = await overview(own)
    const { status, problem } = await recommend(portal, own, recommendation(charity.charityId))
    expect([status, problem.title]).toEqual([400, 'Access denied.'])
    expect((await overview(own)).availableMinor).toBe(availableMinor)
  })

  test.each([
    ['Immobile', 400],
    ['Entered', 400],
    ['Closed', 400],
  ] as const)(
    'answers staff who recommend from an account that is %s with %i',
    async (accountStatus, expected) => {
      const own = await makeFund(portal, { status: accountStatus })
      const { session } = await makeStaff(portal)
      const { status } = await recommend(portal, own, recommendation(charity.charityId), { as: session })
      expect(status).toBe(expected)
    },
  )
})
