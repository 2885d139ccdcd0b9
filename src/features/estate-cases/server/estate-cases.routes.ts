import { type Route, route } from '../../../server/http/route.ts'
import * as estateCasesContract from '../estate-cases.contract.ts'
import * as openCaseContract from '../open-case.contract.ts'
import * as successorShareContract from '../successor-share.contract.ts'
import { acceptShare } from './accept-share.ts'
import { cancelCase } from './cancel-case.ts'
import { closeFund } from './close-fund.ts'
import { confirmCase } from './confirm-case.ts'
import { confirmRedirection } from './confirm-redirection.ts'
import { declineShare } from './decline-share.ts'
import { distributeCase } from './distribute-case.ts'
import { downloadCaseDocument } from './download-case-document.ts'
import { getCase } from './get-case.ts'
import { getCaseFacts } from './get-case-facts.ts'
import { handOverFund } from './hand-over-fund.ts'
import { inviteSuccessor } from './invite-successor.ts'
import { listCases } from './list-cases.ts'
import { openCase } from './open-case.ts'
import { openSuccessorLink } from './open-successor-link.ts'
import { redirectShare } from './redirect-share.ts'
import { releaseAssets } from './release-assets.ts'
import { reverseCaseEntry } from './reverse-case-entry.ts'

export const estateCasesRoutes: readonly Route[] = [
  route(estateCasesContract.listCases, listCases),
  route(estateCasesContract.getCase, getCase),
  route(estateCasesContract.downloadCaseDocument, downloadCaseDocument),
  route(openCaseContract.getCaseFacts, getCaseFacts),
  route(openCaseContract.openCase, openCase),
  route(estateCasesContract.confirmCase, confirmCase),
  route(estateCasesContract.cancelCase, cancelCase),
  route(estateCasesContract.distributeCase, distributeCase),
  route(estateCasesContract.releaseAssets, releaseAssets),
  route(estateCasesContract.handOverFund, handOverFund),
  route(estateCasesContract.closeFund, closeFund),
  route(estateCasesContract.inviteSuccessor, inviteSuccessor),
  route(estateCasesContract.redirectShare, redirectShare),
  route(estateCasesContract.confirmRedirection, confirmRedirection),
  route(estateCasesContract.reverseCaseEntry, reverseCaseEntry),
  route(successorShareContract.openSuccessorLink, openSuccessorLink),
  route(successorShareContract.acceptShare, acceptShare),
  route(successorShareContract.declineShare, declineShare),
]
