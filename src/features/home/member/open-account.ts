import { showFailure } from '../../../web/api/show-failure.ts'
import { type AccountOfBook, viewAccount } from '../../../web/session/switch-currency.ts'

/** Makes another account of the person the current one. Its line leaves the screen, so that Tab continues from the heading. */
export async function openAccount(account: AccountOfBook): Promise<void> {
  try {
    await viewAccount(account)
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  } catch (failure) {
    showFailure(failure)
  }
}
