import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { npttransatlantic } from '../../clients/configuration/npttransatlantic.ts'
import { getAccountOverview } from '../../contract/account-overview.contract.ts'
import { refreshSession } from '../../contract/open-session.contract.ts'
import type { Currency } from '../../domain/money.ts'
import { exampleAccount } from '../../testing/screens/account-overview.ts'
import { contextOfPage } from '../../testing/screens/client-context.ts'
import { factsOf } from '../../testing/screens/session-facts.ts'
import { call } from '../api/call.ts'
import { query, queryClient } from '../api/query.ts'
import { clientContext, setClientContext } from '../client-context/client-context.ts'
import { clearToasts, toastStore } from '../ui/notices/toast-store.ts'
import { lastAccount } from './session.ts'
import { authToken, chosenCurrency, clearSession, sessionStore } from './session-store.ts'
import { storedDrafts } from './stored-drafts.ts'
import { switchCurrency, viewAccount, writeLastAccount } from './switch-currency.ts'

// Both books give this number to an account, with different money.
const fundId = 204318
const money = { GBP: 1_000_00n, USD: 2_500_00n }
const facts = (alternateCurrency: Currency) => factsOf({ loginCurrency: 'GBP', alternateCurrency })
const { userId } = facts('GBP')

const contextIn = (currency: Currency) => ({
  ...contextOfPage(npttransatlantic),
  dbName: currency === 'GBP' ? 'nptuk' : 'nptukusd',
  secondaryDb: 'nptukusd',
  currentDbHeader: currency,
  primaryIsActive: currency === 'GBP',
})
const accountIn = (currency: Currency) =>
  exampleAccount({ id: `in ${currency}`, currency, availableMinor: String(money[currency]) })
const openingIn = (currency: Currency) => ({
  opening: { facts: facts(currency), fundId, account: accountIn(currency) },
  context: contextIn(currency),
})

type Sent = { path: string; currency: string | undefined; accountId: string | undefined; body: unknown }
let sent: Sent[]
let answer: (request: Sent) => Response | Promise<Response>
const answerHonestly = ({ path, currency }: Sent) => {
  const there = currency === 'USD' ? 'USD' : 'GBP'
  const headers = { 'x-currency': there }
  if (path === '/api/session/currency') return Response.json(openingIn(there), { headers })
  if (path.startsWith('/api/accounts/')) return Response.json(accountIn(there), { headers })
  return Response.json({}, { headers })
}

beforeEach(() => {
  sent = []
  answer = answerHonestly
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const headers = init.headers as Record<string, string>
    const request = {
      path: new URL(address, window.location.href).pathname,
      currency: headers['X-Currency'],
      accountId: headers['X-AccountId'],
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
    }
    sent.push(request)
    return await answer(request)
  })
  authToken.replace(
    `Bearer v1.01a1f8a3-44cc-798e-904b-52ec9e9547c0.${Date.now() + 1000}.s`,
    authToken.generation(),
  )
  setClientContext(contextIn('GBP'))
  chosenCurrency.set('GBP')
  sessionStore.set({ state: 'signed-in', facts: facts('GBP'), fundId })
})
afterEach(() => {
  vi.unstubAllGlobals()
  clearSession('requested')
  chosenCurrency.set(null)
  clearToasts()
})

const overview = () => queryClient.fetchQuery(query(getAccountOverview, { params: { fundId } }))
const toasts = () => toastStore.read().map(({ header, message }) => `${header}. ${message}`)
const stateNow = () => {
  const session = sessionStore.read()
  return {
    currency: chosenCurrency.read(),
    context: clientContext().currentDbHeader,
    facts: session.state === 'signed-in' ? session.facts.alternateCurrency : null,
  }
}
const all = (currency: Currency) => ({ currency, context: currency, facts: currency })

