import { auditKinds } from '../../../contract/audit-kinds.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { formatInstant } from '../../../domain/dates.ts'
import type { AuditEvent, getAuditState } from '../../audit/audit.contract.ts'

/** What happened, in words; a kind that this program does not know any more is shown as it was recorded. */
export function whatHappened(kind: string): string {
  return Object.hasOwn(auditKinds, kind) ? auditKinds[kind as keyof typeof auditKinds] : kind
}

const termOf: Readonly<Record<string, string>> = {
  acr: 'Assurance',
  by: 'By',
  how: 'How',
  where: 'Where',
  sessionsEnded: 'Sessions ended',
}

/** `urn:almoner:acr:remembered-device` → `remembered device`. */
const inPlainWords = (text: string) => text.replace('urn:almoner:acr:', '').replaceAll('-', ' ')

/** `secondFactor` → `Second factor`: names of details are the program's own words. */
const inWords = (name: string) => {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Everything that an event holds beyond its row, for whoever looks closer. */
export function detailsOf(event: AuditEvent): { term: string; description: string }[] {
  const { detail, actor, sessionId, seq, at, recordedAt, hash } = event
  const said = Object.entries(detail).map(([name, text]) => ({
    term: termOf[name] ?? inWords(name),
    description: inPlainWords(text),
  }))
  return [
    ...said,
    ...(actor ? [{ term: 'Done by', description: `${actor.name}, ${actor.userId}` }] : []),
    ...(sessionId ? [{ term: 'Session', description: sessionId }] : []),
    { term: 'Instant', description: at },
    { term: 'Recorded', description: recordedAt },
    { term: 'Event', description: seq },
    { term: 'Hash', description: hash },
  ]
}

const count = (digits: string, locale: string) => new Intl.NumberFormat(locale).format(BigInt(digits))

/** What is known of the whole trail, in sentences; `isBroken` where it was last found so. */
export function stateLabel(
  { events, verified, checkpointed }: Reply<typeof getAuditState>,
  locale: string,
): { isBroken: boolean; text: string } {
  const checkpoint = checkpointed
    ? ` Its head left the database last on ${formatInstant(checkpointed.at, locale)}, at event ${count(checkpointed.seq, locale)}.`
    : ' Its head has not left the database yet.'
  if (!verified)
    return {
      isBroken: false,
      text: `The trail of ${count(events, locale)} events has not been verified yet.${checkpoint}`,
    }
  const when = formatInstant(verified.at, locale)
  if (verified.finding !== null)
    return { isBroken: true, text: `Found on ${when}: ${verified.finding}.${checkpoint}` }
  const since = BigInt(events) - BigInt(verified.events)
  const more = since > 0n ? `; ${count(String(since), locale)} came since` : ''
  return {
    isBroken: false,
    text: `Verified intact on ${when}, all ${count(verified.events, locale)} events${more}.${checkpoint}`,
  }
}
