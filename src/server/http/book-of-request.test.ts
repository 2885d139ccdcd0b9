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

// A client of two books, as the transatlantic one is: its second book is one that the database has, moved to its realm.
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
  const { reply } = await portal.call(searchAccounts, { query: { first: 10 } }, inCurrency(currency))
  return reply.data.map(({ fundId }) => fundId)
}

describe('X-Currency at a client of two books (§7)', () => {
  test('it chooses the book that a call is about (§7)', async () => {
    expect(await fundsIn('USD')).toEqual([dollars.fundId])
    expect(await fundsIn('GBP')).toEqual([pounds.fundId])
  })

  test('the answer says the currency that it is about, the first one where none was asked for (§7)', async () => {
    const asked = await portal.call(getSession, {}, inCurrency('GBP'))
    expect(asked.headers['x-currency']).toBe('GBP')
    expect(asked.reply.alternateCurrency).toBe('USD')
    const unasked = await portal.call(getSession, {}, { as: session })
    expect(unasked.headers['x-currency']).toBe('USD')
    expect(unasked.reply.alternateCurrency).toBe('GBP')
  })

  test('the client context tells the current book from the primary one', async () => {
    const { reply } = await portal.call(getClientContext, {}, inCurrency('GBP'))
    expect(reply).toMatchObject({
      dbName: 'rathbones',
      primaryDb: 'npt',
      secondaryDb: 'rathbones',
      currentDbHeader: 'GBP',
      primaryIsActive: false,
    })
  })

  test('each of its books grants from its own least amount', async () => {
    const leastIn = async (currency: string) => {
      const asked = { client: 'npttransatlantic', headers: { 'x-currency': currency } }
      return (await portal.call(getClientContext, {}, asked)).reply.clientSettings.minimumGrantMinor
    }
    expect(await leastIn('GBP')).toBe('10000')
    expect(await leastIn('USD')).toBe('25000')
  })

  test('each of its books grants to the charities of its own country alone', () => {
    const { book, secondaryBook } = npttransatlantic
    expect(clientInBook(npttransatlantic, book).charityRegisters).toEqual(['uk'])
    expect(clientInBook(npttransatlantic, secondaryBook).charityRegisters).toEqual(['irs-bmf'])
  })

  test('a fund of the other book is not found under this currency, whoever asks', async () => {
    const overview = (fundId: number, currency: string) =>
      portal.call(getAccountOverview, { params: { fundId } }, inCurrency(currency))
    expect((await overview(pounds.fundId, 'GBP')).status).toBe(200)
    expect((await overview(pounds.fundId, 'USD')).status).toBe(404)
    expect((await overview(dollars.fundId, 'GBP')).status).toBe(404)
  })

  test('the book’s accounts open to nobody by the currency alone', async () => {
    const stranger = await portal.sessionFor(await makeUser(portal.databases), { client: 'atlantic' })
    const { status } = await portal.call(
      getAccountOverview,
      { params: { fundId: pounds.fundId } },
      { ...inCurrency('GBP'), as: stranger },
    )
    expect(status).toBe(404)
  })

  test.each(['EUR', 'gbp', 'GBP, USD', ''])(
    'the currency "%s", which the client does not have, is refused',
    async currency => {
      expect((await portal.call(getSession, {}, inCurrency(currency))).status).toBe(400)
      expect((await portal.call(getClientContext, {}, inCurrency(currency))).status).toBe(400)
    },
  )
})

describe('X-Currency at a client of one book (§7)', () => {
  test('no answer bears it, and another currency than the book’s is refused (§7)', async () => {
    const ask = (headers: Record<string, string>) =>
      portal.call(getClientContext, {}, { client: 'npt', headers })
    expect((await ask({})).headers['x-currency']).toBeUndefined()
    expect((await ask({ 'x-currency': 'USD' })).status).toBe(200)
    expect((await ask({ 'x-currency': 'GBP' })).status).toBe(400)
  })
})
