import { type Route, route } from '../../../server/http/route.ts'
import {
  cancelCase,
  closeFund,
  confirmCase,
  confirmRedirection,
  distributeCase,
  downloadCaseDocument,
  getCase,
  getCaseFacts,
  handOverFund,
  inviteSuccessor,
  listCases,
  openCase,
  redirectShare,
  releaseAssets,
} from '../estate-cases.contract.ts'
import { acceptShare, declineShare, openSuccessorLink } from '../successor-share.contract.ts'
import { accept, decline, openLink } from './answer-share.ts'
import { close, handOver } from './complete-case.ts'
import { cancel, confirm } from './confirm-case.ts'
import { distribute, release } from './distribute.ts'
import { open } from './open-case.ts'
import { confirmDestination, invite, redirect } from './redirect-share.ts'
import { caseFacts, cases, linkToCaseDocument, showCase } from './show-cases.ts'

export const estateCasesRoutes: readonly Route[] = [
  route(listCases, cases),
  route(getCase, showCase),
  route(downloadCaseDocument, linkToCaseDocument),
  route(getCaseFacts, caseFacts),
  route(openCase, open),
  route(confirmCase, confirm),
  route(cancelCase, cancel),
  route(distributeCase, distribute),
  route(releaseAssets, release),
  route(handOverFund, handOver),
  route(closeFund, close),
  route(inviteSuccessor, invite),
  route(redirectShare, redirect),
  route(confirmRedirection, confirmDestination),
  route(openSuccessorLink, openLink),
  route(acceptShare, accept),
  route(declineShare, decline),
]
