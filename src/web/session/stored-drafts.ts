import type { Currency } from '../../domain/money.ts'
import { tabStorage } from './storages.ts'

export const draftPrefix = 'almoner-draft:'

/** Followed by a user id, a colon and an id: the key of localStorage with what that person typed on one page when the session ended. */
export const backupKey = 'almoner-backup:'

/** Whose draft it is: another person in this tab, or another fund, never gets it. Two books may have the same fund id. */
export type DraftOwner = { form: string; userId: string; currency: Currency; fundId: number }

const keyOf = ({ form, userId, currency, fundId }: DraftOwner) =>
  `${draftPrefix}${form}:${userId}:${currency}:${fundId}`

/**
 * The third kind of key of sessionStorage (§9): what a person entered in a form, so that it survives a reload. The form removes
 * it when it is saved or left; logging out clears all. What a session that ends by itself clears is in the local backup of its page.
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
    for (const key of tabStorage.keys()) if (key.startsWith(draftPrefix)) tabStorage.removeItem(key)
  },
}
