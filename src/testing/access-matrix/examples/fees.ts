import { randomInt } from 'node:crypto'
import { type IsoDate, isoDate } from '../../../domain/dates.ts'
import type { FeeTerms } from '../../../domain/fee-terms.ts'
import {
  confirmFeeReduction,
  endFeeReduction,
  enterFeeReduction,
  listFeeReductions,
} from '../../../features/fees/fee-reductions.contract.ts'
import {
  confirmFeeTerms,
  declineFeeTerms,
  listFeeTerms,
  previewFeeTerms,
  proposeFeeTerms,
} from '../../../features/fees/fee-terms.contract.ts'
import { listFeeWriteOffs, writeOffFee } from '../../../features/fees/fee-write-offs.contract.ts'
import {
  checkFeeRun,
  checkWaitingFees,
  enterFeeRun,
  enterWaitingFees,
  exportFeeCharges,
  exportWaitingFees,
  getFeeWorking,
  listFeeCharges,
  listFeeSchedules,
  listWaitingFees,
} from '../../../features/fees/fees.contract.ts'
import { command, csv, type Example, example, name } from './example.ts'

const sentTerms = ({ from, tiers, ...terms }: FeeTerms) => ({
  ...{ ...terms, from: isoDate(from) },
  tiers: tiers.map(tier => ({ ...tier })),
})
const params = { schedule: 'administrative' }
const settings = 'SETTINGS_MANAGE'

const staff = 'SUPER_DASHBOARD_VIEW'
const post = 'POSTING_CREATE'
const reference = () => `Fees of the access matrix ${randomInt(1_000_000_000)}`

export const feesExamples: readonly Example[] = [
  example(listFeeSchedules, { needs: staff, sent: () => ({}), contains: () => 'Administrative fee' }),
  example(checkFeeRun, {
    needs: post,
    sent: async about => ({ body: command(await about.dueFeeRun()) }),
    contains: name,
  }),
  example(enterFeeRun, {
    needs: post,
    sent: async about => ({
      body: command({
        ...(await about.dueFeeRun()),
        planHash: await about.planOfFees(),
        reference: reference(),
      }),
    }),
    contains: () => 'Fees of the access matrix',
    statusElsewhere: 409,
  }),
  example(listFeeCharges, {
    needs: staff,
    sent: async about => ({ params: { batchId: await about.feeRun() }, query: {} }),
    contains: name,
  }),
  example(exportFeeCharges, {
    needs: staff,
    sent: async about => ({ params: { batchId: await about.feeRun() }, ...csv }),
    contains: name,
  }),
  example(listWaitingFees, {
    needs: staff,
    sent: async about => {
      await about.waitingFee()
      return { query: { keywords: String(about.fundId) } }
    },
    contains: name,
  }),
  example(exportWaitingFees, {
    needs: staff,
    sent: async about => {
      await about.waitingFee()
      return csv
    },
    contains: name,
  }),
  example(checkWaitingFees, {
    needs: post,
    sent: async about => {
      await about.waitingFee()
      return { body: command({ kind: 'investment_fee' as const }) }
    },
    contains: name,
  }),
  example(enterWaitingFees, {
    needs: post,
    sent: async about => ({
      body: command({
        ...{ kind: 'investment_fee' as const, reference: reference() },
        planHash: await about.planOfWaitingFees(),
      }),
    }),
    contains: () => 'Fees of the access matrix',
    statusElsewhere: 409,
  }),
  example(getFeeWorking, {
    needs: 'FUND_FEES_VIEW',
    sent: async about => ({ params: { fundId: about.fundId, transactionId: await about.chargedFee() } }),
    contains: () => 'Administrative fee',
  }),
  example(listFeeReductions, {
    needs: staff,
    sent: async about => {
      await about.freshFeeReduction()
      return { query: {} }
    },
    contains: name,
  }),
  example(enterFeeReduction, {
    needs: post,
    sent: ({ fundId }) => ({
      body: command({
        ...{ fundId, schedule: 'administrative', hundredths: 5_000, reason: 'A founding donor' },
        ...{ startsOn: '2030-01-01' as IsoDate, endsOn: '2030-12-31' as IsoDate },
      }),
    }),
    contains: name,
    statusElsewhere: 400,
  }),
  example(confirmFeeReduction, {
    needs: post,
    sent: async about => ({ params: { reductionId: await about.freshFeeReduction() }, body: command({}) }),
    contains: name,
  }),
  example(endFeeReduction, {
    needs: post,
    sent: async about => ({ params: { reductionId: await about.freshFeeReduction() }, body: command({}) }),
    contains: name,
  }),
  example(listFeeWriteOffs, {
    needs: staff,
    sent: async about => {
      await about.freshWriteOff()
      return { query: {} }
    },
    contains: name,
  }),
  example(writeOffFee, {
    needs: post,
    sent: async about => ({
      body: command({
        ...{ fundId: about.fundId, kind: 'investment_fee' as const, reason: 'Agreed with the donor' },
        amountMinor: await about.owedMinor(),
      }),
    }),
    contains: name,
    statusElsewhere: 400,
  }),
  example(listFeeTerms, { needs: staff, sent: () => ({ params }), contains: () => 'Administrative fee' }),
  example(previewFeeTerms, {
    needs: settings,
    sent: async about => ({ params, body: command(sentTerms(await about.newFeeTerms())) }),
  }),
  example(proposeFeeTerms, {
    needs: settings,
    sent: async about => ({
      params,
      body: command({ ...sentTerms(await about.newFeeTerms()), reason: 'Agreed' }),
    }),
    statusElsewhere: 400,
  }),
  example(confirmFeeTerms, {
    needs: settings,
    sent: async about => ({ params: { changeId: await about.freshFeeTerms() }, body: command({}) }),
  }),
  example(declineFeeTerms, {
    needs: settings,
    sent: async about => ({
      params: { changeId: await about.freshFeeTerms() },
      body: command({ reason: 'Agreed otherwise' }),
    }),
  }),
]
