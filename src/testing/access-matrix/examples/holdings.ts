import { isoDate } from '../../../domain/dates.ts'
import { addHoldingDocument } from '../../../features/contributions/securities/holding-documents.contract.ts'
import {
  completeHoldingTask,
  exportHoldings,
  listHoldings,
  receiveAssets,
  releaseHolding,
  reverseDisposal,
  sellHolding,
  valueHolding,
} from '../../../features/contributions/securities/holdings.contract.ts'
import { appraisedLine } from '../../asset-calls.ts'
import { pngOf } from '../../factories/make-file.ts'
import type { Subject } from '../fixture.ts'
import { command, csv, type Example, example, name } from './example.ts'

/** A day on which the accounts of the matrix exist. */
const day = isoDate('2026-02-02')
/** What is made for an example is given today. */
const today = () => isoDate('2026-11-20')

const one = async (about: Subject) => ({
  params: { fundId: about.fundId, holdingId: (await about.freshHolding()).holdingId },
})

export const holdingsExamples: readonly Example[] = [
  example(receiveAssets, {
    needs: 'POSTING_CREATE',
    sent: async about => ({
      params: { fundId: about.fundId, contributionId: (await about.freshAnnouncement()).contributionId },
      body: command({
        ...{ lines: [appraisedLine(10n)], giftDate: day, effectiveDate: day, method: 'certificate' as const },
      }),
    }),
    contains: () => 'received',
  }),
  example(listHoldings, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => {
      await about.freshHolding()
      return {}
    },
    contains: name,
  }),
  example(exportHoldings, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => {
      await about.freshHolding()
      return csv
    },
    contains: name,
  }),
  example(sellHolding, {
    needs: 'POSTING_CREATE',
    sent: async about => ({
      ...(await one(about)),
      body: command({
        ...{ units: '1', proceedsMinor: 5n, costMinor: 0n, soldOn: today(), effectiveDate: today() },
      }),
    }),
    contains: () => 'postingRequest',
  }),
  example(releaseHolding, {
    needs: 'POSTING_CREATE',
    sent: async about => ({
      ...(await one(about)),
      body: command({ units: '120.5', reason: 'No longer restricted' }),
    }),
    contains: () => 'postingRequest',
  }),
  example(reverseDisposal, {
    needs: 'POSTING_REVERSE',
    sent: async about => ({
      params: { fundId: about.fundId, ...(await about.soldHolding()) },
      body: command({ reason: 'Wrong fund' }),
    }),
    contains: () => 'disposalId',
  }),
  example(valueHolding, {
    needs: 'DOCUMENT_MANAGE',
    sent: async about => ({
      ...(await one(about)),
      body: command({ valuedOn: today(), valueMinor: 12n, source: 'Elm Valuers' }),
    }),
    contains: () => 'holdingId',
  }),
  example(addHoldingDocument, {
    needs: 'DOCUMENT_MANAGE',
    sent: async about => ({
      ...(await one(about)),
      query: { name: 'Appraisal.png' },
      upload: pngOf(4, 3),
    }),
    contains: () => 'documentId',
  }),
  example(completeHoldingTask, {
    needs: 'DOCUMENT_MANAGE',
    sent: async about => ({
      params: { fundId: about.fundId, ...(await about.freshHolding()) },
      body: command({ doneOn: today(), note: null }),
    }),
    contains: () => 'taskId',
  }),
]
