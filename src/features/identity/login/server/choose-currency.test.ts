import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getAccountOverview } from '../../../../contract/account-overview.contract.ts'
import { getClientContext } from '../../../../contract/client-context.contract.ts'
import { chooseCurrency, setRememberCurrency } from '../../../../contract/currency.contract.ts'
import { endSession, getSession, openTab } from '../../../../contract/session.contract.ts'
import { startTestApp, type TestApp, type TestSession } from '../../../../testing/app.ts'
import { type MadeAccount, makeAccount } from '../../../../testing/factories/make-account.ts'
import { makeContribution } from '../../../../testing/factories/make-contribution.ts'
import { makeRelationship } from '../../../../testing/factories/make-relationship.ts'
import { type MadeUser, makeUser } from '../../../../testing/factories/make-user.ts'

const client = 'npttransatlantic'
const password = 'a long enough password'

let portal: TestApp
/** Both books give the donor's account the same number, with different money. */
let fundId: number
let pounds: MadeAccount
let dollars: MadeAccount
let donor: MadeUser
let session: TestSession

beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

beforeEach(async () => {
  fundId = randomInt(10_000_000, 99_999_999)
  pounds = await makeAccount(portal.databases, { book: 'nptuk', fundId })
  dollars = await makeAccount(portal.databases, { book: 'nptukusd', fundId })
  await makeContribution(portal.databases, pounds, 1_000_00n)
  await makeContribution(portal.databases, dollars, 2_500_00n)
  donor = await makeUser(portal.databases, { realm: 'nptuk', password })
  for (const account of [pounds, dollars]) await makeRelationship(portal.databases, account, { user: donor })
  session = await portal.sessionFor(donor, { client })
})

const inCurrency = (currency: string, as = session) => ({ as, headers: { 'x-currency': currency } })
const choose = (
  currency: string,
  {
    as = session,
    account = 0,
    ...body
  }: { as?: TestSession; account?: number; rememberCurrency?: boolean } = {},
) => portal.call(chooseCurrency, { body }, { ...inCurrency(currency, as), fundId: account })
const newTab = async (as = session) => {
  const { cookie } = as.headers
  const { reply, headers } = await portal.call(
    openTab,
    { body: { lastUsed: {} } },
    { client, headers: { cookie } },
  )
  return { opening: reply.opening, currency: headers['x-currency'] }
}
const relatedTo = async (accounts: MadeAccount[]) => {
  const user = await makeUser(portal.databases, { realm: 'nptuk', password })
  for (const account of accounts) await makeRelationship(portal.databases, account, { user })
  return user
}
const loginCurrencyOf = async (user: MadeUser) => {
  const as = await portal.signInAs(user, password, { client })
  const { reply } = await portal.call(getSession, {}, { as })
  return [reply.loginCurrency, reply.alternateCurrency]
}

