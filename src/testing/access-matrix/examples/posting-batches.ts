import { randomInt } from 'node:crypto'
import type { IsoDate } from '../../../domain/dates.ts'
import {
  checkDivision,
  type DivisionInput,
  enterDivision,
} from '../../../features/posting-batches/division.contract.ts'
import {
  checkPostingBatch,
  continuePostingBatch,
  downloadBatchTemplate,
  enterPostingBatch,
  exportPostingBatches,
  exportPostingBatchLines,
  getPostingBatch,
  listPostingBatches,
  listPostingBatchLines,
  reversePostingBatch,
} from '../../../features/posting-batches/posting-batches.contract.ts'
import { hashOfLines } from '../../../features/posting-batches/server/read-batch-file.ts'
import type { Subject } from '../fixture.ts'
import { command, csv, type Example, example, name } from './example.ts'

const staff = 'SUPER_DASHBOARD_VIEW'
const one = async (about: Subject) => ({ params: { batchId: await about.postedBatch() } })
const reference = 'Batch of the access matrix'

/** A file with one line, as no other call has it, and what the server says about it. */
function newBatch({ fundId, accountId }: Subject) {
  const amount = randomInt(1, 1_000_000)
  const day = '2026-02-02'
  return {
    upload: new TextEncoder().encode(
      `Account ID,Kind,Date,Amount\n${fundId},Gain,${day},${(amount / 100).toFixed(2)}`,
    ),
    planHash: hashOfLines([JSON.stringify([2, accountId, 'gain', day, String(amount), null, false])]),
    reference: `Gain of ${amount} and ${randomInt(1_000_000_000)}`,
  }
}

/** A gain that is divided by what funds have today. */
const division = (totalMinor: bigint): DivisionInput => ({
  ...{ kind: 'gain', totalMinor, effectiveDate: '2026-11-02' as IsoDate, comment: null },
  ...{ key: 'balance', from: null, to: '2026-11-20' as IsoDate, withExcludedAssets: true },
  fundTypes: ['Individual', 'Joint', 'Organization'],
})

export const postingBatchesExamples: readonly Example[] = [
  example(listPostingBatches, {
    needs: staff,
    sent: async about => {
      await about.postedBatch()
      return {}
    },
    contains: () => reference,
  }),
  example(exportPostingBatches, {
    needs: staff,
    sent: async about => {
      await about.postedBatch()
      return csv
    },
    contains: () => reference,
  }),
  example(downloadBatchTemplate, { needs: 'POSTING_CREATE', sent: () => csv, contains: () => 'Account ID' }),
  example(checkPostingBatch, {
    needs: 'POSTING_CREATE',
    sent: about => ({ query: { name: 'gains.csv' }, upload: newBatch(about).upload }),
    contains: name,
    repeatsFundId: true,
  }),
  example(enterPostingBatch, {
    needs: 'POSTING_CREATE',
    sent: about => {
      const { upload, ...query } = newBatch(about)
      return { query: { name: 'gains.csv', ...query }, upload }
    },
    contains: () => 'gains.csv',
    statusElsewhere: 409,
  }),
  example(getPostingBatch, { needs: staff, sent: one, contains: () => reference }),
  example(listPostingBatchLines, {
    needs: staff,
    sent: async about => ({ ...(await one(about)), query: {} }),
    contains: name,
  }),
  example(exportPostingBatchLines, {
    needs: staff,
    sent: async about => ({ ...(await one(about)), ...csv }),
    contains: name,
  }),
  example(reversePostingBatch, {
    needs: 'POSTING_REVERSE',
    sent: async about => ({ ...(await one(about)), body: command({ reason: 'Wrong figures' }) }),
    contains: () => reference,
  }),
  example(continuePostingBatch, {
    needs: 'POSTING_CREATE',
    sent: async about => ({ params: { batchId: await about.stalledBatch() }, body: command({}) }),
    contains: () => reference,
  }),
  example(checkDivision, {
    needs: 'POSTING_CREATE',
    sent: () => ({ body: command(division(100_00n)) }),
    contains: name,
  }),
  example(enterDivision, {
    needs: 'POSTING_CREATE',
    sent: async about => {
      const asked = division(BigInt(randomInt(100_00, 1_000_000_00)))
      const planHash = await about.planOfDivision(asked)
      return { body: command({ ...asked, planHash, reference: `Divided ${randomInt(1_000_000_000)}` }) }
    },
    contains: () => 'Divided ',
    statusElsewhere: 409,
  }),
]
