import { expect, test } from 'vitest'
import { auditKinds } from '../../contract/audit-kinds.ts'
import { routes } from './routes.ts'

/** Commands that decide and pay nothing, by why. The access-matrix tests check that they leave no event. */
const decidesNothing: Readonly<Record<string, readonly string[]>> = {
  'They only read, check or show.': [
    'POST /api/account-applications/{applicationId}/signers/{signerId}/link',
    'POST /api/accounts/{fundId}/pending-documents/sign',
    'POST /api/advisor-dashboard/report',
    'POST /api/application-queue/{applicationId}/duplicates',
    'POST /api/bank-files/check',
    'POST /api/posting-batches/check',
    'POST /api/posting-batches/divisions/check',
    'POST /api/fee-runs/check',
    'POST /api/fee-schedules/{schedule}/terms/preview',
    'POST /api/waiting-fees/check',
    'POST /api/content-previews',
    'POST /api/password-links/check',
    'POST /api/security/step-up/options',
    'POST /api/signing-link',
    'POST /api/signing-link/address',
    'POST /api/signing-link/document',
    'POST /api/successor-share',
  ],
  'They begin what another command completes.': [
    'POST /api/Authentication/Login/passkey-request',
    'POST /api/Authentication/Login/set-up/start',
    'POST /api/Authentication/SsoVerify',
    'POST /api/security/one-time-codes/start',
    'POST /api/security/passkeys/start',
    // The job that prepares it records `envelope-created`.
    'POST /api/accounts/{fundId}/contributions/{contributionId}/document',
  ],
  'A session goes on, as its person looks at it.': [
    'POST /api/session/currency',
    'POST /api/session/refresh',
    'POST /api/session/remember-currency',
    'POST /api/session/tab',
    'POST /api/session/token',
  ],
  'Drafts: nobody else acts on them.': [
    'POST /api/account-applications/{applicationId}',
    'POST /api/accounts/{fundId}/grant-baskets',
    'POST /api/accounts/{fundId}/grant-baskets/{basketId}/discard',
    'POST /api/accounts/{fundId}/grant-drafts/{draftId}',
    'POST /api/accounts/{fundId}/grant-drafts/{draftId}/accept',
    'POST /api/accounts/{fundId}/grant-drafts/{draftId}/remove',
    'POST /api/accounts/{fundId}/grant-files',
    'POST /api/content-items',
    'POST /api/content-items/{kind}/{name}/draft',
    'POST /api/content-items/{kind}/{name}/draft/discard',
    'POST /api/content-items/{kind}/{name}/versions/{number}/restore',
    'POST /api/files',
    'POST /api/files/{fileId}/alt',
    'POST /api/files/{fileId}/remove',
  ],
  'Preferences and lists of the person or the fund.': [
    'POST /api/accounts/{fundId}/charity-list',
    'POST /api/accounts/{fundId}/charity-list/note',
    'POST /api/household-accounts',
    'POST /api/households',
    'POST /api/households/{householdId}',
    'POST /api/households/{householdId}/delete',
    'POST /api/my-profile/default-account',
    'POST /api/my-profile/grant-naming',
    'POST /api/my-profile/notices',
    'POST /api/saved-views',
    'POST /api/saved-views/{viewId}/delete',
  ],
  'The row that they write is the record: a message, a note, who has a grant, a check of a run, a document before the decision.':
    [
      'POST /api/cheques/{paymentId}/contacted',
      'POST /api/suspense-items/{itemId}/note',
      'POST /api/contact-messages',
      'POST /api/grants/{grantId}/owner',
      'POST /api/my-contact-messages',
      'POST /api/payment-runs/{runId}/check',
      'POST /api/vettings/{vettingId}/papers',
    ],
}

const commands = routes.map(({ endpoint }) => endpoint).filter(({ method }) => method === 'POST')
const nameOf = ({ method, path }: (typeof commands)[number]) => `${method} ${path}`

test('every command declares its events, or is listed with the reason why it decides nothing', () => {
  const silent = commands.filter(({ audit, records }) => audit === undefined && records === undefined)
  expect(silent.map(nameOf).toSorted()).toEqual(Object.values(decidesNothing).flat().toSorted())
})

test('a command leaves its event to the pipeline or writes its events itself', () => {
  expect(
    commands.filter(({ audit, records }) => audit !== undefined && records !== undefined).map(nameOf),
  ).toEqual([])
  expect(commands.filter(({ records }) => records?.length === 0).map(nameOf)).toEqual([])
})

test('every export of a list that names no fund is recorded', () => {
  const silent = routes
    .map(({ endpoint }) => endpoint)
    .filter(({ path, file }) => file === true && path.endsWith('/export') && !path.includes('{fundId}'))
    .filter(({ records }) => !records?.includes('file-exported'))
  expect(silent.map(nameOf)).toEqual([])
})

/** Kinds that no endpoint declares, by who records them. */
const ofOthers: Readonly<Record<string, readonly string[]>> = {
  'downloads by their own routes': [
    'document-downloaded',
    'staff-document-downloaded',
    'vetting-paper-downloaded',
  ],
  'jobs of the program': [
    'document-removed',
    'staff-document-removed',
    'envelope-created',
    'document-sealed',
    'envelope-removed',
    'application-erased',
    'right-suspended',
    'grant-certificates-counted',
    'grants-compared-with-register',
    'posting-check-differed',
  ],
  'the command line': [
    'role-changed',
    'signing-key-added',
    'user-added',
    'register-imported',
    'sanctions-list-imported',
    'document-keys-rotated',
  ],
}

test('every kind of event is declared by a command, or recorded by a job, a download or the command line', () => {
  const declared = new Set(
    routes.flatMap(({ endpoint }) =>
      [...(endpoint.records ?? []), endpoint.audit ?? [], endpoint.auditWhenFiled ?? []].flat(),
    ),
  )
  const undeclared = Object.keys(auditKinds).filter(kind => !declared.has(kind as never))
  expect(undeclared.toSorted()).toEqual(Object.values(ofOthers).flat().toSorted())
})
