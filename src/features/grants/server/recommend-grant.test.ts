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

// Over the balance npt blocks; this house of the same book lets a grant wait for its funds.
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

describe('open-points 6 a donor recommends a grant', () => {
  test('it is answered as it stands, and the available balance falls at once while the fund’s balance does not', async () => {
    const own = await makeFund(portal)
    const { status, reply } = await recommend(portal, own, recommendation(charity.charityId))
    expect(status).toBe(200)
    expect(reply).toMatchObject({
      fundId: own.fundId,
      charityId: charity.charityId,
      charityName: 'RIVERSIDE FOOD PANTRY',
      amount: 250_00n,
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

  test('in pounds at the other house, to a charity of the UK register', async () => {
    const own = await makeFund(portal, { book: 'rathbones' })
    const hospice = await makeCharity(portal.databases, { register: 'uk' })
    const { reply } = await recommend(
      portal,
      own,
      recommendation(hospice.charityId, { amountMinor: 500_00n }),
    )
    expect(reply).toMatchObject({ amount: 500_00n, currency: 'GBP', charityName: hospice.name })
  })

  test('all that is available, and the purpose without the spaces around it', async () => {
    const own = await makeFund(portal, { balanceMinor: 250_00n })
    const words = { purposeCode: 'in_memory' as const, purposeText: '  Ruth Whitcombe ' }
    const { reply } = await recommend(portal, own, recommendation(charity.charityId, words))
    expect(reply.grantPurpose).toBe('In memory of Ruth Whitcombe')
    expect((await overview(own)).availableMinor).toBe(0n)
  })

  test('a charity that the register leaves to a person may be recommended', async () => {
    const supporting = await makeCharity(portal.databases, { foundation: '17' })
    const { status } = await recommend(portal, fund, recommendation(supporting.charityId))
    expect(status).toBe(200)
  })
})

describe('open-points 6 what speaks against a recommendation is said at its field, and nothing is written', () => {
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
    ['less than the minimum', { amountMinor: 249_00n }, 'amountMinor', /smallest grant is \$250$/],
    ['nothing', { amountMinor: 0n }, 'amountMinor', /smallest grant/],
    ['less than nothing', { amountMinor: -250_00n }, 'amountMinor', /smallest grant/],
    ['cents', { amountMinor: 250_50n }, 'amountMinor', /whole dollars/],
    ['more than is available', { amountMinor: 90_000_00n }, 'amountMinor', /available balance/],
    ['no certification', { certified: false }, 'certified', /[Cc]ertify/],
    ['a purpose without its words', { purposeCode: 'other' }, 'purposeText', /for whom or for what/],
    ['a purpose of blanks', { purposeCode: 'other', purposeText: '   ' }, 'purposeText', /for whom/],
    [
      'words where there is nothing to say',
      { purposeText: 'For the roof' },
      'purposeText',
      /no further words/,
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
      /^Does anybody receive tickets, meals, membership or goods\?$/,
    ],
    [
      'two tickets that somebody receives',
      { purposeCode: 'other', purposeText: 'Two tickets', benefitAnswer: 'received' },
      'benefitAnswer',
      /receives in return\..*Where it is needed most/,
    ],
    ['an unknown charity', { charityId: 'US-EIN-000000000' }, 'charityId', /from the register/],
  ])('%s', async (_what, about, field, words) => {
    expect((await attempt(about))?.[field]?.join()).toMatch(words)
  })

  test.each([
    ['a private foundation', { foundation: '04' }, /private non-operating foundation/],
    ['an organisation that is no 501(c)(3)', { subsection: '04' }, /501\(c\)\(3\)/],
    ['a Type III not functionally integrated', { foundation: '24' }, /Type III/],
  ])('%s', async (_what, columns, words) => {
    const { charityId } = await makeCharity(portal.databases, columns)
    expect((await attempt({ charityId }))?.charityId?.join()).toMatch(words)
  })

  test.each([
    ['Rejected', 'Active'],
    ['Accepted', 'Deleted'],
  ])('§4 a charity marked %s, %s by the staff', async (granteeStatus, partyStatus) => {
    const { charityId } = await makeCharity(portal.databases)
    await makeCharityProfile(portal.databases, charityId, {
      party_grantee_status: granteeStatus,
      party_status: partyStatus,
    })
    expect((await attempt({ charityId }))?.charityId?.join()).toMatch(/issue with the charity's status/)
  })

  test('a charity of the other country’s register', async () => {
    const { charityId } = await makeCharity(portal.databases, { register: 'uk' })
    expect((await attempt({ charityId }))?.charityId).toBeDefined()
    const pounds = await makeFund(portal, { book: 'rathbones' })
    expect(
      (await attempt({ charityId: charity.charityId, amountMinor: 500_00n }, pounds))?.charityId,
    ).toBeDefined()
  })

  test('a body that is no command, an amount that is no amount, a key that is none', async () => {
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

  test('a character that no text has', async () => {
    await attempt({ purposeCode: 'other', purposeText: 'For the\u0000roof', repeatConfirmed: true })
  })
})

describe('open-points 3 who may recommend', () => {
  test('a viewer sees the fund and is refused; somebody else’s fund does not exist', async () => {
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

  test('an advisor may where the donor said so', async () => {
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
  ])('the donor of %s reads it and is refused', async (_what, about) => {
    const own = await makeFund(portal, about)
    const { status, problem } = await recommend(portal, own, recommendation(charity.charityId))
    expect([status, problem.title]).toEqual([400, 'Access denied.'])
    expect((await overview(own)).availableMinor).toBe(10_000_00n)
  })

  test.each([
    ['Immobile', 400],
    ['Entered', 400],
    ['Closed', 400],
  ] as const)(
    'open-points 4 staff recommend from an account that is %s: %i',
    async (accountStatus, expected) => {
      const own = await makeFund(portal, { status: accountStatus })
      const { session } = await makeStaff(portal)
      const { status } = await recommend(portal, own, recommendation(charity.charityId), { as: session })
      expect(status).toBe(expected)
    },
  )
})
