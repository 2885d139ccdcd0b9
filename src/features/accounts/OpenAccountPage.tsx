import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { getAccountOverview } from '../../contract/account-overview.contract.ts'
import { Problem } from '../../contract/problems.ts'
import { screenPathOf } from '../../contract/screens.ts'
import { currency as currencySchema } from '../../contract/wire.ts'
import { call } from '../../web/api/call.ts'
import { LoadCause } from '../../web/api/LoadFailure.tsx'
import { clientContext } from '../../web/client-context/client-context.ts'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { paths } from '../../web/routing/paths.ts'
import { useScreenParams } from '../../web/routing/screen-params.ts'
import { optionalParam, useSearchParams } from '../../web/routing/search-params.ts'
import { type AccountOfBook, viewAccount } from '../../web/session/switch-currency.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'

const search = z.object({ currency: optionalParam(currencySchema), screen: optionalParam(z.string()) })

/** /accounts/$fundId: makes the account of a mailed address the current one, and then opens the screen that the mail is about. */
export function OpenAccountPage() {
  const router = useRouter()
  const fundId = Number(useScreenParams('/accounts/$fundId').fundId)
  const { currency = clientContext().currentDbHeader, screen } = useSearchParams(search)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  useEffect(() => {
    let isMounted = true
    setFailure(null)
    open({ fundId, currency }).then(
      isInOtherBook => {
        const address = safeScreen(screen)
        // A switch of the book leads to a screen of its own choice, so the page is loaded again, with the account of the tab.
        if (isInOtherBook) window.location.replace(address)
        else if (isMounted) router.history.replace(address)
      },
      (error: unknown) => {
        if (isMounted) setFailure({ error })
      },
    )
    return () => {
      isMounted = false
    }
  }, [router, fundId, currency, screen])
  return (
    <>
      <PageHeading title="Open Account">Open Account</PageHeading>
      {failure === null ? (
        <p role="status">Please wait</p>
      ) : (
        <>
          <Alert kind="danger">
            The account could not be opened. <LoadCause error={failure.error} />
          </Alert>
          <p>
            You may be logged in as another person, or may no longer have access to this account.{' '}
            <Link to={paths.home()}>Go to Home</Link>
          </p>
        </>
      )}
    </>
  )
}

/** Returns whether the account is in the client's other book. */
async function open(account: AccountOfBook): Promise<boolean> {
  if (!Number.isSafeInteger(account.fundId) || account.fundId < 1) throw new Problem('not-found')
  // A switch alone would succeed for any number.
  await call(getAccountOverview, { params: { fundId: account.fundId } }, account)
  const isInOtherBook = account.currency !== clientContext().currentDbHeader
  await viewAccount(account)
  if (clientContext().currentDbHeader !== account.currency) throw new Error('the book was not changed')
  return isInOtherBook
}

/** Anyone can edit an address, so only screens of the portal are opened. */
function safeScreen(screen = ''): string {
  const isScreen = screenPathOf(screen.split(/[?#]/)[0] ?? '', clientContext().clientSettings) !== null
  return isScreen ? screen : paths.home()
}
