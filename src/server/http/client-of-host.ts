import type { Client } from '../../clients/client.ts'

/** How host names map to clients. */
export type Addresses = {
  /** Contains `{client}`, such as `http://{client}.localhost:3000` or `https://{client}.example.org`. */
  originPattern: string
  /** The client of the bare host. */
  defaultClient: string
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The client of a request, by its Host header only (§15). The bare host (the portal's domain or loopback) is the default client.
 * Returns undefined for an unknown host and for another port, because that would be another origin with its own identity provider.
 */
export function clientOfHost(
  host: string,
  addresses: Addresses,
  clients: Readonly<Record<string, Client>>,
): Client | undefined {
  const [scheme, address = ''] = addresses.originPattern.split('//{client}.')
  const defaultPort = scheme === 'https:' ? '443' : '80'
  const [name, port] = [host.replace(/:\d+$/, '').toLowerCase(), portIn(host) ?? defaultPort]
  const [domain, expectedPort] = [address.replace(/:\d+$/, ''), portIn(address) ?? defaultPort]
  // PORT=0 lets the system choose the port, so it is not known here.
  if (port !== expectedPort && expectedPort !== '0') return undefined
  if (name === domain || loopback.has(name)) return clients[addresses.defaultClient]
  const clientName = name.endsWith(`.${domain}`) ? name.slice(0, -domain.length - 1) : ''
  // The caller chooses the name, so `constructor` must not find a property of the prototype.
  return Object.hasOwn(clients, clientName) ? clients[clientName] : undefined
}

/** The origin of a client without a request, for mails and jobs: the host of a request may be anything. */
export const originOfClient = (originPattern: string, { name }: Pick<Client, 'name'>): string =>
  originPattern.replace('{client}', name)

const portIn = (host: string) => /:(\d+)$/.exec(host)?.[1]
