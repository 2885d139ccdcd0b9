import type { IsoDate } from '../../../domain/dates.ts'
import {
  cancelContribution,
  enterContribution,
  exportAccountContributions,
  exportContributions,
  getContributionSigners,
  listAccountContributions,
  listContributions,
  prepareContributionDocument,
  receiveContribution,
} from '../../../features/contributions/contributions.contract.ts'
import {
  bounceContribution,
  correctContribution,
  moveContribution,
  reverseContribution,
} from '../../../features/contributions/corrections.contract.ts'
import {
  exportPendingDocuments,
  getSigningOutcome,
  listPendingDocuments,
  signPendingDocument,
} from '../../../features/contributions/pending-documents.contract.ts'
import type { Subject } from '../fixture.ts'
import { command, csv, type Example, example, fund, name } from './example.ts'

/** The list, once there is something in it. */
const withContribution = async (about: Subject) => {
  await about.freshContribution()
  return fund(about)
}

const one = async (about: Subject) => ({
  params: { fundId: about.fundId, contributionId: (await about.freshContribution()).contributionId },
})

const staff = 'DOCUMENT_MANAGE'
const readers = [staff, 'AUDIT_VIEW']
/** A day on which the accounts of the matrix exist. */
const day = '2026-02-02' as IsoDate

export const contributionsExamples: readonly Example[] = [
  example(listContributions, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => {
      await about.freshContribution()
      return {}
    },
    contains: name,
  }),
  example(exportContributions, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => {
      await about.freshContribution()
      return csv
    },
    contains: name,
  }),
  example(listAccountContributions, { needs: readers, sent: withContribution, contains: name }),
  example(exportAccountContributions, {
    needs: readers,
    sent: async about => ({ ...(await withContribution(about)), ...csv }),
    contains: name,
  }),
  example(getContributionSigners, { needs: staff, sent: fund, contains: name }),
  example(enterContribution, {
    needs: staff,
    sent: about => ({
      ...fund(about),
      body: command({
        needsCountersignature: false,
        content: { kind: 'cash' as const, amountMinor: 100_00n },
      }),
    }),
  }),
  example(prepareContributionDocument, {
    needs: staff,
    sent: async about => ({ ...(await one(about)), body: command({}) }),
  }),
  example(cancelContribution, {
    needs: staff,
    sent: async about => ({ ...(await one(about)), body: command({ reason: 'Entered twice' }) }),
  }),
  example(listPendingDocuments, {
    needs: 'DOCUMENT_VIEW',
    sent: withContribution,
    contains: () => 'Gift Agreement',
  }),
  example(exportPendingDocuments, {
    needs: 'DOCUMENT_VIEW',
    sent: async about => ({ ...(await withContribution(about)), ...csv }),
    contains: () => 'Gift Agreement',
  }),
  example(getSigningOutcome, {
    needs: 'DOCUMENT_VIEW',
    sent: async about => ({
      params: { fundId: about.fundId, transactionId: (await about.freshContribution()).transactionId },
    }),
    contains: () => 'Gift Agreement',
  }),
  example(signPendingDocument, {
    needs: 'DOCUMENT_SIGN',
    // The document waits for the donor; the joint donor does not sign it.
    onlyFor: 'donor',
    sent: async about => {
      const { transactionId } = await about.freshContribution()
      return { ...fund(about), body: command({ accountId: about.accountId, transactionId }) }
    },
    contains: () => 'https://sign.quill.example/',
  }),
  example(receiveContribution, {
    needs: 'POSTING_CREATE',
    sent: async about => ({
      ...(await one(about)),
      body: command({ amountMinor: 250_00n, giftDate: day, effectiveDate: day }),
    }),
    contains: () => 'received',
  }),
  example(correctContribution, {
    needs: 'POSTING_CREATE',
    sent: async about => ({
      params: { fundId: about.fundId, contributionId: await about.receivedContribution() },
      body: command({
        payer: { kind: 'company' as const, name: 'Heron plc', address: null, acceptanceReason: null },
        giftDate: '2026-01-30' as IsoDate,
        reason: 'The company gave it',
      }),
    }),
    contains: () => 'postingRequest',
  }),
  example(moveContribution, {
    needs: 'POSTING_REVERSE',
    sent: async about => ({
      params: { fundId: about.fundId, contributionId: await about.receivedContribution() },
      body: command({ reason: 'It was for another fund', toFundId: await about.otherFundId(), payer: null }),
    }),
    contains: () => 'received',
  }),
  example(bounceContribution, {
    needs: 'POSTING_REVERSE',
    sent: async about => ({
      params: { fundId: about.fundId, contributionId: await about.receivedContribution() },
      body: command({ reason: 'Not sufficient funds' }),
    }),
    contains: () => 'received',
  }),
  example(reverseContribution, {
    needs: 'POSTING_REVERSE',
    sent: async about => ({
      params: { fundId: about.fundId, contributionId: await about.receivedContribution() },
      body: command({ category: 'misdirected' as const, reason: 'It was for another fund' }),
    }),
    contains: () => 'received',
  }),
]
