import type { Client } from '../../clients/client.ts'
import { dayMs } from '../../domain/durations.ts'
import type { ProviderSecrets } from '../../features/identity/oidc/server/provider-settings.ts'
import { certificatesOf } from '../../server/signatures/seal/sealer.ts'

/** A bank may take weeks to agree on another certificate. */
const certificateWarningMs = 60 * dayMs
/** Days such as a coronation's are proclaimed about half a year before. */
const holidayWarningMs = 365 * dayMs

/** What ends soon or has ended, of what the program itself cannot replace, as sentences. The seal has its own (watch-seal.ts). */
export function endings(installation: {
  clients: readonly Client[]
  secrets: ProviderSecrets
  /** When this version of the program was made. */
  programDate: Date
  now: Date
}): string[] {
  const { clients, secrets, programDate, now } = installation
  return [
    ...clients.flatMap(client => endingsOfProviders(client, secrets, now)),
    ...endingOfHolidays(clients, programDate, now),
  ]
}

function endingsOfProviders({ name, identityProviders }: Client, secrets: ProviderSecrets, now: Date) {
  return identityProviders.flatMap(provider => {
    if (provider.kind !== 'saml') return []
    const { title, certificateName, requestSigning } = provider
    const said: string[] = []
    // While the provider changes its certificate the setting has both: the later one counts.
    const theirs = endOf(certificateName, secrets, Math.max)
    if (theirs && isSoon(theirs, now))
      said.push(
        `The certificate in ${certificateName} ${endsOn(theirs, now)}. Ask ${title} (${name}) for the next one, and put it beside this one: no one can log in there once it is used.`,
      )
    const ours = requestSigning && endOf(requestSigning.certificateName, secrets, Math.min)
    if (ours && isSoon(ours, now))
      said.push(
        `The certificate in ${requestSigning.certificateName}, which signs requests to ${title} (${name}), ${endsOn(ours, now)}. Give the provider another before.`,
      )
    return said
  })
}

const isSoon = (end: Date, now: Date) => end.getTime() - now.getTime() < certificateWarningMs
const dayOf = (instant: Date) => instant.toISOString().slice(0, 10)
const endsOn = (end: Date, now: Date) => `${end < now ? 'ended' : 'ends'} on ${dayOf(end)}`

/** When the first or the last certificate of a setting ends; null if it has public keys, which do not end. */
function endOf(setting: string, secrets: ProviderSecrets, which: typeof Math.max): Date | null {
  const ends = certificatesOf(secrets[setting] ?? '').map(({ validToDate }) => validToDate.getTime())
  return ends.length === 0 ? null : new Date(which(...ends))
}

/** The rules of bank holidays hold for every year; a day that is proclaimed for one year is known to later versions alone. */
function endingOfHolidays(clients: readonly Client[], programDate: Date, now: Date): string[] {
  const british = clients.filter(({ defaultPhoneCountry }) => defaultPhoneCountry === 'GB')
  if (british.length === 0 || now.getTime() - programDate.getTime() < holidayWarningMs) return []
  return [
    `This version is of ${dayOf(programDate)}: bank holidays that were proclaimed since then, as for a coronation, count as banking days until you upgrade.`,
  ]
}
