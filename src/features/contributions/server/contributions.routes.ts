import { type Route, route } from '../../../server/http/route.ts'
import * as contributionsContract from '../contributions.contract.ts'
import * as pendingDocumentsContract from '../pending-documents.contract.ts'
import { bounceContribution } from './bounce-contribution.ts'
import { cancelContribution } from './cancel-contribution.ts'
import { enterContribution } from './enter-contribution.ts'
import { exportAccountContributions } from './export-account-contributions.ts'
import { exportContributions } from './export-contributions.ts'
import { exportPendingDocuments } from './export-pending-documents.ts'
import { getContributionSigners } from './get-contribution-signers.ts'
import { getSigningOutcome } from './get-signing-outcome.ts'
import { listAccountContributions } from './list-account-contributions.ts'
import { listContributions } from './list-contributions.ts'
import { listPendingDocuments } from './list-pending-documents.ts'
import { moveContribution } from './move-contribution.ts'
import { prepareContributionDocument } from './prepare-contribution-document.ts'
import { receiveContribution } from './receive-contribution.ts'
import { reverseContribution } from './reverse-contribution.ts'
import { signPendingDocument } from './sign-pending-document.ts'

export const contributionsRoutes: readonly Route[] = [
  route(contributionsContract.listContributions, listContributions),
  route(contributionsContract.exportContributions, exportContributions),
  route(contributionsContract.listAccountContributions, listAccountContributions),
  route(contributionsContract.exportAccountContributions, exportAccountContributions),
  route(contributionsContract.getContributionSigners, getContributionSigners),
  route(contributionsContract.enterContribution, enterContribution),
  route(contributionsContract.prepareContributionDocument, prepareContributionDocument),
  route(contributionsContract.receiveContribution, receiveContribution),
  route(contributionsContract.reverseContribution, reverseContribution),
  route(contributionsContract.moveContribution, moveContribution),
  route(contributionsContract.bounceContribution, bounceContribution),
  route(contributionsContract.cancelContribution, cancelContribution),
  route(pendingDocumentsContract.listPendingDocuments, listPendingDocuments),
  route(pendingDocumentsContract.exportPendingDocuments, exportPendingDocuments),
  route(pendingDocumentsContract.getSigningOutcome, getSigningOutcome),
  route(pendingDocumentsContract.signPendingDocument, signPendingDocument),
]
