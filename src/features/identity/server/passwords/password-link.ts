import type { Client } from '../../../../clients/client.ts'
import { linkLifetimeMs } from '../../../../server/auth/one-time-link.ts'

export const linkMinutes = linkLifetimeMs / 60_000

/**
 * Where the link of a mail leads: an address of the configuration, whatever host a request names. The token is its fragment,
 * which no browser sends to anybody: neither log, proxy nor referrer sees it, and opening the page uses nothing up.
 */
export function passwordLink(originPattern: string, client: Pick<Client, 'name'>, token: string): string {
  return `${originPattern.replace('{client}', client.name)}/password-setup#${token}`
}
