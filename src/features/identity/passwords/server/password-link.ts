import type { Client } from '../../../../clients/client.ts'
import { screenAddress } from '../../../../contract/screen-address.ts'
import { minuteMs } from '../../../../domain/durations.ts'
import { linkLifetimeMs } from '../../../../server/auth/one-time-link.ts'
import { originOfClient } from '../../../../server/http/client-of-host.ts'

export const linkLifetimeMinutes = linkLifetimeMs / minuteMs

/**
 * The address of a mailed link, built from the configuration and not from the request's host. The token is the fragment,
 * which browsers do not send, so that no log, proxy or referrer sees it.
 */
export function passwordLink(originPattern: string, client: Pick<Client, 'name'>, token: string): string {
  return `${originOfClient(originPattern, client)}${screenAddress('/password-setup')}#${token}`
}
