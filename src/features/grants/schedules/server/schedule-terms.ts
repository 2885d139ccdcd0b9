import type { Kysely } from 'kysely'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import type { IsoDate } from '../../../../domain/dates.ts'
import type { Actor } from '../../../../server/auth/actor.ts'
import { type ChangeAuthor, recordChange } from '../../../../server/changes/record-change.ts'
import { requireNoOtherEdit } from '../../../../server/changes/require-no-other-edit.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { findCharityStatus, requireSelectable } from '../../../charities/server/charity-status.ts'
import { emptyChoices, type GrantChoices } from '../../domain/grant-choices.ts'
import { choiceColumns } from '../../server/grant-choices.ts'
import { checkRecommendation, type RecommendSettings } from '../../server/recommend-grant.ts'
import {
  datesViolation,
  type EndFields,
  type Frequency,
  type ScheduleEnd,
  scheduleEnd,
} from '../domain/schedule.ts'
import { lockSchedule, type ScheduleRecord } from './schedules.queries.ts'

export type ScheduleTerms = GrantChoices & {
  charityId: string
  amountMinor: bigint
  certified: boolean
  frequency: Frequency
  startsOn: IsoDate
  end: ScheduleEnd
}

/** The terms as they are sent. Throws `validation` where they give two ends. */
export function termsFrom<Sent extends Omit<ScheduleTerms, 'end'> & EndFields>(sent: Sent) {
  const { endsOn, endsAfter, ...terms } = sent
  if (terms.frequency === 'once') return { ...terms, end: { kind: 'never' as const } }
  if (endsOn !== null && endsAfter !== null)
    throw fieldProblem('endsAfter', 'Choose an end date or a number of grants, not both')
  return { ...terms, end: scheduleEnd({ endsOn, endsAfter }) }
}

export type ScheduleSettings = RecommendSettings & {
  author: ChangeAuthor
  /** The person whose rights decide what may be changed. */
  permissions: Pick<Actor, 'userId' | 'actions' | 'accountRoles'>
}

/** The columns that a person's terms give a schedule, after all checks that need no lock. Throws `validation` by field. */
export async function checkTerms(db: Kysely<DB>, terms: ScheduleTerms, settings: ScheduleSettings) {
  const { client, book, today, now } = settings
  const { frequency, startsOn, end, ...given } = terms
  const checked = checkRecommendation(given, client, book)
  const violation = datesViolation({ frequency, startsOn, end }, today)
  if (violation) throw fieldProblem(violation.field, violation.message)
  const charity = requireSelectable(await findCharityStatus(db, terms.charityId, now), client)
  return {
    charity_id: charity.charityId,
    charity_name: charity.name,
    amount_minor: checked.amountMinor,
    ...choiceColumns(checked),
    frequency,
    starts_on: startsOn,
    ends_on: end.kind === 'on' ? end.day : null,
    ends_after: end.kind === 'after' ? end.count : null,
  }
}

export type Columns = Awaited<ReturnType<typeof checkTerms>>

/** A schedule as the caller loaded it. */
export type Edited = { scheduleId: string; revision: number }

/** Locks a schedule of the fund that still runs, at the revision that the caller loaded. Throws `not-found`, `conflict`. */
export async function lockRunning(
  trx: Kysely<DB>,
  accountId: string,
  { scheduleId, revision }: Edited,
  { permissions, client }: ScheduleSettings,
): Promise<ScheduleRecord> {
  const schedule = await lockSchedule(trx, accountId, scheduleId)
  if (!schedule) throw new Problem('not-found')
  if (schedule.next_on === null)
    throw new Problem('conflict', { detail: `This schedule is ${schedule.state}.` })
  await requireNoOtherEdit(
    trx,
    {
      subject: 'schedule',
      subjectId: scheduleId,
      editedRevision: revision,
      storedRevision: schedule.revision,
      fields: [...changeableFields],
    },
    { actor: permissions, sponsor: client.displayName },
  )
  return schedule
}

const changeableFields: readonly string[] = [
  'charity_id',
  'charity_name',
  'amount_minor',
  ...Object.keys(choiceColumns(emptyChoices)),
  'frequency',
  'starts_on',
  'ends_on',
  'ends_after',
  'state',
  'certified',
]

type Recorded = {
  accountId: string
  scheduleId: string
  revision: number
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>>
}

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value)

/** Records the changed fields and the person who changed them. */
export async function recordScheduleChange(
  trx: Kysely<DB>,
  { accountId, scheduleId, revision, before, after }: Recorded,
  { author, now }: Pick<ScheduleSettings, 'author' | 'now'>,
): Promise<void> {
  const changed = Object.keys(after).filter(name => before === null || before[name] !== after[name])
  await recordChange(trx, {
    subject: 'schedule',
    subjectId: scheduleId,
    accountId,
    kind: before === null ? 'schedule-made' : 'schedule-changed',
    revision,
    before: Object.fromEntries(changed.map(name => [name, textOf(before?.[name])])),
    after: Object.fromEntries(changed.map(name => [name, textOf(after[name])])),
    author,
    at: now,
  })
}
