import { expect, test } from 'vitest'
import { routes } from './routes.ts'

// After a command the browser's other tabs fetch again what they show (src/web/api/call.ts), except after these.

const silent: Readonly<Record<string, readonly string[]>> = {
  'They only read.': [
    'POST /api/advisor-dashboard/report',
    'POST /api/application-queue/{applicationId}/duplicates',
    'POST /api/bank-files/check',
    'POST /api/posting-batches/check',
    'POST /api/posting-batches/divisions/check',
    'POST /api/fee-runs/check',
    'POST /api/fee-schedules/{schedule}/terms/preview',
    'POST /api/waiting-fees/check',
    'POST /api/content-previews',
    'POST /api/security/step-up/options',
  ],
  'They begin what another command completes.': [
    'POST /api/Authentication/SsoVerify',
    'POST /api/accounts/{fundId}/pending-documents/sign',
    'POST /api/security/one-time-codes/start',
    'POST /api/security/passkeys/start',
  ],
  'They save what is being typed. A tab that edits the same must not take over the newer revision.': [
    'POST /api/account-applications/{applicationId}',
    'POST /api/accounts/{fundId}/grant-drafts/{draftId}',
    'POST /api/content-items/{kind}/{name}/draft',
  ],
  'They are about the session, which tabs share in messages of their own, or about this tab.': [
    'POST /api/security/step-up',
    'POST /api/session/currency',
    'POST /api/session/end',
    'POST /api/session/refresh',
  ],
}

const endpoints = routes.map(({ endpoint }) => endpoint)

test('other tabs hear of every command but those that change nothing there', () => {
  const declared = endpoints
    .filter(endpoint => endpoint.silent)
    .map(({ method, path }) => `${method} ${path}`)
  expect(declared.toSorted()).toEqual(Object.values(silent).flat().toSorted())
})

test('other tabs hear of every command that posts money or decides about it', () => {
  const unheard = endpoints.filter(({ idempotent, access }) => idempotent && access !== 'public')
  expect(unheard.length).toBeGreaterThan(40)
  expect(unheard.filter(endpoint => endpoint.silent)).toEqual([])
})
