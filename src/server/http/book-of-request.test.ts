import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { npt } from '../../clients/configuration/npt.ts'
import { npttransatlantic } from '../../clients/configuration/npttransatlantic.ts'
import { rathbones } from '../../clients/configuration/rathbones.ts'
import { getAccountOverview } from '../../contract/account-overview.contract.ts'
import { getClientContext } from '../../contract/client-context.contract.ts'
import { getSession } from '../../contract/session.contract.ts'
import { searchAccounts } from '../../features/accounts/accounts.contract.ts'
import { startTestApp, type TestApp, type TestSession } from '../../testing/app.ts'
import { type MadeAccount, makeAccount } from '../../testing/factories/make-account.ts'
import { makeRelationship } from '../../testing/factories/make-relationship.ts'
import { makeUser } from '../../testing/factories/make-user.ts'
import { clientInBook } from './book-of-request.ts'

// A client with two books. Its secondary book is an existing one of the test database, moved to its realm.
const twoBooks = { ...npt, name: 'atlantic', secondaryBook: rathbones.book }
const oneBook = npt

let portal: TestApp
let session: TestSession
let dollars: MadeAccount
let pounds: MadeAccount

beforeAll(async () => {
  portal = await startTestApp({ clients: { atlantic: twoBooks, npttransatlantic, npt: oneBook } })
  await portal.database.admin.query('update book set realm = $1 where book = $2', [
    npt.realm,
    rathbones.book.name,
  ])
  dollars = await makeAccount(portal.databases)
  pounds = await makeAccount(portal.databases, { book: rathbones.book.name })
  const donor = await makeUser(portal.databases)
  await makeRelationship(portal.databases, dollars, { user: donor })
  await makeRelationship(portal.databases, pounds, { user: donor })
  session = await portal.sessionFor(donor, { client: 'atlantic' })
})
afterAll(() => portal.close())

const inCurrency = (currency: string) => ({ as: session, headers: { 'x-currency': currency } })
const fundsIn = async (currency: string) => {
  const { reply } = await portal.call(
    searchAccounts,
    { query: { first: 10, querySecondary: false } },
    inCurrency(currency),
  )
  return reply.data.map(({ fundId }) => fundId)
}

describe('X-Currency at a client with two books (§7)', () => {
  test('selects the book of the request', async () => {
    expect(await fundsIn('USD')).toEqual([dollars.fundId])
    expect(await fundsIn('GBP')).toEqual([pounds.fundId])
  })

  test('is returned with the currency of the reply, which is the primary one if the request names none', async () => {
    const inPounds = await portal.call(getSession, {}, inCurrency('GBP'))
    expect(inPounds.headers['x-currency']).toBe('GBP')
    expect(inPounds.reply.alternateCurrency).toBe('GBP')
    const byDefault = await portal.call(getSession, {}, { as: session })
    expect(byDefault.headers['x-currency']).toBe('USD')
    expect(byDefault.reply.alternateCurrency).toBe('USD')
  })

  test('sets the current book in the client context beside the primary one', async () => {
    const { reply } = await portal.call(getClientContext, {}, inCurrency('GBP'))
    expect(reply).toMatchObject({
      dbName: 'rathbones',
      primaryDb: 'npt',
      secondaryDb: 'rathbones',
      currentDbHeader: 'GBP',
      primaryIsActive: false,
    })
  })

  test('selects the minimum grant of the book', async () => {
    const minimumIn = async (currency: string) => {
      const options = { client: 'npttransatlantic', headers: { 'x-currency': currency } }
      return (await portal.call(getClientContext, {}, options)).reply.clientSettings.minimumGrantMinor
    }
    expect(await minimumIn('GBP')).toBe('10000')
    expect(await minimumIn('USD')).toBe('25000')
  })

  test('selects the charity registers of the book’s country', () => {
    const { book, secondaryBook } = npttransatlantic
    expect(clientInBook(npttransatlantic, book).charityRegisters).toEqual(['uk', 'vetted-uk'])
    expect(clientInBook(npttransatlantic, secondaryBook).charityRegisters).toEqual(['irs-bmf', 'vetted-us'])
  })

  test('hides the funds of the other book', async () => {
    const overview = (fundId: number, currency: string) =>
      portal.call(getAccountOverview, { params: { fundId } }, inCurrency(currency))
    expect((await overview(pounds.fundId, 'GBP')).status).toBe(200)
    expect((await overview(pounds.fundId, 'USD')).status).toBe(404)
    expect((await overview(dollars.fundId, 'GBP')).status).toBe(404)
  })

  test('gives no access to an account by itself', async () => {
    const stranger = await portal.sessionFor(await makeUser(portal.databases), { client: 'atlantic' })
    const { status } = await portal.call(
      getAccountOverview,
      { params: { fundId: pounds.fundId } },
      { ...inCurrency('GBP'), as: stranger },
    )
    expect(status).toBe(404)
  })

  test.each(['EUR', 'gbp', 'GBP, USD', ''])(
    'rejects the currency "%s", which the client does not have',
    async currency => {
      expect((await portal.call(getSession, {}, inCurrency(currency))).status).toBe(400)
      expect((await portal.call(getClientContext, {}, inCurrency(currency))).status).toBe(400)
    },
  )
})

describe('X-Currency at a client with one book (§7)', () => {
  test('is not returned, and rejects any other currency than the book’s', async () => {
    const ask = (headers: Record<string, string>) =>
      portal.call(getClientContext, {}, { client: 'npt', headers })
    expect((await ask({})).headers['x-currency']).toBeUndefined()
    expect((await ask({ 'x-currency': 'USD' })).status).toBe(200)
    expect((await ask({ 'x-currency': 'GBP' })).status).toBe(400)
  })
})
