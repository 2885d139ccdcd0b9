import { randomUUID } from 'node:crypto'
import { clientOfBook } from '../../clients/clients.ts'
import { type IsoDate, isoDate } from '../../domain/dates.ts'
import { enterFeeReduction } from '../../features/fees/fee-reductions.contract.ts'
import { checkFeeRun, checkWaitingFees } from '../../features/fees/fees.contract.ts'
import { listOwed } from '../../features/fees/server/fees.queries.ts'
import { insertWriteOff, insertWriteOffParts } from '../../features/fees/server/write-offs.queries.ts'
import { feePostings } from '../../features/ledger/domain/postings.ts'
import { postEntry } from '../../features/ledger/server/post-entry.ts'
import { checkDivision, type DivisionInput } from '../../features/posting-batches/division.contract.ts'
import type { TestApp } from '../app.ts'
import type { MadeFund, Person } from '../factories/make-fund.ts'
import { type FreshFeeTerms, freshFeeTerms, unknownFeeTerms } from './fresh-fee-terms.ts'

export type FreshFees = FreshFeeTerms & {
  /** A period that can be charged; no fees wait for a second person any more. */
  dueFeeRun(): Promise<{ schedule: string; periodFrom: IsoDate }>
  planOfFees(): Promise<string>
  planOfWaitingFees(): Promise<string>
  planOfDivision(asked: DivisionInput): Promise<string>
  /** A run that was posted, with a charge of the fund. Returns its batch. */
  feeRun(): Promise<string>
  /** The transaction number of a fee that a run posted. */
  chargedFee(): Promise<number>
  /** A fee of the fund that it could not pay; no fees wait for a second person any more. */
  waitingFee(): Promise<void>
  freshFeeReduction(): Promise<string>
  /** What the fund owes of the investment fee, after one more that it could not pay. */
  owedMinor(): Promise<bigint>
  /** An owed fee of the fund that was written off. */
  freshWriteOff(): Promise<void>
}

const planHash = '0'.repeat(64)
const due = { schedule: 'administrative', periodFrom: isoDate('2026-10-01') }

export const unknownFees: FreshFees = {
  ...unknownFeeTerms,
  dueFeeRun: async () => due,
  planOfFees: async () => planHash,
  planOfWaitingFees: async () => planHash,
  planOfDivision: async () => planHash,
  feeRun: async () => randomUUID(),
  chargedFee: async () => 999_999_999,
  waitingFee: async () => {},
  freshFeeReduction: async () => randomUUID(),
  owedMinor: async () => 1_00n,
  freshWriteOff: async () => {},
}

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })

