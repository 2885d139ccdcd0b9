import type { Client } from '../../tenants/client.ts'

/** How hosts name clients: `http://{client}.localhost:3000`, `https://{client}.example.org`. */
export type Addresses = {
  /** With `{client}` where the client's name stands. */
  originPattern: string
  /** Which client a bare host shows. */
  defaultClient: string
}

/**
 * The client of a request, by its Host header alone (open-points 2): never by a body or a query. Undefined for a name
 * under the portal's domain that is no client of ours.
 */
export function clientOfHost(
  host: string,
  addresses: Addresses,
  clients: Readonly<Record<string, Client>>,
): Client | undefined {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  const domain = addresses.originPattern.replace(/^https?:\/\/\{client\}\./, '').replace(/:\d+$/, '')
  const label = name.endsWith(`.${domain}`) ? name.slice(0, -domain.length - 1) : null
  return clients[label ?? addresses.defaultClient]
}
