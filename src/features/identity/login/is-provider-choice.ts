import { clientContext } from '../../../web/client-context/client-context.ts'

/** Whether this is the choice of a way in, and not the embedded provider's own page. `search` is the address's. */
export function isProviderChoice(search: string): boolean {
  const { identityProviders } = clientContext().clientSettings
  return (
    new URLSearchParams(search).has('choose') || !identityProviders.some(({ name }) => name === 'embedded')
  )
}
