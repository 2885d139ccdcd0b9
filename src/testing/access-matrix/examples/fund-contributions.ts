import {
  announceContribution,
  changeAnnouncement,
  getContributionInstructions,
  saveInstructionLetter,
  withdrawAnnouncement,
} from '../../../features/contributions/fund/announcements.contract.ts'
import {
  exportFundContributions,
  getContributionYears,
  listFundContributions,
} from '../../../features/contributions/fund/fund-contributions.contract.ts'
import type { Subject } from '../fixture.ts'
import { command, csv, type Example, example, fund } from './example.ts'

const announced = async (about: Subject) => ({
  params: { fundId: about.fundId, contributionId: (await about.freshAnnouncement()).contributionId },
})
/** The list, once there is something in it. */
const withAnnouncement = async (about: Subject) => {
  await about.freshAnnouncement()
  return { ...fund(about), query: { keywords: 'Heron' } }
}
const cheque = { way: 'check' as const, amountMinor: 100_00n, sentFrom: '', sendsOn: null, note: '' }

const readers = 'FUND_CONTRIBUTION_VIEW'
const announcers = 'CONTRIBUTION_ANNOUNCE'

export const fundContributionsExamples: readonly Example[] = [
  example(listFundContributions, { needs: readers, sent: withAnnouncement, contains: () => 'Heron plc' }),
  example(exportFundContributions, {
    needs: readers,
    sent: async about => ({ ...(await withAnnouncement(about)), query: { keywords: 'Heron', ...csv.query } }),
    contains: () => 'Heron plc',
  }),
  example(getContributionYears, { needs: readers, sent: fund }),
  example(getContributionInstructions, {
    needs: announcers,
    sent: fund,
    contains: ({ fundId }) => String(fundId),
  }),
  example(announceContribution, {
    needs: announcers,
    sent: about => ({ ...fund(about), body: command(cheque) }),
  }),
  example(changeAnnouncement, {
    needs: announcers,
    sent: async about => ({
      ...(await announced(about)),
      body: command({ revision: 1, announcement: cheque }),
    }),
  }),
  example(withdrawAnnouncement, {
    needs: announcers,
    sent: async about => ({ ...(await announced(about)), body: command({}) }),
    contains: () => 'cancelled',
  }),
  example(saveInstructionLetter, { needs: announcers, sent: announced }),
]
