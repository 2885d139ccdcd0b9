import type { Currency } from '../../domain/money.ts'
import { tabStorage } from './storages.ts'

/** The account that this tab shows, 0 if it shows none, and the currency, as this person sees them. */
export type TabAccount = { userId: string; currency: Currency; fundId: number }

const key = 'almoner-account'

/** In sessionStorage (§9), so that a reload keeps account and currency together, whatever other tabs have chosen since. */
export const tabAccount = {
  read: (): TabAccount | null => {
    const [, currency, fundId, userId] =
      /^(USD|GBP):(\d{1,8}):([0-9a-f-]{36})$/.exec(tabStorage.getItem(key) ?? '') ?? []
    return userId ? { userId, currency: currency === 'USD' ? 'USD' : 'GBP', fundId: Number(fundId) } : null
  },
  write: ({ userId, currency, fundId }: TabAccount): void =>
    tabStorage.setItem(key, `${currency}:${fundId}:${userId}`),
  clear: (): void => tabStorage.removeItem(key),
}
