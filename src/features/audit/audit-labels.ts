import type { Reply } from '../../contract/endpoint.ts'
import { formatInstant, type InstantStyle } from '../../domain/dates.ts'
import type { AuditEvent, getAuditState } from './audit.contract.ts'
import { whoOf } from './audit.list.ts'

const detailTerms: Readonly<Record<string, string>> = {
  acr: 'Assurance',
  by: 'By',
  how: 'How',
  where: 'Where',
  sessionsEnded: 'Sessions ended',
}

/** `urn:almoner:acr:remembered-device` → `remembered device`. */
const withoutPrefix = (text: string) => text.replace('urn:almoner:acr:', '').replaceAll('-', ' ')

/** `secondFactor` → `Second factor` */
const toTerm = (name: string) => {
  const text = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Everything that was recorded about an event. */
export function detailsOf(event: AuditEvent, style: InstantStyle): { term: string; description: string }[] {
  const { detail, person, actor, sessionId, address, client, seq, at, recordedAt, hash } = event
  const details = Object.entries(detail).map(([name, text]) => ({
    term: detailTerms[name] ?? toTerm(name),
    description: withoutPrefix(text),
  }))
  return [
    { term: 'When', description: formatInstant(at, style) },
    { term: 'Who', description: person ? `${person.name}, ${person.userId}` : whoOf(event) },
    ...details,
    ...(actor ? [{ term: 'Done by', description: `${actor.name}, ${actor.userId}` }] : []),
    ...(address ? [{ term: 'IP address', description: address }] : []),
    ...(client ? [{ term: 'Client', description: client }] : []),
    ...(sessionId ? [{ term: 'Session', description: sessionId }] : []),
    { term: 'Time (UTC)', description: at },
    { term: 'Recorded (UTC)', description: recordedAt },
    { term: 'Event number', description: seq },
    { term: 'Hash', description: hash },
  ]
}

const count = (digits: string, locale: string) => new Intl.NumberFormat(locale).format(BigInt(digits))

/** The state of the audit log as text. `isBroken`: the last verification found damage. */
export function stateLabel(
  { events, verified, checkpointed }: Reply<typeof getAuditState>,
  style: InstantStyle,
): { isBroken: boolean; text: string } {
  const { locale } = style
  const checkpoint = checkpointed
    ? ` Last checkpoint: ${formatInstant(checkpointed.at, style)}, at event ${count(checkpointed.seq, locale)}.`
    : ' There is no checkpoint yet.'
  if (!verified)
    return {
      isBroken: false,
      text: `The audit log (${count(events, locale)} events) has not been verified yet.${checkpoint}`,
    }
  const when = formatInstant(verified.at, style)
  if (verified.finding !== null)
    return { isBroken: true, text: `Verification on ${when} found: ${verified.finding}.${checkpoint}` }
  const since = BigInt(events) - BigInt(verified.events)
  const more = since > 0n ? `; ${count(String(since), locale)} new since then` : ''
  return {
    isBroken: false,
    text: `Verified on ${when}: all ${count(verified.events, locale)} events intact${more}.${checkpoint}`,
  }
}
