import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errorCatalogue } from './error-catalogue.ts'

/** Where a case of §8 is brought about, and the name of the test. */
type Proof = readonly [file: string, name: string]
type Case = { proofs: readonly Proof[] } | { later: string }

const overHttp = 'src/web/errors/errors-over-http.test.ts'
const inBrowser = 'e2e/errors.e2e.ts'

/** Every row of §8, in its order. What stands in errorCatalogue has the same name here. */
const cases = {
  'currency switch': { later: errorCatalogue['currency switch'].later },
  'signed out': {
    proofs: [
      [overHttp, '§8 HTTP 401: no toast, since the user is logged out'],
      ['e2e/identity-session.e2e.ts', '§8 a 401 logs out, and says so once'],
    ],
  },
  'server failure': {
    proofs: [
      [overHttp, '§8 HTTP 5xx with a trace id and a detail: the toast with both'],
      ['src/web/errors/toasts.test.tsx', '§8 HTTP 5xx with a trace id and a detail, as it is read'],
    ],
  },
  'access denied': {
    proofs: [
      [overHttp, "§8 HTTP 400 with 'Access denied.': the toast with an ID"],
      [inBrowser, "§8 HTTP 400 'Access denied.' is a toast with an ID"],
    ],
  },
  'server validation': {
    proofs: [
      [
        overHttp,
        "§8 other 400s: each field's messages as 'field - message', the Contact Page and the trace id",
      ],
      [inBrowser, '§8 another 400 lists its fields, and leads to the contact page'],
    ],
  },
  'signature provider': { later: errorCatalogue['signature provider'].later },
  'service unavailable': {
    proofs: [
      [overHttp, "§8 detail 'Service Unavailable' of a bot check: the toast that names the service"],
      [inBrowser, '§8 a bot check that is not available is named'],
    ],
  },
  'any other': {
    proofs: [
      [overHttp, '§8 any other: the apology with the trace id, where the server itself fails'],
      [inBrowser, '§8 any other failure of the server is an apology with its trace id'],
    ],
  },
  'charity detail issue': {
    proofs: [
      [inBrowser, '§8 a charity that is rejected has its alert, and one that is deleted shows no details'],
    ],
  },
  'grant issue': {
    proofs: [
      [inBrowser, '§8 a charity that is rejected has its alert, and one that is deleted shows no details'],
    ],
  },
  'inactivity warning and log-out': {
    proofs: [
      ['e2e/identity-session.e2e.ts', '§4 at the limit toasts, dialogs and the current account are gone'],
      ['e2e/identity-session.e2e.ts', '§9 a warning three minutes before the limit counts down in mm:ss'],
      ['src/web/ui/notices/ToastRegion.test.tsx', '§2.5: the idle warning counts down as mm:ss'],
    ],
  },

  // Rows of ours, which §8 leaves open: 'Other errors: not shown'.
  'not confirmed': {
    proofs: [
      [
        'src/features/identity/step-up/StepUpDialog.test.tsx',
        'nothing is sent, what was typed is still there, and a notice says so',
      ],
    ],
  },
  'no connection': { proofs: [[inBrowser, '§8 a lost connection says so']] },
  'named refusal': { proofs: [[inBrowser, '§8 a refusal with a name of its own says what happened']] },
} as const satisfies Record<string, Case>

const textOf = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')

test('§8 every row of the catalogue is a case here, and each case of a call a row there', () => {
  const alerts = ['charity detail issue', 'grant issue', 'inactivity warning and log-out']
  expect(Object.keys(errorCatalogue).sort()).toEqual(
    Object.keys(cases)
      .filter(name => !alerts.includes(name))
      .sort(),
  )
})

test.each(Object.entries<Case>(cases))(
  '§8 %s is provoked in a test, or waits for what it belongs to',
  (_name, row) => {
    if ('later' in row) return void expect(row.later).toMatch(/§/)
    expect(row.proofs.length).toBeGreaterThan(0)
    for (const [file, name] of row.proofs) expect(textOf(file), file).toContain(name)
  },
)
