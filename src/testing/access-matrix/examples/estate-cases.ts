import {
  cancelCase,
  closeFund,
  confirmCase,
  confirmRedirection,
  distributeCase,
  downloadCaseDocument,
  getCase,
  handOverFund,
  inviteSuccessor,
  listCases,
  redirectShare,
  releaseAssets,
  reverseCaseEntry,
} from '../../../features/estate-cases/estate-cases.contract.ts'
import { getCaseFacts, openCase } from '../../../features/estate-cases/open-case.contract.ts'
import {
  acceptShare,
  declineShare,
  openSuccessorLink,
} from '../../../features/estate-cases/successor-share.contract.ts'
import { command, type Example, example } from './example.ts'

const nothing = command({})
const noToken = { body: { token: 'A'.repeat(43) } }

export const estateCasesExamples: readonly Example[] = [
  example(listCases, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => {
      await about.freshCase('opened')
      return {}
    },
    contains: () => 'Matrix Heron Fund',
  }),
  example(getCase, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => ({ params: { caseId: (await about.freshCase('opened')).caseId } }),
    contains: () => 'Matrix Heron Fund',
  }),
  example(downloadCaseDocument, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => ({ params: { caseId: (await about.freshCase('opened')).caseId } }),
    contains: () => '/documents/',
  }),
  example(getCaseFacts, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => ({ query: { fundId: String((await about.freshCase('none')).fundId) } }),
    contains: () => 'Matrix Heron Fund',
    namesOwnInBody: true,
  }),
  example(openCase, {
    needs: 'ESTATE_MANAGE',
    sent: async about => {
      const { fundId, partyId, documentId } = await about.freshCase('none')
      return {
        body: command({
          ...{ kind: 'death' as const, fundId, partyId, documentId, reason: 'They called us', shares: [] },
          diedOn: '2026-01-20' as never,
          isDayConfirmed: false,
        }),
      }
    },
    contains: () => 'Matrix Heron Fund',
    namesOwnInBody: true,
  }),
  example(confirmCase, {
    needs: 'ESTATE_MANAGE',
    sent: async about => ({
      params: { caseId: (await about.freshCase('opened')).caseId },
      body: command({ documentId: null, note: 'The certificate' }),
    }),
    contains: () => 'distributing',
  }),
  example(cancelCase, {
    needs: 'ESTATE_MANAGE',
    sent: async about => ({
      params: { caseId: (await about.freshCase('opened')).caseId },
      body: command({ reason: 'Another person' }),
    }),
    contains: () => 'cancelled',
  }),
  example(distributeCase, {
    needs: 'ESTATE_MANAGE',
    sent: async about => ({ params: { caseId: (await about.freshCase('ready')).caseId }, body: nothing }),
    contains: () => 'Distributed',
  }),
  example(releaseAssets, {
    needs: 'ESTATE_MANAGE',
    sent: async about => ({
      params: { caseId: (await about.freshCase('ready')).caseId },
      body: command({ amountMinor: 1_00n, reason: 'Sold' }),
    }),
    contains: () => 'Released',
  }),
  example(handOverFund, {
    needs: 'ESTATE_MANAGE',
    sent: async about => ({ params: { caseId: (await about.freshCase('whole')).caseId }, body: nothing }),
    contains: () => 'handed-over',
  }),
  example(closeFund, {
    needs: 'ESTATE_MANAGE',
    sent: async about => ({ params: { caseId: (await about.freshCase('empty')).caseId }, body: nothing }),
    contains: () => 'Closed',
  }),
  example(inviteSuccessor, {
    needs: 'ESTATE_MANAGE',
    sent: async about => {
      const { caseId, shareId } = await about.freshCase('waiting')
      return { params: { caseId, shareId }, body: nothing }
    },
    contains: () => 'Wanda Reed',
  }),
  example(redirectShare, {
    needs: 'ESTATE_MANAGE',
    sent: async about => {
      const { caseId, shareId } = await about.freshCase('declined')
      return {
        params: { caseId, shareId },
        body: command({ charityId: null, toFundId: null, reason: 'They declined' }),
      }
    },
    contains: () => 'General Fund',
  }),
  example(confirmRedirection, {
    needs: 'ESTATE_MANAGE',
    sent: async about => {
      const { caseId, shareId, redirectionId } = await about.freshCase('redirected')
      return { params: { caseId, shareId }, body: command({ redirectionId }) }
    },
    contains: () => 'Confirmed another recipient',
  }),
  example(reverseCaseEntry, {
    needs: 'POSTING_REVERSE',
    sent: async about => {
      const { caseId, entryId } = await about.freshCase('empty')
      return { params: { caseId, entryId }, body: command({ reason: 'It was for another fund' }) }
    },
    contains: () => 'Matrix Heron Fund',
  }),
  example(openSuccessorLink, { needs: 'public', status: 404, sent: () => noToken }),
  example(acceptShare, {
    needs: 'public',
    status: 404,
    sent: () => ({
      body: {
        ...noToken.body,
        ...{ firstName: 'Wanda', lastName: 'Reed', accountName: 'Reed Fund', agrees: true as const },
      },
    }),
  }),
  example(declineShare, {
    needs: 'public',
    status: 404,
    sent: () => ({ body: { ...noToken.body, reason: '' } }),
  }),
]
