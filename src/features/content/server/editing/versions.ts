import * as z from 'zod/mini'
import { type ContentFields, draftFields } from '../../domain/content-fields.ts'
import type { ContentVersion, ContentVersionState } from '../../editing.contract.ts'
import type { VersionRow } from './editing.queries.ts'

/** The state of an item, derived from its versions at a given time. */
export type ItemVersions = {
  /** The version in effect; undefined: only the common text. */
  live: VersionRow | undefined
  awaiting: VersionRow | undefined
  /** Soonest first. */
  scheduled: VersionRow[]
  newest: VersionRow | undefined
}

export function versionsAt(rows: readonly VersionRow[], now: Date): ItemVersions {
  const approved = rows.filter(row => row.decision === 'approved' && row.unscheduled_at === null)
  // The latest effective time wins, then the higher number.
  const byTime = approved.toSorted((a, b) => liveMs(b) - liveMs(a) || b.number - a.number)
  return {
    live: byTime.find(row => liveMs(row) <= now.getTime()),
    awaiting: rows.find(row => row.decision === null),
    scheduled: byTime.filter(row => liveMs(row) > now.getTime()).toReversed(),
    newest: rows.toSorted((a, b) => b.number - a.number)[0],
  }
}

const liveMs = ({ live_at }: VersionRow) => live_at?.getTime() ?? Number.NEGATIVE_INFINITY

/** The fields of a version; null if it hides the item or returns it to the common text. */
export function fieldsOf(row: Pick<VersionRow, 'fields'> | undefined): ContentFields | null {
  return row === undefined || row.fields === null ? null : z.parse(draftFields, row.fields)
}

function stateOf(row: VersionRow, { live }: ItemVersions, now: Date): ContentVersionState {
  if (row.decision === null) return 'awaiting'
  if (row.decision !== 'approved') return row.decision
  if (row.unscheduled_at !== null) return 'unscheduled'
  if (liveMs(row) > now.getTime()) return 'scheduled'
  return row.number === live?.number ? 'published' : 'past'
}

export type By = (userId: string, at: Date) => ContentVersion['submitted']

export function versionResponse(row: VersionRow, versions: ItemVersions, now: Date, by: By): ContentVersion {
  const { decided_by, decided_at, unscheduled_by, unscheduled_at } = row
  const calledOff = unscheduled_by !== null && unscheduled_at !== null
  return {
    number: row.number,
    change: row.change,
    state: stateOf(row, versions, now),
    submitted: by(row.submitted_by, row.submitted_at),
    publishAt: row.publish_at?.toISOString() ?? null,
    decided: calledOff
      ? by(unscheduled_by, unscheduled_at)
      : decided_by !== null && decided_at !== null
        ? by(decided_by, decided_at)
        : null,
    reason: row.reason,
    liveAt: calledOff ? null : (row.live_at?.toISOString() ?? null),
  }
}

/** Whether the draft was declined. */
export function isDeclined(newest: VersionRow | undefined): boolean {
  return newest?.decision === 'declined' && newest.change === 'text'
}
