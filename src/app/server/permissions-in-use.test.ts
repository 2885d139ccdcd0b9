import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Permission, permissions } from '../../contract/permissions.ts'
import { routes } from './routes.ts'

/** Permissions that no endpoint takes, because handlers or screens check them where something depends on them. */
const checkedInside: readonly Permission[] = [
  'FUND_SUMMARY_VIEW',
  'FUND_BEGINNING_BALANCE_VIEW',
  'FUND_INVESTMENT_GAIN_VIEW',
  'FUND_OTHER_ASSETS_VIEW',
  'FUND_PENDING_GRANT_VIEW',
  'RESOURCES_VIEW',
  'ACCOUNT_DPA_PSID_VIEW',
  'ACCOUNT_DPA_PSID_UPDATE',
  'ACCOUNT_CREATE_VIEW',
  'DOCUMENT_COUNTERSIGN',
]

/** Permissions of §14 whose part of the portal does not exist yet. They can be given; nothing asks for them. */
const withoutUse: readonly Permission[] = ['ACT_ON_BEHALF', 'MESSAGE_ANSWER', 'IMPORT_RUN', 'API_MANAGE']

const taken = new Set(routes.flatMap(({ endpoint }) => [endpoint.access].flat()))

/** The names in the program, without the tables of permissions and without tests. */
const named = (() => {
  const tables = [
    'src/contract/permissions.ts',
    'src/contract/two-person-actions.ts',
    'src/server/auth/role-permissions.ts',
  ]
  const files = globSync('src/{app,contract,features,server,web}/**/*.{ts,tsx}').filter(
    file => !/\.test\.tsx?$/.test(file) && !tables.includes(file),
  )
  const text = files.map(file => readFileSync(file, 'utf8')).join('\n')
  return new Set(permissions.filter(permission => text.includes(`'${permission}'`)))
})()

test('each permission is taken by an endpoint, checked inside one, or listed as not used yet', () => {
  expect(permissions.filter(permission => !taken.has(permission))).toEqual(
    permissions.filter(permission => [...checkedInside, ...withoutUse].includes(permission)),
  )
})

test('the lists are exact: what is checked inside is named by the program, and what is not used is not', () => {
  expect(checkedInside.filter(permission => !named.has(permission))).toEqual([])
  expect(withoutUse.filter(permission => named.has(permission))).toEqual([])
})
