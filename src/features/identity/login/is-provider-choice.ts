import { clientContext } from '../../../web/client-context/client-context.ts'

/** Whether the screen offers a choice of identity providers rather than the embedded provider's login. `search` is that of the address. */
export function isProviderChoice(search: string): boolean {
  const { identityProviders } = clientContext().clientSettings
  return (
    new URLSearchParams(search).has('choose') || !identityProviders.some(({ name }) => name === 'embedded')
  )
}
