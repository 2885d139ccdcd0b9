import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { getStaffGrant } from '../review/staff-grants.contract.ts'

let portal: TestApp
let fund: MadeFund
let staff: Person
let charityId: string

beforeAll(async () => {
  portal = await startTestApp()
  fund = await makeFund(portal, { balanceMinor: 90_000_00n })
  staff = await makeStaff(portal)
  charityId = (await makeCharity(portal.databases)).charityId
})
afterAll(() => portal.close())

type Fields = Partial<ReturnType<typeof recommendation>>
const recommendFor = (about: Fields, key?: string) =>
  recommend(
    portal,
    fund,
    recommendation(charityId, { purposeCode: 'other', repeatConfirmed: true, ...about }),
    key === undefined ? {} : { key },
  )
const review = async (grantId: string) =>
  (await portal.call(getStaffGrant, { params: { grantId } }, { as: staff.session })).reply
const question = 'Does anyone receive a benefit in return, such as tickets or a membership?'

test.each(['Christmas dinner for the homeless', 'Table Tennis', 'Pledge to End Hunger'])(
  'accepts the purpose "%s" without a question (§13)',
  async purposeText => {
    const { status, reply } = await recommendFor({ purposeText })
    expect(status).toBe(200)
    expect((await review(reply.grantId)).benefit).toBeNull()
  },
)

test.each(['For John Smith', 'Tuition for Anna Lee', 'Payment of my 2026 pledge'])(
  'refuses the purpose "%s" with any answer (§13)',
  async purposeText => {
    for (const benefitAnswer of [null, 'none', 'paid_otherwise'] as const) {
      const { status, problem } = await recommendFor({ purposeText, benefitAnswer })
      expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, ['purposeText']])
    }
  },
)

test.each([
  ['none', 'No'],
  ['paid_otherwise', 'No, the cost of attending was paid separately'],
] as const)(
  'asks about a purpose that suggests a benefit, and shows staff the answer %s',
  async (benefitAnswer, answer) => {
    const purposeText = 'A table at the spring gala'
    const unanswered = await recommendFor({ purposeText })
    expect([unanswered.status, unanswered.problem.errors]).toEqual([
      400,
      {
        benefitAnswer: ['Tell us whether anyone receives something in return'],
      },
    ])
    const { status, reply } = await recommendFor({ purposeText, benefitAnswer })
    expect(status).toBe(200)
    expect((await review(reply.grantId)).benefit).toEqual({ question, answer })
    expect(reply).not.toHaveProperty('benefit')
  },
)

test('refuses a grant for which someone receives something in return', async () => {
  const { status, problem } = await recommendFor({ purposeText: 'Spring gala', benefitAnswer: 'received' })
  expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, ['benefitAnswer']])
})

test('refuses an unknown answer', async () => {
  const { amountMinor, ...attributes } = recommendation(charityId, {
    purposeCode: 'other',
    purposeText: 'Gala',
  })
  for (const benefitAnswer of ['no', '', true, 'toString', ['none']]) {
    const answer = await portal.app.inject({
      method: 'POST',
      url: `/api/accounts/${fund.fundId}/grants`,
      headers: {
        host: 'npt.localhost:3000',
        'idempotency-key': crypto.randomUUID(),
        ...fund.donor.session.headers,
      },
      payload: {
        data: {
          type: 'command',
          attributes: { ...attributes, amountMinor: `${amountMinor}`, benefitAnswer },
        },
      },
    })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, ['benefitAnswer']])
  }
})

test('stores no answer where the purpose raises no question', async () => {
  const { reply } = await recommendFor({ purposeText: 'Repair of the roof', benefitAnswer: 'received' })
  expect((await review(reply.grantId)).benefit).toBeNull()
})

test('asks nothing about a name in honour or memory (§13)', async () => {
  for (const purposeCode of ['in_honour', 'in_memory'] as const)
    expect((await recommendFor({ purposeCode, purposeText: 'Gala Dalton' })).status).toBe(200)
})

test('returns 409 for another answer with the same key', async () => {
  const key = crypto.randomUUID()
  const about = { purposeText: 'Annual dinner' }
  expect((await recommendFor({ ...about, benefitAnswer: 'none' }, key)).status).toBe(200)
  expect((await recommendFor({ ...about, benefitAnswer: 'none' }, key)).status).toBe(200)
  expect((await recommendFor({ ...about, benefitAnswer: 'paid_otherwise' }, key)).status).toBe(409)
})
