import type { Client, IdentityProvider, OpenIdProvider, SamlProvider } from '../../../../clients/client.ts'

/** A provider that is not the program itself. */
export type ExternalProvider = OpenIdProvider | SamlProvider

/** What settings of the environment hold, by their names: secrets and certificates of providers. */
export type ProviderSecrets = Readonly<Record<string, string>>

export const embeddedName = 'embedded'

export function nameOfProvider(provider: IdentityProvider): string {
  return provider.kind === 'embedded' ? embeddedName : provider.name
}

/** What a visitor who has to choose reads. */
export function titleOfProvider(provider: IdentityProvider): string {
  return provider.kind === 'embedded' ? 'User ID and password' : provider.title
}

export function providerNamed(client: Client, name: string): IdentityProvider | undefined {
  return client.identityProviders.find(provider => nameOfProvider(provider) === name)
}

/** Whether a plain-http address leads to this very machine: what tests and demonstrations may use, and nobody else. */
function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname) || hostname.endsWith('.localhost')
}

/** Whether an address of a provider may be used: over https, or, where the portal itself has no https, on this machine. */
export function isSafeAddress(text: string, allowsLoopback: boolean): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (allowsLoopback && url.protocol === 'http:' && isLoopback(url))
}

/** Settings of the environment that the clients' providers need, each with what it is for. */
export function neededSettings(clients: readonly Client[]): Map<string, string> {
  const needed = new Map<string, string>()
  for (const { name, identityProviders } of clients) {
    for (const provider of identityProviders) {
      if (provider.kind === 'embedded') continue
      const about = `of ${name}’s provider ${provider.name}`
      if (provider.kind === 'openid') needed.set(provider.clientSecretName, `the client secret ${about}`)
      else {
        needed.set(provider.certificateName, `the certificates ${about}, PEM`)
        if (provider.requestSigning) {
          needed.set(provider.requestSigning.keyName, `the key for requests to it, PEM, ${about}`)
          needed.set(provider.requestSigning.certificateName, `the certificate of that key, PEM, ${about}`)
        }
      }
    }
  }
  return needed
}

/** Everything that is wrong with the clients' providers, a sentence each; empty: nothing. */
export function problemsOfProviders(
  clients: readonly Client[],
  secrets: ProviderSecrets,
  { allowsLoopback }: { allowsLoopback: boolean },
): string[] {
  const wrong = clients.flatMap(client => problemsOfClient(client, allowsLoopback))
  for (const [name, purpose] of neededSettings(clients))
    if ((secrets[name] ?? '').trim() === '') wrong.push(`${name} is missing: ${purpose}.`)
  return wrong
}

function problemsOfClient({ name: client, identityProviders }: Client, allowsLoopback: boolean): string[] {
  const names = identityProviders.map(nameOfProvider)
  const wrong: string[] = []
  if (names.length === 0) wrong.push(`The client ${client} has no identity provider.`)
  if (new Set(names).size < names.length)
    wrong.push(`Two identity providers of the client ${client} have the same name.`)
  const issuers = identityProviders.flatMap(each => (each.kind === 'embedded' ? [] : [each.issuer]))
  if (new Set(issuers).size < issuers.length)
    wrong.push(`Two identity providers of the client ${client} have the same issuer.`)
  for (const provider of identityProviders) {
    if (provider.kind === 'embedded') continue
    const said = `The identity provider ${provider.name} of the client ${client}`
    if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(provider.name) || provider.name === embeddedName)
      wrong.push(`${said} needs a name of small letters, digits and hyphens.`)
    const [what, address] =
      provider.kind === 'openid' ? ['issuer', provider.issuer] : ['entryPoint', provider.entryPoint]
    if (!isSafeAddress(address, allowsLoopback)) wrong.push(`${said} needs an ${what} over https.`)
  }
  return wrong
}
