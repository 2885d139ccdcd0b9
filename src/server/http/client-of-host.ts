import type { Client } from '../../tenants/client.ts'

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
 * portal's domain itself, or loopback) shows the configured client; undefined for a host that is not the portal's.
 */
export function clientOfHost(
  host: string,
  addresses: Addresses,
  clients: Readonly<Record<string, Client>>,
): Client | undefined {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  const domain = addresses.originPattern.replace(/^https?:\/\/\{client\}\./, '').replace(/:\d+$/, '')
  if (name === domain || loopback.has(name)) return clients[addresses.defaultClient]
  return name.endsWith(`.${domain}`) ? clients[name.slice(0, -domain.length - 1)] : undefined
}
