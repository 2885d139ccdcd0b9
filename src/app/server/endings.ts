import type { Client } from '../../clients/client.ts'
import { dayMs } from '../../domain/durations.ts'
import type { ProviderSecrets } from '../../features/identity/oidc/server/provider-settings.ts'
import type { Ending } from '../../features/settings/server/ending.ts'
import { isEnding } from '../../features/settings/server/ending.ts'
import { certificatesOf } from '../../server/signatures/seal/sealer.ts'

/** Days such as a coronation's are proclaimed about half a year before. */
const holidayWarningMs = 365 * dayMs

/** What ends soon or has ended, of what the program itself cannot replace, by settings alone. The seal has its own (watch-seal.ts). */
export function endings(installation: {
  clients: readonly Client[]
  secrets: ProviderSecrets
  /** When this version of the program was made. */
  programDate: Date
  now: Date
}): Ending[] {
  const { clients, secrets, programDate, now } = installation
  return [
    ...clients.flatMap(client => endingsOfProviders(client, secrets, now)),
    ...endingOfHolidays(clients, programDate, now),
  ]
}

function endingsOfProviders(
  { name, identityProviders }: Client,
  secrets: ProviderSecrets,
  now: Date,
): Ending[] {
  return identityProviders.flatMap(provider => {
    if (provider.kind !== 'saml') return []
    const { title, certificateName, requestSigning } = provider
    const found: Ending[] = []
    // While the provider changes its certificate the setting has both: the later one counts.
    const theirs = endOf(certificateName, secrets, Math.max)
    if (theirs && isEnding(theirs, now))
      found.push({
        key: `provider:${name}:${certificateName}`,
        text: `The certificate in ${certificateName} ${endsOn(theirs, now)}. Ask ${title} (${name}) for the next one, and put it beside this one: no one can log in there once it is used.`,
        endsOn: theirs,
      })
    const ours = requestSigning && endOf(requestSigning.certificateName, secrets, Math.min)
    if (ours && isEnding(ours, now))
      found.push({
        key: `requests:${name}:${requestSigning.certificateName}`,
        text: `The certificate in ${requestSigning.certificateName}, which signs requests to ${title} (${name}), ${endsOn(ours, now)}. Give the provider another before.`,
        endsOn: ours,
      })
    return found
  })
}

const dayOf = (instant: Date) => instant.toISOString().slice(0, 10)
const endsOn = (end: Date, now: Date) => `${end < now ? 'ended' : 'ends'} on ${dayOf(end)}`

/** When the first or the last certificate of a setting ends; null if it has public keys, which do not end. */
function endOf(setting: string, secrets: ProviderSecrets, which: typeof Math.max): Date | null {
  const ends = certificatesOf(secrets[setting] ?? '').map(({ validToDate }) => validToDate.getTime())
  return ends.length === 0 ? null : new Date(which(...ends))
}

/** The rules of bank holidays hold for every year; a day that is proclaimed for one year is known to later versions alone. */
function endingOfHolidays(clients: readonly Client[], programDate: Date, now: Date): Ending[] {
  const british = clients.filter(({ defaultPhoneCountry }) => defaultPhoneCountry === 'GB')
  if (british.length === 0 || now.getTime() - programDate.getTime() < holidayWarningMs) return []
  return [
    {
      key: 'bank-holidays',
      text: `This version is of ${dayOf(programDate)}: bank holidays that were proclaimed since then, as for a coronation, count as banking days until you upgrade.`,
      endsOn: new Date(programDate.getTime() + holidayWarningMs),
    },
  ]
}
