import { type Route, route } from '../../../server/http/route.ts'
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
  reverseContribution,
} from '../contributions.contract.ts'
import {
  exportPendingDocuments,
  getSigningOutcome,
  listPendingDocuments,
  signPendingDocument,
} from '../pending-documents.contract.ts'
import { cancelOne } from './cancel-contribution.ts'
import { enterOne } from './enter-contribution.ts'
import { exportPending, showOutcome, showPendingDocuments } from './pending-documents.ts'
import { prepareOne } from './prepare-document.ts'
import { receiveOne } from './receive-contribution.ts'
import { reverseOne } from './reverse-contribution.ts'
import { exportContributionList, showContributions, showSigners } from './show-contributions.ts'
import { startSigning } from './sign-pending-document.ts'

export const contributionsRoutes: readonly Route[] = [
  route(listContributions, showContributions),
  route(exportContributions, exportContributionList),
  route(listAccountContributions, showContributions),
  route(exportAccountContributions, exportContributionList),
  route(getContributionSigners, showSigners),
  route(enterContribution, enterOne),
  route(prepareContributionDocument, prepareOne),
  route(receiveContribution, receiveOne),
  route(reverseContribution, reverseOne),
  route(cancelContribution, cancelOne),
  route(listPendingDocuments, showPendingDocuments),
  route(exportPendingDocuments, exportPending),
  route(getSigningOutcome, showOutcome),
  route(signPendingDocument, startSigning),
]
