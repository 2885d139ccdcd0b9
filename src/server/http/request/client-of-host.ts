import type { Client } from '../../../tenants/client.ts'

/** How hosts name clients: `http://{client}.localhost:3000`, `https://{client}.example.org`. */
export type Addresses = {
  /** With `{client}` where the client's name stands. */
  originPattern: string
  /** Which client a bare host shows. */
  defaultClient: string
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The client of a request, by its Host header alone (open-points 2): never by a body or a query. A bare host (the
 * portal's domain itself, or loopback) shows the configured client; undefined for a host that is not the portal's, and for
 * another port than that of its address: each would be an origin of its own, with an identity provider of its own.
 */
export function clientOfHost(
  host: string,
  addresses: Addresses,
  clients: Readonly<Record<string, Client>>,
): Client | undefined {
  const [scheme, address = ''] = addresses.originPattern.split('//{client}.')
  const usual = scheme === 'https:' ? '443' : '80'
  const [name, port] = [host.replace(/:\d+$/, '').toLowerCase(), portIn(host) ?? usual]
  const [domain, ours] = [address.replace(/:\d+$/, ''), portIn(address) ?? usual]
  // A demonstration whose port the system chooses does not know it (PORT=0).
  if (port !== ours && ours !== '0') return undefined
  if (name === domain || loopback.has(name)) return clients[addresses.defaultClient]
  const clientName = name.endsWith(`.${domain}`) ? name.slice(0, -domain.length - 1) : ''
  // The name was sent by the caller: `constructor` must not find what every object has.
  return Object.hasOwn(clients, clientName) ? clients[clientName] : undefined
}

const portIn = (host: string) => /:(\d+)$/.exec(host)?.[1]
