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

/** The audit log of a realm (§11). A file has the number and the hash of each event, so that it can be compared with the log. */
export const auditList = list<AuditEvent>({
  name: 'audit-log',
  defaultSort: '-at',
  columns: [
    { key: 'when', heading: 'When', type: 'instant', value: row => row.at, widthRem: 9 },
    {
      key: 'who',
      heading: 'Who',
      type: 'text',
      value: row => row.person?.name ?? 'System',
      isRowHeading: true,
    },
    {
      key: 'userId',
      heading: 'User ID',
      type: 'text',
      value: row => row.person?.userId ?? null,
      onScreen: 'never',
    },
    {
      key: 'what',
      heading: 'Event',
      type: 'text',
      value: (row, { locale }) => eventLabel(row.kind, locale),
      widthRem: 22,
      fileWidth: 44,
    },
    {
      key: 'reason',
      heading: 'Reason',
      type: 'text',
      value: row => row.detail.reason ?? null,
      onScreen: 'never',
      fileWidth: 44,
    },
    {
      key: 'actor',
      heading: 'Done by',
      type: 'text',
      value: row => row.actor?.userId ?? null,
      onScreen: 'never',
    },
    { key: 'from', heading: 'IP address', type: 'text', value: row => row.address, widthRem: 8 },
    { key: 'client', heading: 'Client', type: 'text', value: row => row.client, widthRem: 6 },
    { key: 'seq', heading: 'Event number', type: 'text', value: row => row.seq, onScreen: 'never' },
    { key: 'hash', heading: 'Hash', type: 'text', value: row => row.hash, onScreen: 'never', fileWidth: 66 },
  ],
})
