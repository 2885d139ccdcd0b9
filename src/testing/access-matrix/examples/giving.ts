import { randomUUID } from 'node:crypto'
import {
  acceptWarnings,
  addToBasket,
  discardBasket,
  downloadTemplate,
  exportBasket,
  getBasket,
  getDraft,
  getProgress,
  listDrafts,
  removeDraft,
  saveDraft,
  submitBasket,
  uploadGrants,
} from '../../../features/grants/baskets/drafts.contract.ts'
import {
  exportGiving,
  getGivingFilters,
  getInsight,
  listGiving,
} from '../../../features/grants/giving/giving.contract.ts'
import {
  certifySchedule,
  changeSchedule,
  getDueGrants,
  getSchedule,
  listSchedules,
  makeSchedule,
  pauseSchedule,
  recommendOccurrence,
  resumeSchedule,
  skipOccurrence,
  stopSchedule,
} from '../../../features/grants/schedules/schedules.contract.ts'
import { inHalfAYear } from '../../coming-days.ts'
import { draftOf } from '../../grants/make-draft.ts'
import { scheduleTerms } from '../../grants/schedule-calls.ts'
import type { Subject } from '../fixture.ts'
import { command, csv, type Example, example, fund } from './example.ts'

const shelter = ({ book }: Subject) => `Matrix Shelter of ${book.toUpperCase()}`.slice(0, 14)
const charityId = (about: Subject) => about.charityId
const ofSchedule = async (about: Subject) => ({
  params: { fundId: about.fundId, scheduleId: await about.freshSchedule() },
})
const ofDraft = async (about: Subject) => ({
  params: { fundId: about.fundId, draftId: await about.freshDraft() },
})
const ofBasket = async (about: Subject) => ({
  params: { fundId: about.fundId, basketId: await about.freshBasket() },
})
const terms = (about: Subject) =>
  scheduleTerms(about.charityId, { amountMinor: 500_00n, startsOn: inHalfAYear() })
const draft = (about: Subject) =>
  draftOf({ charityId: about.charityId, name: 'Matrix Shelter' }, { amountMinor: 500_00n })
const recommend = 'GRANT_RECOMMEND'

const scheduleExamples: readonly Example[] = [
  example(listSchedules, {
    needs: 'GRANT_VIEW',
    sent: async about => {
      await about.freshSchedule()
      return fund(about)
    },
    contains: charityId,
  }),
  example(getDueGrants, { needs: 'GRANT_VIEW', sent: fund }),
  example(getSchedule, { needs: 'GRANT_VIEW', sent: ofSchedule, contains: charityId }),
  example(makeSchedule, {
    needs: recommend,
    followsAdvice: true,
    sent: about => ({ ...fund(about), body: command(terms(about)) }),
    contains: charityId,
  }),
  example(changeSchedule, {
    needs: recommend,
    followsAdvice: true,
    sent: async about => ({
      ...(await ofSchedule(about)),
      body: command({ ...terms(about), namingCode: 'anonymous' as const, revision: 1 }),
    }),
    contains: charityId,
  }),
  example(certifySchedule, {
    needs: recommend,
    followsAdvice: true,
    sent: async about => ({ ...(await ofSchedule(about)), body: command({ revision: 1, certified: true }) }),
    contains: charityId,
  }),
  example(pauseSchedule, {
    needs: recommend,
    sent: async about => ({ ...(await ofSchedule(about)), body: command({ revision: 1 }) }),
    contains: charityId,
  }),
  example(resumeSchedule, {
    needs: recommend,
    sent: async about => ({ ...(await ofSchedule(about)), body: command({ revision: 1 }) }),
    contains: charityId,
  }),
  example(stopSchedule, {
    needs: recommend,
    sent: async about => ({ ...(await ofSchedule(about)), body: command({ revision: 1 }) }),
    contains: charityId,
  }),
  example(skipOccurrence, {
    needs: recommend,
    sent: async about => ({ ...(await ofSchedule(about)), body: command({ number: 1 }) }),
    contains: charityId,
  }),
  example(recommendOccurrence, {
    needs: recommend,
    followsAdvice: true,
    sent: async about => ({
      params: { fundId: about.fundId, scheduleId: await about.waitingSchedule() },
      body: command({
        number: 0,
        amountMinor: 500_00n,
        purposeCode: 'where_needed' as const,
        purposeText: null,
        benefitAnswer: null,
        certified: true,
      }),
    }),
    contains: charityId,
  }),
]

const basketExamples: readonly Example[] = [
  example(listDrafts, {
    needs: recommend,
    sent: async about => {
      await about.freshDraft()
      return fund(about)
    },
    contains: charityId,
  }),
  example(getDraft, { needs: recommend, sent: ofDraft, contains: charityId }),
  example(saveDraft, {
    needs: recommend,
    sent: about => ({
      params: { fundId: about.fundId, draftId: randomUUID() },
      body: command({ revision: 0, content: draft(about) }),
    }),
    contains: charityId,
  }),
  example(removeDraft, {
    needs: recommend,
    sent: async about => ({ ...(await ofDraft(about)), body: command({}) }),
  }),
  example(acceptWarnings, {
    needs: recommend,
    sent: async about => ({ ...(await ofDraft(about)), body: command({ keys: ['repeat'], accepted: true }) }),
    contains: charityId,
  }),
  example(addToBasket, {
    needs: recommend,
    sent: async about => {
      await about.emptyBasket()
      return {
        ...fund(about),
        body: command({ drafts: [{ draftId: randomUUID(), content: draft(about) }] }),
      }
    },
  }),
  example(uploadGrants, {
    needs: recommend,
    sent: async about => {
      await about.emptyBasket()
      return {
        ...fund(about),
        query: { name: 'grants.csv' },
        upload: new Uint8Array(Buffer.from(`Tax ID,Amount\n1,${randomUUID()}\n`)),
      }
    },
  }),
  example(downloadTemplate, { needs: recommend, sent: about => ({ ...fund(about), ...csv }) }),
  example(getBasket, {
    needs: recommend,
    sent: async about => ({ ...(await ofBasket(about)), query: {} }),
    contains: charityId,
  }),
  example(exportBasket, {
    needs: recommend,
    sent: async about => ({ ...(await ofBasket(about)), ...csv }),
    contains: shelter,
  }),
  example(getProgress, { needs: recommend, sent: ofBasket }),
  example(submitBasket, {
    needs: recommend,
    followsAdvice: true,
    sent: async about => {
      const { basketId, version } = await about.readyBasket()
      return { params: { fundId: about.fundId, basketId }, body: command({ version, certified: true }) }
    },
  }),
  example(discardBasket, {
    needs: recommend,
    sent: async about => ({ ...(await ofBasket(about)), body: command({}) }),
  }),
]

export const givingExamples: readonly Example[] = [
  example(listGiving, {
    needs: 'GRANT_VIEW',
    sent: about => ({ ...fund(about), query: {} }),
    contains: charityId,
  }),
  example(exportGiving, {
    needs: 'GRANT_VIEW',
    sent: about => ({ ...fund(about), ...csv }),
    contains: shelter,
  }),
  example(getGivingFilters, { needs: 'GRANT_VIEW', sent: fund }),
  example(getInsight, { needs: 'GRANT_VIEW', sent: about => ({ ...fund(about), query: {} }) }),
  ...scheduleExamples,
  ...basketExamples,
]
