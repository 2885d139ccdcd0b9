import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { isCurrencyRestricted } from '../../contract/currency-restricted.ts'
import { currencyNames, otherCurrency } from '../../domain/currencies.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { mayFollow } from '../../web/routing/guards.ts'
import { paths } from '../../web/routing/paths.ts'
import { useCurrency, useSession } from '../../web/session/session.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Link } from '../../web/ui/actions/Link.tsx'

// Loaded on first use: most people never change the currency.
const CurrencyDialog = lazy(async () => ({ default: (await import('./CurrencyDialog.tsx')).CurrencyDialog }))

/**
 * At a client with two books: the currency toggle (§4), or, on screens that are restricted to the current currency, where to
 * find it (§2.1).
 */
export function CurrencyControl() {
  const pathname = useLocation({ select: location => location.pathname })
  const session = useSession()
  const currency = useCurrency()
  const [isAsking, setAsking] = useState(false)
  const { secondaryDb, clientSettings } = clientContext()
  if (secondaryDb === null) return null
  if (clientSettings.currencyRestricted && isCurrencyRestricted(pathname)) {
    const hasActivity = mayFollow('/fund-activity', session, clientSettings)
    return (
      <span>
        This page is in {currencyNames[currency].plural}. You can change the currency on{' '}
        {hasActivity ? (
          <Link to={paths.fundActivity()}>Fund Activity</Link>
        ) : (
          <Link to={paths.home()}>your home page</Link>
        )}
        .
      </span>
    )
  }
  return (
    <>
      <Button kind="text" onPress={() => setAsking(true)}>
        View in {currencyNames[otherCurrency(currency)].plural}
      </Button>
      {isAsking ? (
        <Suspense fallback={null}>
          <CurrencyDialog to={otherCurrency(currency)} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