export function freshFees(portal: TestApp, fund: MadeFund, { session, user }: Person): FreshFees {
  const { admin } = portal.database
  const as = { as: session, client: fund.book }
  const db = portal.databases.book(fund.book)

  const withdrawAll = () =>
    admin.query(
      `update posting_request set state = 'withdrawn', decided_by = requested_by, decided_by_name = 'A colleague', decided_at = now()
        where book = $1 and kind in ('posting-batch', 'write-off-fee') and state = 'requested'`,
      [fund.book],
    )

  /** A batch of fees that was posted, with one line of the fund. Returns the batch and its transaction number. */
  async function postedFee(kind: 'administrative_fee' | 'investment_fee', isPosted: boolean) {
    const batchId = randomUUID()
    const { entryId } = isPosted
      ? await postEntry(db, {
          ...{ kind, currency: clientOfBook(fund.book).book.currency, effectiveDate: isoDate('2026-10-01') },
          ...{ actorUserId: user.userId, onBehalfOfUserId: null },
          postings: feePostings(fund.accountId, 1_00n),
        })
      : { entryId: null }
    const run = (text: string, values: unknown[]) => admin.query(text, values)
    const source = kind === 'administrative_fee' ? 'fee-run' : 'division'
    await run(
      `insert into posting_batch (book, batch_id, reference, source, input_hash, division, line_count, amount_minor, kinds, entered_by,
          entered_by_name, entered_at)
        values ($1, $2::uuid, $2::uuid::text, $3, encode(sha256($2::uuid::text::bytea), 'hex'), $4, 1, 100, array[$5], $6, 'A colleague', now())`,
      [fund.book, batchId, source, source === 'division' ? divided : null, kind, user.userId],
    )
    await run(
      `insert into posting_batch_line (book, batch_id, line, account_id, kind, effective_date, amount_minor)
        values ($1, $2, 1, $3, $4, '2026-10-01', 100)`,
      [fund.book, batchId, fund.accountId, kind],
    )
    await run(
      `update posting_batch_line set state = case when $3::uuid is null then 'left-out' else 'posted' end, entry_id = $3,
          posted_minor = case when $3::uuid is not null then 100 end, note = 'The fund has nothing available for the fee.'
        where book = $1 and batch_id = $2`,
      [fund.book, batchId, entryId],
    )
    await run(
      `update posting_batch set state = 'applying', confirmed_by = $3, confirmed_by_name = 'Another colleague', confirmed_at = now(),
          progress_at = now() where book = $1 and batch_id = $2`,
      [fund.book, batchId, randomUUID()],
    )
    await run(
      `insert into posting_request (book, request_id, kind, subject_id, amount_minor, input, state, requested_by, requested_by_name,
          requested_at, decided_by, decided_by_name, decided_at)
        values ($1, gen_random_uuid(), 'posting-batch', $2, 100, '{}', 'confirmed', $3, 'A colleague', now(), gen_random_uuid(),
          'Another colleague', now())`,
      [fund.book, batchId, user.userId],
    )
    if (source === 'fee-run') {
      await run(
        `insert into fee_run (book, batch_id, schedule, title, kind, period_from, period_to, base_from, base_to, terms)
          values ($1, $2, $3, 'Administrative fee', $4, '2026-07-01', '2026-09-30', '2026-07-01', '2026-09-30', $5)`,
        [fund.book, batchId, `matrix-${batchId.slice(0, 8)}`, kind, terms],
      )
      await run(
        `insert into fee_charge (book, batch_id, account_id, period_from, base_from, base_days, balance_days_minor, charged_days,
            year_days, kept_hundredths, fee_minor, charged_before_minor)
          values ($1, $2, $3, '2026-07-01', '2026-07-01', 92, 9200000, 92, 365, 920000, 100, 0)`,
        [fund.book, batchId, fund.accountId],
      )
    }
    await run(
      `update posting_batch set state = 'applied', applied_at = now() where book = $1 and batch_id = $2`,
      [fund.book, batchId],
    )
    return { batchId, entryId }
  }

  async function waitingFee() {
    await withdrawAll()
    await postedFee('investment_fee', false)
  }

  async function owedMinor() {
    await waitingFee()
    return (await listOwed(db, 'investment_fee')).get(fund.accountId) ?? 0n
  }

  return {
    ...freshFeeTerms(portal, fund.book),
    ...{ waitingFee, owedMinor },
    freshWriteOff: async () => {
      const requestId = randomUUID()
      const owed = await owedMinor()
      await admin.query(
        `insert into posting_request (book, request_id, kind, subject_id, account_id, amount_minor, input, reason, requested_by,
            requested_by_name, requested_at)
          values ($1, $2, 'write-off-fee', $2, $3, 1, '{"kind": "investment_fee"}', 'Agreed with the donor', $4, 'A colleague', now())`,
        [fund.book, requestId, fund.accountId, user.userId],
      )
      const writeOff = { request_id: requestId, account_id: fund.accountId, kind: 'investment_fee' as const }
      const ofCent = { ...writeOff, amount_minor: 1n }
      await insertWriteOff(db, { ...ofCent, written_off_at: new Date() })
      await insertWriteOffParts(db, ofCent, owed)
      await admin.query(
        `update posting_request set state = 'confirmed', decided_by = gen_random_uuid(), decided_by_name = 'Another colleague',
            decided_at = now() where book = $1 and request_id = $2`,
        [fund.book, requestId],
      )
    },
    planOfWaitingFees: async () => {
      await waitingFee()
      return (await portal.call(checkWaitingFees, { body: command({ kind: 'investment_fee' as const }) }, as))
        .reply.planHash
    },
    dueFeeRun: async () => {
      await withdrawAll()
      return due
    },
    planOfFees: async () => {
      await withdrawAll()
      return (await portal.call(checkFeeRun, { body: command(due) }, as)).reply.planHash
    },
    planOfDivision: async asked =>
      (await portal.call(checkDivision, { body: command(asked) }, as)).reply.planHash,
    feeRun: async () => (await postedFee('administrative_fee', true)).batchId,
    chargedFee: async () => {
      const { entryId } = await postedFee('administrative_fee', true)
      const { rows } = await admin.query<{ transaction_id: bigint }>(
        'select transaction_id from journal_entry where entry_id = $1',
        [entryId],
      )
      return Number(rows[0]?.transaction_id)
    },
    freshFeeReduction: async () => {
      const { reply } = await portal.call(
        enterFeeReduction,
        {
          body: command({
            ...{ fundId: fund.fundId, schedule: 'administrative', hundredths: 10_000, reason: 'Agreed' },
            ...{ startsOn: isoDate('2030-01-01'), endsOn: isoDate('2030-12-31') },
          }),
        },
        as,
      )
      return reply.reductionId
    },
  }
}

const divided = JSON.stringify({
  ...{ totalMinor: '100', key: 'equal', from: null, to: null, withExcludedAssets: true },
  fundTypes: ['Joint'],
})
const terms = JSON.stringify({
  ...{ from: '2026-07-01', every: 'quarter', charged: 'in-arrears', excludedAssets: 'included' },
  ...{ minimumPerYearMinor: '0', tiers: [{ upToMinor: null, millionths: 4_000 }] },
})
