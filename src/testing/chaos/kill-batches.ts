import { expect } from 'vitest'
import { isoDate } from '../../domain/dates.ts'
import { checkFeeRun, enterFeeRun } from '../../features/fees/fees.contract.ts'
import {
  checkPostingBatch,
  enterPostingBatch,
  reversePostingBatch,
} from '../../features/posting-batches/posting-batches.contract.ts'
import { linesAtOnce } from '../../features/posting-batches/server/apply-posting-batch.ts'
import { confirmPostingRequest } from '../../features/posting-requests/posting-requests.contract.ts'
import type { ChaosCalls } from './chaos-calls.ts'
import { today } from './chaos-commands.ts'
import type { ChaosDatabase } from './chaos-database.ts'

export type Crash = {
  name: string
  table: string
  when: string
  work: (place: number) => Promise<unknown>
  expectOnce: (place: number) => Promise<void>
}

export type CrashWorld = { calls: ChaosCalls; database: ChaosDatabase; fundIds: readonly number[] }

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
/** More than one transaction of the job, in two funds. */
const lines = linesAtOnce + 50

/** Batches and a fee run, which two people enter and confirm and a job posts or reverses while the program is killed. */
export function batchCrashes(world: () => CrashWorld): readonly Crash[] {
  const referenceOf = (place: number) => `Killed ${place}`

  async function confirm(place: number, kind: 'posting-batch' | 'reverse-posting-batch'): Promise<void> {
    const { calls, database } = world()
    const [request] = await database.query<{ id: string }>(
      `select r.request_id as id from posting_request r join posting_batch b on b.batch_id = r.batch_id
       where b.reference = $1 and r.kind = $2`,
      [referenceOf(place), kind],
    )
    await calls.command(
      confirmPostingRequest,
      { params: { requestId: request?.id ?? '' }, body: command({}) },
      { as: 'super2', kind: 'batch' },
    )
  }

  async function post(place: number): Promise<void> {
    const { calls, fundIds } = world()
    const rows = Array.from(
      { length: lines },
      (_, index) =>
        `${fundIds[index < linesAtOnce ? 0 : 1]},Gain,${today()},1.${String(place).padStart(2, '0')},KILLED ${index === 0 ? 'first' : index === lines - 1 ? 'last' : 'between'}`,
    )
    const upload = new TextEncoder().encode(['Account ID,Kind,Date,Amount,Comment', ...rows].join('\n'))
    const about = { as: 'super' as const, kind: 'batch' }
    const name = 'gains.csv'
    const { planHash } = await calls.command(checkPostingBatch, { query: { name }, upload }, about)
    const query = { name, reference: referenceOf(place), planHash }
    await calls.command(enterPostingBatch, { query, upload }, about)
    await confirm(place, 'posting-batch')
  }

  async function charge(place: number): Promise<void> {
    const { calls } = world()
    const about = { as: 'super' as const, kind: 'fee run' }
    const run = { schedule: 'administrative', periodFrom: isoDate('2026-10-01') }
    const { planHash } = await calls.command(checkFeeRun, { body: command(run) }, about)
    await calls.command(
      enterFeeRun,
      { body: command({ ...run, reference: referenceOf(place), planHash }) },
      about,
    )
    await confirm(place, 'posting-batch')
  }

  async function reverse(place: number): Promise<void> {
    const { calls, database } = world()
    await post(place)
    await expectBatch(place, { state: 'applied', entries: lines, perLine: 1 })
    const [batch] = await database.query<{ id: string }>(
      'select batch_id as id from posting_batch where reference = $1',
      [referenceOf(place)],
    )
    await calls.command(
      reversePostingBatch,
      { params: { batchId: batch?.id ?? '' }, body: command({ reason: 'KILLED reversal' }) },
      { as: 'super', kind: 'batch' },
    )
    await confirm(place, 'reverse-posting-batch')
  }

  /** The batch is in this state, with so many lines, each of which has its entries once. */
  async function expectBatch(
    place: number,
    { state, entries, perLine }: { state: string; entries: number; perLine: number },
  ): Promise<void> {
    const found = async () =>
      await world().database.query(
        `select b.state, count(distinct l.line)::int as entries, count(e.entry_id)::int as posted,
           sum(l.posted_minor)::text = sum(p.minor)::text as is_equal
         from posting_batch b join posting_batch_line l using (book, batch_id)
           join journal_entry e on e.book = l.book and (e.entry_id in (l.entry_id, l.reversal_entry_id))
           cross join lateral (select abs(sum(amount_minor)) as minor from posting
             where book = e.book and entry_id = e.entry_id and account_id = l.account_id) p
         where b.reference = $1 group by b.state`,
        [referenceOf(place)],
      )
    await expect
      .poll(found, { timeout: 60_000 })
      .toEqual([{ state, entries, posted: entries * perLine, is_equal: true }])
    // No entry of the kind without a line: what was begun before the kill is gone, or is the line's own.
    expect(
      await world().database.query(
        `select count(*)::int as stray from journal_entry e where e.comment like 'KILLED %' and not exists (
           select from posting_batch_line l where l.book = e.book and e.entry_id in (l.entry_id, l.reversal_entry_id))`,
        [],
      ),
    ).toEqual([{ stray: 0 }])
  }

  return [
    {
      name: 'the last lines of a batch are posted',
      ...{ table: 'journal_entry', when: `new.comment = 'KILLED last'`, work: post },
      expectOnce: place => expectBatch(place, { state: 'applied', entries: lines, perLine: 1 }),
    },
    {
      name: 'the first lines of a batch are posted',
      ...{ table: 'journal_entry', when: `new.comment = 'KILLED first'`, work: post },
      expectOnce: place => expectBatch(place, { state: 'applied', entries: lines, perLine: 1 }),
    },
    {
      name: 'the lines of a batch are stored',
      ...{ table: 'posting_batch_line', when: `new.comment = 'KILLED last'`, work: post },
      expectOnce: place => expectBatch(place, { state: 'applied', entries: lines, perLine: 1 }),
    },
    {
      name: 'a fee run is posted',
      ...{ table: 'journal_entry', when: `new.kind = 'administrative_fee'`, work: charge },
      expectOnce: place =>
        expectBatch(place, { state: 'applied', entries: world().fundIds.length, perLine: 1 }),
    },
    {
      name: 'a batch is reversed',
      ...{ table: 'journal_entry', when: `new.comment like '%KILLED reversal%'`, work: reverse },
      expectOnce: place => expectBatch(place, { state: 'reversed', entries: lines, perLine: 2 }),
    },
  ]
}
