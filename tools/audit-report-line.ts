import type { CertificatesReport } from '../src/features/grants/certificates/server/verify-certificates.ts'
import type { AuditLogReport } from '../src/server/audit/verify-audit-log.ts'
import type { ChangesReport } from '../src/server/changes/verify-changes.ts'

const count = new Intl.NumberFormat('en-US')
const barWidth = 24

/** `npt: 12,034 events, last hash 5f2c…, 310 checkpoints, intact`, or the first fault. */
export function reportLine({ realm, events, lastHash, checkpoints, finding }: AuditLogReport): string {
  const found = `${count.format(events)} ${events === 1n ? 'event' : 'events'}`
  if (finding !== null) return `${realm}: BROKEN: ${finding}. Intact up to event ${events}.`
  if (events === 0n) return `${realm}: no events yet`
  return `${realm}: ${found}, last hash ${lastHash?.toString('hex')}, ${count.format(checkpoints)} ${checkpoints === 1n ? 'checkpoint' : 'checkpoints'}, intact`
}

/** `book npt: 312 changes, as in the audit log`, or the first fault. */
export function changesLine({ of, records, finding }: ChangesReport): string {
  if (finding !== null) return `${of}: BROKEN: ${finding}.`
  return `${of}: ${count.format(records)} ${records === 1n ? 'change' : 'changes'}, as in the audit log`
}

/** `certificates of book npt: 312, intact`, or the first fault. */
export function certificatesLine(book: string, { certificates, finding }: CertificatesReport): string {
  if (finding !== null) return `certificates of book ${book}: BROKEN: ${finding}.`
  return `certificates of book ${book}: ${count.format(certificates)}, intact`
}

/** `npt [######------] 26% · 260,000 of 1,000,000 events` */
export function progressText(realm: string, done: { events: bigint; ofEvents: bigint }): string {
  const share = done.ofEvents === 0n ? 1 : Math.min(1, Number(done.events) / Number(done.ofEvents))
  const filled = Math.round(share * barWidth)
  return [
    `${realm} [${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}] ${Math.floor(share * 100)}%`,
    `${count.format(done.events)} of ${count.format(done.ofEvents)} events`,
  ].join(' · ')
}
