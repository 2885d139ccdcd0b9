import type { Currency } from '../../domain/money.ts'
import { tabStorage } from './storages.ts'

const prefix = 'almoner-draft:'

/** Whose draft it is: another person in this tab, or another fund, never gets it. Two books may have the same fund id. */
export type DraftOwner = { form: string; userId: string; currency: Currency; fundId: number }

const keyOf = ({ form, userId, currency, fundId }: DraftOwner) =>
  `${prefix}${form}:${userId}:${currency}:${fundId}`

/**
 * The third kind of key of sessionStorage (§9): what a person entered in a form, so that it survives a reload. The form removes
 * it when it is saved or left; logging out clears all.
 */
export const storedDrafts = {
  /** The stored value as untrusted JSON; null if there is none. */
  read: (owner: DraftOwner): unknown => {
    try {
      return JSON.parse(tabStorage.getItem(keyOf(owner)) ?? 'null')
    } catch {
      return null
    }
  },
  write: (owner: DraftOwner, draft: unknown): void => tabStorage.setItem(keyOf(owner), JSON.stringify(draft)),
  remove: (owner: DraftOwner): void => tabStorage.removeItem(keyOf(owner)),
  clear: (): void => {
    for (const key of tabStorage.keys()) if (key.startsWith(prefix)) tabStorage.removeItem(key)
  },
}
