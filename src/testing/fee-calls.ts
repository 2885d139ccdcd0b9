import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Client } from '../clients/client.ts'
import { clients } from '../clients/clients.ts'
import { npt } from '../clients/configuration/npt.ts'
import { type IsoDate, isoDate } from '../domain/dates.ts'
import {
  checkFeeRun,
  checkWaitingFees,
  enterFeeRun,
  enterWaitingFees,
  listWaitingFees,
} from '../features/fees/fees.contract.ts'
import { reverseJournalEntry } from '../features/journal-entries/journal-entries.contract.ts'
import { marketPostings } from '../features/ledger/domain/postings.ts'
import { postEntry } from '../features/ledger/server/post-entry.ts'
import { verifyLedger } from '../features/ledger/server/verify-ledger.ts'
import { listPostingBatchLines } from '../features/posting-batches/posting-batches.contract.ts'
import { type MadeFund, makeFund, makeStaff } from './factories/make-fund.ts'
import { jobsDone } from './mailbox.ts'
import { type PostingWorld, postingCalls } from './posting-world.ts'

/** On this day February and March 2026 can be charged. */
export const feeTime = '2026-04-02T15:00:00Z'
export const [february, march] = [isoDate('2026-02-01'), isoDate('2026-03-01')]

const [schedule] = npt.feeSchedules
const [terms] = schedule.versions
/** The clients, with npt's fees from January 2026 on: entries of tests are not dated after the day on which they run. */
export const clientsWithFees = {
  ...clients,
  npt: { ...npt, feeSchedules: [{ ...schedule, versions: [{ ...terms, from: '2026-01-01' }] }] },
} satisfies Readonly<Record<string, Client>>

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })

/** The requests of tests about the runs of a schedule: `staff` enters them, `other` confirms. */
export function feeCalls(
  world: PostingWorld,
  { name: scheduleName, kind }: { name: string; kind: 'administrative_fee' | 'investment_fee' } = schedule,
) {
  const as = () => ({ as: world.staff.session })
  const calls = postingCalls(world)
  const check = async (periodFrom: IsoDate = february) =>
    await world.portal.call(checkFeeRun, { body: command({ schedule: scheduleName, periodFrom }) }, as())
  const enter = async (periodFrom: IsoDate = february, planHash?: string, person = world.staff) =>
    await world.portal.call(
      enterFeeRun,
      {
        body: command({
          ...{ schedule: scheduleName, periodFrom, reference: `Fees ${randomUUID()}` },
          planHash: planHash ?? (await check(periodFrom)).reply.planHash,
        }),
      },
      { as: person.session, idempotencyKey: randomUUID() },
    )
  const checkWaiting = async () =>
    await world.portal.call(checkWaitingFees, { body: command({ kind }) }, as())
  const enterWaiting = async (planHash?: string) =>
    await world.portal.call(
      enterWaitingFees,
      {
        body: command({
          ...{ kind, reference: `Owed fees ${randomUUID()}` },
          planHash: planHash ?? (await checkWaiting()).reply.planHash,
        }),
      },
      as(),
    )
  const confirmBatch = async (subjectId: string) =>
    await calls.confirm(await calls.requestOfSubject(subjectId))
  async function confirm(subjectId: string): Promise<void> {
    expect((await confirmBatch(subjectId)).status).toBe(200)
    await jobsDone(world.portal)
  }
  return {
    ...{ check, enter, checkWaiting, enterWaiting, confirm, confirmBatch },
    /** A run of a period, posted. */
    charge: async (periodFrom: IsoDate = february): Promise<string> => {
      const { batchId } = (await enter(periodFrom)).reply
      await confirm(batchId)
      return batchId
    },
    /** Two people reverse the entry of one fund in a run: also one who did not enter or confirm it cannot do so alone. */
    giveBack: async (batchId: string, { accountId }: MadeFund): Promise<void> => {
      const { rows } = await world.portal.database.admin.query<{ entry_id: string }>(
        'select entry_id from posting_batch_line where batch_id = $1 and account_id = $2',
        [batchId, accountId],
      )
      const entryId = rows[0]?.entry_id ?? ''
      const { status } = await world.portal.call(
        reverseJournalEntry,
        { params: { entryId }, body: command({ reason: 'Promised to the donor', replacement: null }) },
        { as: (await makeStaff(world.portal)).session },
      )
      expect(status).toBe(200)
      await confirm(entryId)
    },
    linesOf: async (batchId: string) =>
      (await world.portal.call(listPostingBatchLines, { params: { batchId }, query: { first: 500 } }, as()))
        .reply.data,
    waiting: async (fund: MadeFund) =>
      (await world.portal.call(listWaitingFees, { query: { keywords: String(fund.fundId) } }, as())).reply
        .data,
    gain: (fund: MadeFund, amountMinor: bigint, effectiveDate: IsoDate) =>
      postEntry(world.portal.databases.book('npt'), {
        ...{ kind: amountMinor < 0n ? 'loss' : 'gain', currency: 'USD', effectiveDate },
        ...{ actorUserId: null, onBehalfOfUserId: null },
        postings: marketPostings(fund.accountId, amountMinor),
      }),
    available: (fund: MadeFund) => postingCalls({ ...world, fund }).available(),
    isSound: async () =>
      expect((await verifyLedger(world.portal.databases.book('npt'))).differences).toEqual([]),
    /** Gives a test runs, and funds that pay, of its own. */
    renew: async () => {
      await world.portal.database.admin.query(`begin; set local session_replication_role = replica;
        delete from fee_write_off_part; delete from fee_write_off; delete from fee_charge; delete from fee_run; delete from posting_batch_line; delete from posting_request; delete from posting_batch;
        update fund_account set account_type = 'Of another test' where account_type <> 'General'; commit`)
      Object.assign(world, {
        fund: await makeFund(world.portal, { balanceMinor: 1_000_000_00n }),
        staff: await makeStaff(world.portal),
        other: await makeStaff(world.portal),
      })
    },
  }
}