describe('choosing a currency (§4)', () => {
  test('returns the account, the permissions and the context of the other book', async () => {
    const { reply, headers } = await choose('USD', { account: fundId })
    expect(headers['x-currency']).toBe('USD')
    expect(reply.opening).toMatchObject({
      fundId,
      facts: { alternateCurrency: 'USD', loginCurrency: 'GBP', rememberCurrency: false },
      account: { id: dollars.accountId, currency: 'USD', availableMinor: 2_500_00n },
    })
    expect(reply.context).toMatchObject({
      dbName: 'nptukusd',
      currentDbHeader: 'USD',
      primaryIsActive: false,
      clientSettings: { minimumGrantMinor: '25000' },
    })
  })

  test('applies to new tabs and to requests without X-Currency', async () => {
    expect((await newTab()).opening?.account).toMatchObject({ currency: 'GBP', availableMinor: 1_000_00n })
    await choose('USD')
    const { opening, currency } = await newTab()
    expect(currency).toBe('USD')
    expect(opening).toMatchObject({ fundId, account: { id: dollars.accountId, availableMinor: 2_500_00n } })
    expect((await portal.call(getSession, {}, { as: session })).headers['x-currency']).toBe('USD')
    const { cookie } = session.headers
    const context = await portal.call(getClientContext, {}, { client, headers: { cookie } })
    expect(context.reply.currentDbHeader).toBe('USD')
  })

  test('leaves a tab that names the other currency where it is', async () => {
    await choose('USD')
    const { reply } = await portal.call(getAccountOverview, { params: { fundId } }, inCurrency('GBP'))
    expect(reply).toMatchObject({ id: pounds.accountId, availableMinor: 1_000_00n })
    expect((await portal.call(getSession, {}, inCurrency('GBP'))).reply.alternateCurrency).toBe('GBP')
  })

  test('opens no account for a person who has none in this currency', async () => {
    const as = await portal.sessionFor(await relatedTo([pounds]), { client })
    const { reply } = await choose('USD', { as })
    expect(reply.opening).toMatchObject({ fundId: 0, account: null, facts: { hasAccess: true, actions: [] } })
    expect((await choose('GBP', { as })).reply.opening.fundId).toBe(fundId)
  })

  test('refuses an account of someone else and changes nothing', async () => {
    const foreign = await makeAccount(portal.databases, { book: 'nptukusd' })
    expect((await choose('USD', { account: foreign.fundId, rememberCurrency: true })).status).toBe(404)
    expect((await newTab()).opening).toMatchObject({
      facts: { alternateCurrency: 'GBP', rememberCurrency: false },
    })
  })

  test.for(['EUR', 'usd', 'USD, GBP', 'constructor'])('refuses %s', async currency => {
    expect((await choose(currency)).status).toBe(400)
    expect((await newTab()).currency).toBe('GBP')
  })

  test('is refused at a client with one book, after logging out and during a forced change of e-mail', async () => {
    const atOneBook = await portal.sessionFor(donor, { client: 'nptuk' })
    expect((await portal.call(chooseCurrency, { body: {} }, { as: atOneBook })).status).toBe(404)
    const body = { rememberCurrency: true }
    expect((await portal.call(setRememberCurrency, { body }, { as: atOneBook })).status).toBe(404)
    const forced = await makeUser(portal.databases, { realm: 'nptuk', forceEmailChange: true })
    expect((await choose('USD', { as: await portal.sessionFor(forced, { client }) })).status).toBe(400)
    await portal.call(endSession, {}, { as: session })
    expect((await choose('USD')).status).toBe(401)
  })

  test('ends with one of the currencies if two tabs choose at once', async () => {
    const answers = await Promise.all([choose('USD'), choose('GBP'), choose('USD'), choose('GBP')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { opening, currency } = await newTab()
    expect(opening?.account?.currency).toBe(currency)
  })
})

describe('the currency of the next login (§3)', () => {
  test('is the primary one unless the person asks for the chosen one to be remembered', async () => {
    await choose('USD')
    expect(await loginCurrencyOf(donor)).toEqual(['GBP', 'GBP'])
    await choose('USD', { rememberCurrency: true })
    expect(await loginCurrencyOf(donor)).toEqual(['USD', 'USD'])
    await choose('USD', { rememberCurrency: false })
    expect(await loginCurrencyOf(donor)).toEqual(['GBP', 'GBP'])
  })

  test('follows later choices while it is remembered', async () => {
    await choose('USD', { rememberCurrency: true })
    const { reply } = await choose('GBP', { account: fundId })
    expect(reply.opening.facts.rememberCurrency).toBe(true)
    expect(await loginCurrencyOf(donor)).toEqual(['GBP', 'GBP'])
    await choose('USD', { account: fundId })
    expect(await loginCurrencyOf(donor)).toEqual(['USD', 'USD'])
  })

  test('can be set from the profile, for this person alone', async () => {
    const other = await relatedTo([pounds, dollars])
    const set = (rememberCurrency: boolean) =>
      portal.call(setRememberCurrency, { body: { rememberCurrency } }, inCurrency('USD'))
    expect((await set(true)).reply).toEqual({ rememberCurrency: true })
    expect((await portal.call(getSession, {}, inCurrency('USD'))).reply.rememberCurrency).toBe(true)
    expect(await loginCurrencyOf(donor)).toEqual(['USD', 'USD'])
    expect(await loginCurrencyOf(other)).toEqual(['GBP', 'GBP'])
    await set(false)
    expect(await loginCurrencyOf(donor)).toEqual(['GBP', 'GBP'])
  })

  test('is one in which the person has an account', async () => {
    const inDollarsAlone = await relatedTo([dollars])
    expect(await loginCurrencyOf(inDollarsAlone)).toEqual(['USD', 'USD'])
    const inPoundsAlone = await relatedTo([pounds])
    const as = await portal.sessionFor(inPoundsAlone, { client })
    await choose('USD', { as, rememberCurrency: true })
    expect(await loginCurrencyOf(inPoundsAlone)).toEqual(['GBP', 'GBP'])
  })
})