describe('a switch of currency (§4)', () => {
  test('changes currency, settings, account and permissions together, and says so', async () => {
    expect(await switchCurrency('USD')).toBe(true)
    expect(stateNow()).toEqual(all('USD'))
    expect(toasts()).toEqual([
      'You are now viewing your US dollar account. You may see a zero balance and no fund activity if you do not contribute or grant in US dollars.',
    ])
    await call(refreshSession, {})
    expect(sent.at(-1)).toMatchObject({ currency: 'USD', accountId: String(fundId) })
  })

  test('changes nothing on failure and shows the toast (§8)', async () => {
    answer = () => new Response('', { status: 502 })
    expect(await switchCurrency('USD')).toBe(false)
    expect(stateNow()).toEqual(all('GBP'))
    expect(toastStore.read()).toMatchObject([
      {
        header: 'Could not load alternate fund view',
        message:
          'Please call our UK support line on +44 20 7946 0355, or e-mail giving@npttransatlantic.example.',
        className: 'error',
        autoHide: true,
      },
    ])
    answer = answerHonestly
    await call(refreshSession, {})
    expect(sent.at(-1)?.currency).toBe('GBP')
  })

  test('whose reply is lost keeps the former currency on the server too', async () => {
    let attempts = 0
    answer = request => {
      attempts += 1
      if (attempts === 1) throw new TypeError('Failed to fetch')
      return answerHonestly(request)
    }
    expect(await switchCurrency('USD', { rememberCurrency: true })).toBe(false)
    expect(stateNow()).toEqual(all('GBP'))
    expect(sent).toMatchObject([
      { path: '/api/session/currency', currency: 'USD', body: { rememberCurrency: true } },
      {
        path: '/api/session/currency',
        currency: 'GBP',
        accountId: String(fundId),
        body: { rememberCurrency: false },
      },
    ])
  })

  test('that is refused is not followed by another request', async () => {
    answer = () =>
      Response.json(
        { type: 'urn:almoner:problem:not-found', title: 'Unknown', status: 404, traceId: 't' },
        { status: 404 },
      )
    expect(await switchCurrency('USD')).toBe(false)
    expect(sent).toHaveLength(1)
    expect(stateNow()).toEqual(all('GBP'))
  })

  test('sends no request of the other book with this currency until the server has answered', async () => {
    const late = Promise.withResolvers<Response>()
    answer = request => (request.path === '/api/session/currency' ? late.promise : answerHonestly(request))
    const switching = switchCurrency('USD')
    await call(refreshSession, {})
    expect(sent.map(({ path, currency }) => [path, currency])).toEqual([
      ['/api/session/currency', 'USD'],
      ['/api/session/refresh', 'GBP'],
    ])
    expect(stateNow()).toEqual(all('GBP'))
    late.resolve(answerHonestly({ path: '/api/session/currency', currency: 'USD', accountId: '0', body: {} }))
    await switching
    expect(stateNow()).toEqual(all('USD'))
  })

  test('is not undone by a late response of the former book', async () => {
    const late = Promise.withResolvers<Response>()
    answer = request => (request.path === '/api/session/refresh' ? late.promise : answerHonestly(request))
    const refreshing = call(refreshSession, {})
    await switchCurrency('USD')
    late.resolve(Response.json({}, { headers: { 'x-currency': 'GBP' } }))
    await refreshing
    expect(chosenCurrency.read()).toBe('USD')
  })

  test('does not log in again a person who logged out in the meantime', async () => {
    answer = request => {
      clearSession('requested')
      return answerHonestly(request)
    }
    expect(await switchCurrency('USD')).toBe(false)
    expect(sessionStore.read().state).toBe('signed-out')
    expect(toasts().join()).not.toContain('US dollar')
  })

  test('to the row of an account names that account and remembers it for this currency alone', async () => {
    await viewAccount({ fundId: 555123, currency: 'USD' })
    expect(sent).toMatchObject([{ path: '/api/session/currency', currency: 'USD', accountId: '555123' }])
    expect(lastAccount.all()).toEqual({ [userId]: { USD: 555123 } })
    expect(lastAccount.all()[userId]).not.toHaveProperty('GBP')
  })

  test('to the row of an account changes no account until the server has answered', async () => {
    const late = Promise.withResolvers<Response>()
    answer = () => late.promise
    const sessions: number[] = []
    const stop = sessionStore.subscribe(() => {
      const session = sessionStore.read()
      sessions.push(session.state === 'signed-in' ? session.fundId : 0)
    })
    const switching = viewAccount({ fundId: 555123, currency: 'USD' })
    expect(stateNow()).toEqual(all('GBP'))
    expect(sessions).toEqual([])
    const { opening, context } = openingIn('USD')
    late.resolve(Response.json({ opening: { ...opening, fundId: 555123 }, context }))
    await switching
    stop()
    // One update, in which account and currency agree: nothing asked for this account in pounds.
    expect(sessions).toEqual([555123])
    expect(sent).toHaveLength(1)
    expect(stateNow()).toEqual(all('USD'))
  })
})

describe('two books with the same account number (§16)', () => {
  test('share no cached balance', async () => {
    expect((await overview()).availableMinor).toBe(money.GBP)
    await switchCurrency('USD')
    expect((await overview()).availableMinor).toBe(money.USD)
    await switchCurrency('GBP')
    expect((await overview()).availableMinor).toBe(money.GBP)
  })

  test('keep a query in its book when it is fetched again after a switch', async () => {
    const inPounds = query(getAccountOverview, { params: { fundId } })
    await switchCurrency('USD')
    await queryClient.fetchQuery({ ...inPounds, staleTime: 0 })
    expect(sent.at(-1)?.currency).toBe('GBP')
    expect(chosenCurrency.read()).toBe('USD')
    expect((await overview()).availableMinor).toBe(money.USD)
  })

  test('share no draft, and a switch removes what was not saved', async () => {
    const draft = { form: 'grant', userId, fundId } as const
    storedDrafts.write({ ...draft, currency: 'GBP' }, { amount: '600' })
    expect(storedDrafts.read({ ...draft, currency: 'USD' })).toBeNull()
    await switchCurrency('USD')
    expect(storedDrafts.read({ ...draft, currency: 'GBP' })).toBeNull()
  })

  test('name the currency in every stored entry', async () => {
    writeLastAccount(userId, 'GBP', fundId)
    await viewAccount({ fundId, currency: 'USD' })
    storedDrafts.write({ form: 'grant', userId, currency: 'USD', fundId }, {})
    const entries = [localStorage, sessionStorage].flatMap(storage =>
      Object.entries({ ...storage }).filter(entry => entry.join(' ').includes(String(fundId))),
    )
    expect(entries).toHaveLength(4)
    // The key of the tab’s own account names no currency, but its value does.
    for (const entry of entries) expect(entry.join(' ')).toMatch(/[: ](GBP|USD):/)
  })
})
