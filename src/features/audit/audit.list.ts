import { auditKinds } from '../../contract/audit-kinds.ts'
import { list } from '../../contract/list.ts'
import { localEnglish } from '../../domain/local-english.ts'
import type { AuditEvent } from './audit.contract.ts'

/** The label of an event kind. A kind that this version does not know is shown as it was recorded. */
export function eventLabel(kind: string, locale: string): string {
  if (!Object.hasOwn(auditKinds, kind)) return kind
  // hasOwn, which narrows no type, has found the kind.
  return localEnglish(auditKinds[kind as keyof typeof auditKinds], locale)
}

/**
 * Who an event is about. The portal's own jobs have no person and no address; an attempt to log in with a user ID that does not exist has
 * an address only.
 */
export const whoOf = ({ person, address }: Pick<AuditEvent, 'person' | 'address'>): string =>
  person?.name ?? (address === null ? 'System' : 'Not identified')

/** The audit log of a realm (§11). A file has the number and the hash of each event, so that it can be compared with the log. */
export const auditList = list<AuditEvent>({
  name: 'audit-log',
  defaultSort: '-at',
  columns: [
    { key: 'when', heading: 'When', type: 'instant', value: row => row.at, widthRem: 13.5 },
    {
      key: 'who',
      heading: 'Who',
      type: 'text',
      value: whoOf,
      isRowHeading: true,
      widthRem: 13,
    },
    {
      key: 'userId',
      heading: 'User ID',
      type: 'text',
      value: row => row.person?.userId ?? null,
      onScreen: 'chosen',
    },
    {
      key: 'what',
      heading: 'Event',
      type: 'text',
      value: (row, { locale }) => eventLabel(row.kind, locale),
      fileWidth: 44,
    },
    {
      key: 'reason',
      heading: 'Reason',
      type: 'text',
      value: row => row.detail.reason ?? null,
      onScreen: 'chosen',
      fileWidth: 44,
    },
    {
      key: 'actor',
      heading: 'Done by',
      type: 'text',
      value: row => row.actor?.userId ?? null,
      onScreen: 'chosen',
    },
    { key: 'from', heading: 'IP address', type: 'text', value: row => row.address, widthRem: 8 },
    { key: 'client', heading: 'Client', type: 'text', value: row => row.client, widthRem: 6 },
    { key: 'seq', heading: 'Event number', type: 'text', value: row => row.seq, onScreen: 'chosen' },
    { key: 'hash', heading: 'Hash', type: 'text', value: row => row.hash, onScreen: 'never', fileWidth: 66 },
  ],
})
