import { chooseCurrency } from '../../contract/currency.contract.ts'
import { Problem, problems } from '../../contract/problems.ts'
import { getSession } from '../../contract/session.contract.ts'
import { currencyNames } from '../../domain/currencies.ts'
import type { Currency } from '../../domain/money.ts'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query.ts'
import { clientContext, setClientContext } from '../client-context/client-context.ts'
import { showToast } from '../ui/notices/toast-store.ts'
import { lastAccountKey } from './early-request.ts'
import { lastAccount, openSession } from './session.ts'
import { chosenCurrency, type Session, sessionStore } from './session-store.ts'
import { browserStorage } from './storages.ts'
import { storedDrafts } from './stored-drafts.ts'

/** An account as people know it: its number is unique only with its currency (§16). */
export type AccountOfBook = { fundId: number; currency: Currency }

/** Makes an account the current one, in whichever of the client's books it is. Throws a Problem if the book stays the same. */
export async function viewAccount({ fundId, currency }: AccountOfBook): Promise<void> {
  const isHere = currency === clientContext().currentDbHeader
  if (isHere) await switchAccount(fundId)
  else await switchCurrency(currency, { fundId })
}

/** Switches to another account of the same book and its permissions. Throws a Problem on failure. */
async function switchAccount(fundId: number): Promise<void> {
  const facts = await call(getSession, {}, { fundId })
  writeLastAccount(facts.userId, clientContext().currentDbHeader, fundId)
  sessionStore.set({ state: 'signed-in', facts, fundId })
  // The cache is stale, but nothing is refetched here: screens still show the previous account and would request it with the new
  // account's id, which is refused.
  await queryClient.invalidateQueries({ refetchType: 'none' })
}

/** The person's next tab starts with it. */
export const writeLastAccount = (userId: string, currency: Currency, fundId: number): void =>
  browserStorage.setItem(`${lastAccountKey}${currency}:${userId}`, String(fundId))

/**
 * Shows the client's other book (§4). Currency, settings, account and permissions change together once the server has
 * answered, so no request in between can combine one book's account with the other's currency. A failure changes nothing and
 * shows the toast of §8. Never throws; returns whether the book was changed.
 */
export async function switchCurrency(
  currency: Currency,
  { fundId = 0, rememberCurrency }: { fundId?: number; rememberCurrency?: boolean } = {},
): Promise<boolean> {
  const before = sessionStore.read()
  if (before.state !== 'signed-in') return false
  const { userId } = before.facts
  try {
    const lastUsed = lastAccount.all()[userId]?.[currency]
    const { opening, context } = await call(
      chooseCurrency,
      {
        body: {
          ...(lastUsed === undefined ? {} : { lastUsed }),
          ...(rememberCurrency === undefined ? {} : { rememberCurrency }),
        },
      },
      { fundId, currency },
    )
    // The person may have logged out in the meantime.
    if (sessionStore.read().state !== 'signed-in') return false
    chosenCurrency.set(currency)
    setClientContext(context)
    // The person was told that unsaved changes are lost.
    storedDrafts.clear()
    if (fundId !== 0) writeLastAccount(userId, currency, fundId)
    openSession(opening)
  } catch (failure) {
    // Logging out shows its own reason.
    if (failure instanceof Problem && failure.code === 'signed-out') return false
    showToast(failureToast())
    if (mayHaveSwitched(failure)) await chooseAgain(before)
    return false
  }
  showToast(successToast(currency))
  return true
}

/** Whether the server may have stored the choice although its reply did not arrive. A refusal stores nothing. */
const mayHaveSwitched = (failure: unknown) =>
  !(failure instanceof Problem) || problems[failure.code].status >= 500

/** Stores the currency that this tab still shows, so that a reload and the next login do not show the other one. */
async function chooseAgain({ fundId, facts }: Session & { state: 'signed-in' }): Promise<void> {
  const { currentDbHeader: currency } = clientContext()
  const body = { rememberCurrency: facts.rememberCurrency }
  // Without a connection it cannot be stored: the next page then shows what the server has.
  await call(chooseCurrency, { body }, { fundId, currency }).catch(() => undefined)
}

function successToast(currency: Currency) {
  const { singular, plural } = currencyNames[currency]
  return {
    header: `You are now viewing your ${singular} account`,
    message: `You may see a zero balance and no fund activity if you do not contribute or grant in ${plural}.`,
    className: 'success',
  } as const
}

function failureToast() {
  const { phone, email } = clientContext().clientSettings.support
  return {
    header: 'Could not load alternate fund view',
    message: `Please call our UK support line on ${phone}, or e-mail ${email}.`,
    className: 'error',
    // §8: unlike other errors it hides by itself.
    autoHide: true,
  } as const
}
