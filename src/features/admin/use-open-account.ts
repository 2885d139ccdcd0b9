import { useNavigate } from '@tanstack/react-router'
import { showFailure } from '../../web/api/show-failure.ts'
import { paths } from '../../web/routing/paths.ts'
import { switchAccount } from '../../web/session/session.ts'

/** Returns a function that makes an account the current one and opens its Fund Activity. */
export function useOpenAccount(): (fundId: number) => Promise<void> {
  const navigate = useNavigate()
  return async fundId => {
    try {
      await switchAccount(fundId)
    } catch (error) {
      return showFailure(error)
    }
    await navigate({ to: paths.fundActivity() })
  }
}
