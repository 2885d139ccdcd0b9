import { describe, expect, test } from 'vitest'
import { nameOf } from '../../testing/access-matrix/describe-access.ts'
import { routes } from './routes.ts'

// A stored document of a person leaves by a link for one session, whose first use is recorded (src/features/documents/server). Every
// endpoint that replies with a file itself is here, with the reason.

/** Drawn from rows at each request, for callers who read the same rows on screen: nothing that somebody filed. */
const drawnFromRows = [
  'GET /api/mails/export',
  'GET /api/screening-findings/export',
  'GET /api/screening-findings/{findingId}/record',
  'GET /api/blocked-property/export',
  'GET /api/register-changes/export',
  'GET /api/inactive-funds/export',
  'GET /api/accounts/{fundId}/grants/export',
  'GET /api/accounts/{fundId}/giving/export',
  'GET /api/accounts/{fundId}/grant-files/template',
  'GET /api/accounts/{fundId}/grant-baskets/{basketId}/export',
  'GET /api/grants/export',
  'GET /api/all-grants/export',
  'GET /api/grants/{grantId}/certificates',
  'GET /api/accounts/{fundId}/grants/{grantId}/certificates',
  'GET /api/application-queue/export',
  'GET /api/payment-runs/export',
  'GET /api/fee-runs/{batchId}/charges/export',
  'GET /api/holdings/export',
  'GET /api/waiting-fees/export',
  'GET /api/vetted-charities/export',
  'GET /api/journal-entries/export',
  'GET /api/bank-accounts/{account}/months/{month}/items/export',
  'GET /api/posting-batches/export',
  'GET /api/posting-batches/template',
  'GET /api/posting-batches/{batchId}/lines/export',
  'GET /api/payment-runs/{runId}/payments/export',
  'GET /api/accounts/{fundId}/successors/export',
  'GET /api/accounts/{fundId}/pending-documents/export',
  'GET /api/contributions/export',
  'GET /api/accounts/{fundId}/entered-contributions/export',
  'GET /api/accounts/{fundId}/contributions/export',
  'GET /api/accounts/{fundId}/contributions/{contributionId}/letter',
  'GET /api/audit-events/export',
  'GET /api/month-end/trial-balance/export',
  'GET /api/month-end/roll-forward/export',
  'GET /api/year-end/funds/export',
  'GET /api/year-end/grantees/export',
  'GET /api/year-end/contributors/export',
  'GET /api/year-end/grants/export',
  'GET /api/year-end/contributions/export',
  'GET /api/content-items/export',
  'GET /api/accounts/{fundId}/charity-list/export',
  'GET /api/accounts/export',
  'GET /api/accounts/{fundId}/activity/{section}/export',
  'GET /api/accounts/{fundId}/statement',
  'GET /api/relationship-requests/export',
  'GET /api/users/export',
  'GET /api/accounts/{fundId}/relationships/export',
  'GET /api/advisor-dashboard/accounts/export',
  'POST /api/advisor-dashboard/report/file',
]

/** Stored, and recorded by another event than that of a link. */
const recordedOtherwise = {
  // A step-up, and the event payment-file-downloaded at each download (src/features/payments/server/run-control.test.ts).
  'POST /api/payment-runs/{runId}/file': 'payment-file-downloaded',
  // Drawn from what the approval fixed, with the same step-up and an event of their own.
  'POST /api/payment-runs/{runId}/cheques': 'payment-cheques-downloaded',
  'POST /api/payment-runs/{runId}/micr': 'payment-cheques-downloaded',
  // Cheques with their payees, as the bank was told about them, with the same step-up and an event of their own.
  'POST /api/positive-pay-files/{fileId}/file': 'bank-positive-pay-downloaded',
  // Sums of a month without a name of anybody, stored when they were exported; each download is the event file-exported.
  'GET /api/month-end/journal-exports/{exportId}/file': 'file-exported',
  // Drawn from stored letters, with the same step-up and an event of their own.
  'POST /api/payment-runs/{runId}/letters': 'payment-letters-downloaded',
  // What a signer is asked to sign is shown on the page. The first view is an event of the envelope, which the sealed document lists
  // (src/features/signing/server/signing.test.ts, src/features/account-opening/server/links.test.ts).
  'GET /api/envelopes/{envelopeId}/document': 'viewed',
  'POST /api/signing-link/document': 'viewed',
}

/** Endpoints that return a link to a stored document. */
const byLink = [
  'GET /api/accounts/{fundId}/documents/{documentId}/download',
  'GET /api/staff-documents/{documentId}/download',
  'GET /api/estate-cases/{caseId}/document',
  'GET /api/inactive-funds/{accountId}/letters/{stepId}',
  'GET /api/account-applications/{applicationId}/papers/{documentId}/download',
  'GET /api/account-applications/{applicationId}/document/download',
  'GET /api/vettings/{vettingId}/papers/{documentId}/download',
]

describe('files', () => {
  test('are sent by these endpoints alone; a new one needs a recorded link, or its reason here', () => {
    const files = routes.filter(({ endpoint }) => endpoint.file).map(({ endpoint }) => nameOf(endpoint))
    expect(files.toSorted()).toEqual([...drawnFromRows, ...Object.keys(recordedOtherwise)].toSorted())
  })

  test('that people stored leave by a link', () => {
    const links = routes.filter(({ endpoint }) => {
      const shape = (endpoint.reply as { _zod: { def: { shape?: object } } })._zod.def.shape
      return shape !== undefined && Object.keys(shape).join() === 'href'
    })
    expect(links.map(({ endpoint }) => nameOf(endpoint)).toSorted()).toEqual(byLink.toSorted())
  })
})
