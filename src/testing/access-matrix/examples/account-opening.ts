import {
  addSupportingDocument,
  answerQuestion,
  downloadApplicationDocument,
  downloadSupportingDocument,
  getApplication,
  listApplications,
  returnToDraft,
  saveApplication,
  sendApplication,
  sendSigningLink,
  signApplication,
  startApplication,
  withdrawApplication,
} from '../../../features/account-opening/account-opening.contract.ts'
import {
  acceptApplication,
  askApplicant,
  claimApplication,
  declineApplication,
  exportApplicationQueue,
  findDuplicates,
  getApplicationReview,
  listApplicationQueue,
} from '../../../features/account-opening/review.contract.ts'
import {
  consentByLink,
  declineByLink,
  getLinkAddress,
  getLinkDocument,
  openSigningLink,
  signByLink,
} from '../../../features/account-opening/signing-link.contract.ts'
import { pngOf } from '../../factories/make-file.ts'
import type { Subject } from '../fixture.ts'
import { command, csv, type Example, example, name } from './example.ts'

// An application exists for its starter, its signers and reviewers: src/features/account-opening/server/visibility.test.ts.
const params = { applicationId: '0197e0a0-0000-7000-8000-000000000000' }
const notVisible = { needs: 'signed-in', status: 404 } as const
const empty = () => ({ params, body: command({}) })
// Only its recipient knows a link: src/features/account-opening/server/links.test.ts.
const token = 'A'.repeat(43)
const unknownLink = { needs: 'public', status: 404 } as const

const one = async (about: Subject) => ({ params: { applicationId: await about.freshApplication() } })
const withOne = async (about: Subject) => {
  await about.freshApplication()
  return {}
}
const reviewer = 'APPLICATION_REVIEW'
const readers = [reviewer, 'AUDIT_VIEW']

export const accountOpeningExamples: readonly Example[] = [
  example(listApplications, { needs: 'signed-in', sent: () => ({}) }),
  example(startApplication, {
    needs: 'ACCOUNT_CREATE',
    onlyFor: 'donor',
    sent: () => ({ body: command({ startedAs: 'donor' as const }) }),
  }),
  example(getApplication, { ...notVisible, sent: () => ({ params }) }),
  example(saveApplication, {
    ...notVisible,
    sent: () => ({ params, body: command({ revision: 1, draft: {} }) }),
  }),
  example(sendApplication, {
    ...notVisible,
    sent: () => ({ params, body: command({ revision: 1, acknowledgesTerms: true as const }) }),
  }),
  example(returnToDraft, { ...notVisible, sent: empty }),
  example(withdrawApplication, { ...notVisible, sent: empty }),
  example(answerQuestion, { ...notVisible, sent: () => ({ params, body: command({ answer: 'Yes.' }) }) }),
  example(signApplication, { ...notVisible, sent: empty }),
  example(sendSigningLink, {
    ...notVisible,
    sent: () => ({ params: { ...params, signerId: params.applicationId }, body: command({}) }),
  }),
  example(addSupportingDocument, {
    ...notVisible,
    sent: () => ({ params, query: { name: 'Passport.png', type: 'identity' as const }, upload: pngOf(4, 3) }),
  }),
  example(downloadSupportingDocument, {
    ...notVisible,
    sent: () => ({ params: { ...params, documentId: params.applicationId } }),
  }),
  example(downloadApplicationDocument, { ...notVisible, sent: () => ({ params }) }),
  example(openSigningLink, { ...unknownLink, sent: () => ({ body: { token } }) }),
  example(getLinkDocument, { ...unknownLink, sent: () => ({ body: { token } }) }),
  example(consentByLink, { ...unknownLink, sent: () => ({ body: { token, version: '0'.repeat(64) } }) }),
  example(signByLink, {
    ...unknownLink,
    sent: () => ({
      body: { token, name: 'Ann Taylor', confirmsName: true, drawing: null, intends: true as const },
    }),
  }),
  example(declineByLink, { ...unknownLink, sent: () => ({ body: { token, reason: 'It is wrong.' } }) }),
  example(getLinkAddress, { ...unknownLink, sent: () => ({ body: { token } }) }),
  example(listApplicationQueue, { needs: readers, sent: withOne, contains: name }),
  example(exportApplicationQueue, {
    needs: readers,
    sent: async about => ({ ...(await withOne(about)), ...csv }),
    contains: name,
  }),
  example(getApplicationReview, { needs: readers, sent: one, contains: name }),
  example(claimApplication, {
    needs: reviewer,
    sent: async about => ({ ...(await one(about)), body: command({ claims: true }) }),
    contains: name,
  }),
  example(findDuplicates, {
    needs: reviewer,
    sent: async about => ({ ...(await one(about)), body: command({}) }),
  }),
  example(askApplicant, {
    needs: reviewer,
    sent: async about => ({ ...(await one(about)), body: command({ message: 'Which town?' }) }),
    contains: name,
  }),
  example(declineApplication, {
    needs: reviewer,
    sent: async about => ({ ...(await one(about)), body: command({ message: 'We cannot.' }) }),
    contains: name,
  }),
  example(acceptApplication, {
    needs: reviewer,
    sent: async about => ({
      ...(await one(about)),
      body: command({ hasCheckedDuplicates: true, needsCountersignature: false, addresses: [] }),
    }),
    contains: () => 'fundId',
  }),
]
