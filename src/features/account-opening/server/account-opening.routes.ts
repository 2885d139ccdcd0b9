import { type Route, route } from '../../../server/http/route.ts'
import {
  addApplicationPaper,
  answerQuestion,
  downloadApplicationDocument,
  downloadApplicationPaper,
  getApplication,
  listApplications,
  returnToDraft,
  saveApplication,
  sendApplication,
  sendSigningLink,
  signApplication,
  startApplication,
  withdrawApplication,
} from '../account-opening.contract.ts'
import {
  acceptApplication,
  askApplicant,
  claimApplication,
  declineApplication,
  exportApplicationQueue,
  findDuplicates,
  getApplicationReview,
  listApplicationQueue,
} from '../review.contract.ts'
import {
  consentByLink,
  declineByLink,
  getLinkAddress,
  getLinkDocument,
  openSigningLink,
  signByLink,
} from '../signing-link.contract.ts'
import { accept } from './accept-application.ts'
import { answer, reopenApplication, sendLink, withdraw } from './change-application.ts'
import { linkToApplicationDocument, linkToPaper } from './link-to-paper.ts'
import { addPaper } from './papers.ts'
import {
  ask,
  claim,
  decline,
  exportQueue,
  requestDuplicateCheck,
  showQueue,
  showReview,
} from './review-application.ts'
import { send } from './send-application.ts'
import { showApplication, showApplications } from './show-application.ts'
import {
  consentWithLink,
  declineWithLink,
  linkDocument,
  linkSigningAddress,
  showLink,
  signWithLink,
  startSigning,
} from './sign-application.ts'
import { saveSteps, start } from './start-application.ts'

export const accountOpeningRoutes: readonly Route[] = [
  route(listApplications, showApplications),
  route(startApplication, start),
  route(getApplication, showApplication),
  route(saveApplication, saveSteps),
  route(sendApplication, send),
  route(returnToDraft, reopenApplication),
  route(withdrawApplication, withdraw),
  route(answerQuestion, answer),
  route(signApplication, startSigning),
  route(sendSigningLink, sendLink),
  route(addApplicationPaper, addPaper),
  route(downloadApplicationPaper, linkToPaper),
  route(downloadApplicationDocument, linkToApplicationDocument),
  route(openSigningLink, showLink),
  route(getLinkDocument, linkDocument),
  route(consentByLink, consentWithLink),
  route(signByLink, signWithLink),
  route(declineByLink, declineWithLink),
  route(getLinkAddress, linkSigningAddress),
  route(listApplicationQueue, showQueue),
  route(exportApplicationQueue, exportQueue),
  route(getApplicationReview, showReview),
  route(claimApplication, claim),
  route(findDuplicates, requestDuplicateCheck),
  route(askApplicant, ask),
  route(declineApplication, decline),
  route(acceptApplication, accept),
]
