import type { Client, IdentityProvider, OpenIdProvider, SamlProvider } from '../../../../clients/client.ts'

/** A provider other than the embedded one. */
export type ExternalProvider = OpenIdProvider | SamlProvider

/** Secrets and certificates of providers, by the names of their environment variables. */
export type ProviderSecrets = Readonly<Record<string, string>>

export const embeddedName = 'embedded'

export function nameOfProvider(provider: IdentityProvider): string {
  return provider.kind === 'embedded' ? embeddedName : provider.name
}

/** The label on the login screen of a client with several providers. */
export function titleOfProvider(provider: IdentityProvider): string {
  return provider.kind === 'embedded' ? 'User ID and password' : provider.title
}

export function providerNamed(client: Client, name: string): IdentityProvider | undefined {
  return client.identityProviders.find(provider => nameOfProvider(provider) === name)
}

/** Whether the address is on this machine. Only tests and demonstrations use such addresses. */
function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname) || hostname.endsWith('.localhost')
}

/** Whether the portal may call this address: https or, if `allowsLoopback`, http on this machine. */
export function isSafeAddress(text: string, allowsLoopback: boolean): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (allowsLoopback && url.protocol === 'http:' && isLoopback(url))
}

/** The environment variables that the clients' providers need, with their purposes. */
export function requiredSettings(clients: readonly Client[]): Map<string, string> {
  const required = new Map<string, string>()
  for (const { name, identityProviders } of clients) {
    for (const provider of identityProviders) {
      if (provider.kind === 'embedded') continue
      const about = `of ${name}’s provider ${provider.name}`
      if (provider.kind === 'openid') required.set(provider.clientSecretName, `the client secret ${about}`)
      else {
        required.set(provider.certificateName, `the certificates ${about}, PEM`)
        if (provider.requestSigning) {
          required.set(provider.requestSigning.keyName, `the key for requests to it, PEM, ${about}`)
          required.set(provider.requestSigning.certificateName, `the certificate of that key, PEM, ${about}`)
        }
      }
    }
  }
  return required
}

/** All errors in the clients' provider settings, as sentences. */
export function problemsOfProviders(
  clients: readonly Client[],
  secrets: ProviderSecrets,
  { allowsLoopback }: { allowsLoopback: boolean },
): string[] {
  const errors = clients.flatMap(client => problemsOfClient(client, allowsLoopback))
  for (const [name, purpose] of requiredSettings(clients))
    if ((secrets[name] ?? '').trim() === '') errors.push(`${name} is missing: ${purpose}.`)
  return errors
}

function problemsOfClient({ name: client, identityProviders }: Client, allowsLoopback: boolean): string[] {
  const names = identityProviders.map(nameOfProvider)
  const errors: string[] = []
  if (names.length === 0) errors.push(`The client ${client} has no identity provider.`)
  if (new Set(names).size < names.length)
    errors.push(`Two identity providers of the client ${client} have the same name.`)
  const issuers = identityProviders.flatMap(each => (each.kind === 'embedded' ? [] : [each.issuer]))
  if (new Set(issuers).size < issuers.length)
    errors.push(`Two identity providers of the client ${client} have the same issuer.`)
  for (const provider of identityProviders) {
    if (provider.kind === 'embedded') continue
    const label = `The identity provider ${provider.name} of the client ${client}`
    if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(provider.name) || provider.name === embeddedName)
      errors.push(`${label} needs a name of small letters, digits and hyphens.`)
    const [what, address] =
      provider.kind === 'openid' ? ['issuer', provider.issuer] : ['entryPoint', provider.entryPoint]
    if (!isSafeAddress(address, allowsLoopback)) errors.push(`${label} needs an ${what} over https.`)
  }
  return errors
}
