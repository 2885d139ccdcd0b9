import { type Route, route } from '../../../server/http/route.ts'
import * as accountOpeningContract from '../account-opening.contract.ts'
import * as reviewContract from '../review.contract.ts'
import * as signingLinkContract from '../signing-link.contract.ts'
import { acceptApplication } from './accept-application.ts'
import { addSupportingDocument } from './add-supporting-document.ts'
import { answerQuestion } from './answer-question.ts'
import { askApplicant } from './ask-applicant.ts'
import { claimApplication } from './claim-application.ts'
import { consentByLink } from './consent-by-link.ts'
import { declineApplication } from './decline-application.ts'
import { declineByLink } from './decline-by-link.ts'
import { downloadApplicationDocument } from './download-application-document.ts'
import { downloadSupportingDocument } from './download-supporting-document.ts'
import { exportApplicationQueue } from './export-application-queue.ts'
import { findDuplicates } from './find-duplicates.ts'
import { getApplication } from './get-application.ts'
import { getApplicationReview } from './get-application-review.ts'
import { getLinkAddress } from './get-link-address.ts'
import { getLinkDocument } from './get-link-document.ts'
import { listApplicationQueue } from './list-application-queue.ts'
import { listApplications } from './list-applications.ts'
import { openSigningLink } from './open-signing-link.ts'
import { returnToDraft } from './return-to-draft.ts'
import { saveApplication } from './save-application.ts'
import { sendApplication } from './send-application.ts'
import { sendSigningLink } from './send-signing-link.ts'
import { signApplication } from './sign-application.ts'
import { signByLink } from './sign-by-link.ts'
import { startApplication } from './start-application.ts'
import { withdrawApplication } from './withdraw-application.ts'

export const accountOpeningRoutes: readonly Route[] = [
  route(accountOpeningContract.listApplications, listApplications),
  route(accountOpeningContract.startApplication, startApplication),
  route(accountOpeningContract.getApplication, getApplication),
  route(accountOpeningContract.saveApplication, saveApplication),
  route(accountOpeningContract.sendApplication, sendApplication),
  route(accountOpeningContract.returnToDraft, returnToDraft),
  route(accountOpeningContract.withdrawApplication, withdrawApplication),
  route(accountOpeningContract.answerQuestion, answerQuestion),
  route(accountOpeningContract.signApplication, signApplication),
  route(accountOpeningContract.sendSigningLink, sendSigningLink),
  route(accountOpeningContract.addSupportingDocument, addSupportingDocument),
  route(accountOpeningContract.downloadSupportingDocument, downloadSupportingDocument),
  route(accountOpeningContract.downloadApplicationDocument, downloadApplicationDocument),
  route(signingLinkContract.openSigningLink, openSigningLink),
  route(signingLinkContract.getLinkDocument, getLinkDocument),
  route(signingLinkContract.consentByLink, consentByLink),
  route(signingLinkContract.signByLink, signByLink),
  route(signingLinkContract.declineByLink, declineByLink),
  route(signingLinkContract.getLinkAddress, getLinkAddress),
  route(reviewContract.listApplicationQueue, listApplicationQueue),
  route(reviewContract.exportApplicationQueue, exportApplicationQueue),
  route(reviewContract.getApplicationReview, getApplicationReview),
  route(reviewContract.claimApplication, claimApplication),
  route(reviewContract.findDuplicates, findDuplicates),
  route(reviewContract.askApplicant, askApplicant),
  route(reviewContract.declineApplication, declineApplication),
  route(reviewContract.acceptApplication, acceptApplication),
]
