import { currencyNames } from '../../../domain/currencies.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'

/** What a person without an account reads, at a client with two books about the one that is shown. `isEditor`: they need none. */
export function WithoutFund({ isEditor }: { isEditor: boolean }) {
  const { clientSettings, secondaryDb, currentDbHeader } = clientContext()
  return (
    <p>
      {secondaryDb === null
        ? 'You don’t have a fund account yet.'
        : `You don’t have a fund account in ${currencyNames[currentDbHeader].plural}.`}
      {isEditor ? null : ` If you think you should have one, please call ${clientSettings.support.phone}.`}
    </p>
  )
}
