import { useNavigate } from '@tanstack/react-router'
import { showFailure } from '../api/show-failure.ts'
import { type AccountOfBook, viewAccount } from '../session/switch-currency.ts'
import { paths } from './paths.ts'

/** Returns a function that makes an account the current one and opens its Fund Activity. */
export function useOpenAccount(): (account: AccountOfBook) => Promise<void> {
  const navigate = useNavigate()
  return async account => {
    try {
      await viewAccount(account)
    } catch (error) {
      return showFailure(error)
    }
    await navigate({ to: paths.fundActivity() })
  }
}
