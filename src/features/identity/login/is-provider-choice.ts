import { clientContext } from '../../../web/client-context/client-context.ts'

/** Whether the screen offers a choice of identity providers; otherwise it is the embedded provider's login. */
export function isProviderChoice(search: string): boolean {
  const { identityProviders } = clientContext().clientSettings
  return (
    new URLSearchParams(search).has('choose') || !identityProviders.some(({ name }) => name === 'embedded')
  )
}
