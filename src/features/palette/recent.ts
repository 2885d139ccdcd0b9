import type { Currency } from '../../domain/money.ts'
import { chosenCurrency } from '../../web/session/session-store.ts'
import type { Choice } from './choices.ts'

const maxRecent = 5

let owner: string | null = null
let book: Currency | null = null
let recent: readonly Choice[] = []

/**
 * The person's last choices in this tab, newest first. They are held in memory only, because names of charities and accounts
 * must not stay on the device, and are cleared when another person logs in or the other book is viewed.
 */
export function recentOf(userId: string | null): readonly Choice[] {
  if (userId !== owner || chosenCurrency.read() !== book) {
    owner = userId
    book = chosenCurrency.read()
    recent = []
  }
  return recent
}

export function addRecent(userId: string | null, choice: Choice): void {
  recent = [choice, ...recentOf(userId).filter(({ key }) => key !== choice.key)].slice(0, maxRecent)
}
