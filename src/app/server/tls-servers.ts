import type { Client } from '../../clients/client.ts'

export type TlsServer = {
  host: string
  port: number
  /** What does not work without it. */
  what: string
}

/** Every server whose certificate visitors, or the portal itself, meet: of the clients, of their identity providers, and of mail. */
export function tlsServers(
  clients: readonly Client[],
  { originPattern, smtpUrl }: { originPattern: string; smtpUrl: string | null },
): TlsServer[] {
  const origins = clients.map(({ name }) => ({
    address: originPattern.replaceAll('{client}', name),
    what: `People of ${name} cannot open the portal`,
  }))
  const providers = clients.flatMap(({ name, identityProviders }) =>
    identityProviders.flatMap(provider =>
      provider.kind === 'embedded'
        ? []
        : [
            {
              address: provider.kind === 'saml' ? provider.entryPoint : provider.issuer,
              what: `People of ${name} cannot log in through ${provider.title}`,
            },
          ],
    ),
  )
  const mail = smtpUrl?.startsWith('smtps:') ? [{ address: smtpUrl, what: 'Mails are not sent' }] : []
  const servers = [...origins, ...providers, ...mail].flatMap(({ address, what }) => {
    const { protocol, hostname, port } = new URL(address)
    if (protocol !== 'https:' && protocol !== 'smtps:') return []
    return [{ host: hostname, port: Number(port) || (protocol === 'smtps:' ? 465 : 443), what }]
  })
  return [...new Map(servers.map(server => [`${server.host}:${server.port}`, server])).values()]
}
