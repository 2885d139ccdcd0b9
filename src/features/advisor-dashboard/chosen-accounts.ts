import type { AccountOfBook } from '../../web/session/switch-currency.ts'

let chosen: readonly AccountOfBook[] = []

/**
 * The accounts that were selected for a report, while the page is open. They are not in the address, which could not hold a thousand,
 * and not on the device.
 */
export const chosenAccounts = {
  read: () => chosen,
  set: (accounts: readonly AccountOfBook[]) => {
    chosen = accounts
  },
}
