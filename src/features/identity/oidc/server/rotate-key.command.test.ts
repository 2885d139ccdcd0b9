import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts'
import { testSecret } from '../../../../testing/database/database-server.ts'
import { type MadeUser, makeUser } from '../../../../testing/factories/make-user.ts'
import { runCommand } from '../../../../testing/run-command.ts'
import { signingKeyCipher, signingKeys } from './signing-keys.ts'

let database: TestDatabase
let operator: MadeUser
beforeAll(async () => {
  database = await createTestDatabase()
  operator = await makeUser(database.databases, {
    ...{ firstName: 'Basil', lastName: 'Thorne' },
    roles: [{ role: 'super_user', actions: null }],
  })
})
afterAll(() => database.drop())

const rotateKey = (args: string[], environment = {}) =>
  runCommand(database, 'tools/identity-rotate-key.ts', args, environment)
const npt = () => ['--realm', 'npt', '--by', operator.ssoId]
const idsOf = async (realm: string) =>
  (await signingKeys(database.databases.realm(realm), signingKeyCipher(testSecret, realm), new Date())).map(
    ({ kid }) => kid,
  )

test('the command adds a signing key to one realm', async () => {
  const [former, elsewhere] = [await idsOf('npt'), await idsOf('rathbones')]
  const { stdout, stderr } = rotateKey([...npt(), '--reason', 'yearly'])
  const [signing, added] = await idsOf('npt')
  expect([stderr, stdout]).toEqual(['', `New key: ${added}. It signs in 20 to 30 minutes.\n`])
  expect([signing]).toEqual(former)
  expect(await idsOf('rathbones')).toEqual(elsewhere)
  const { rows } = await database.admin.query(
    `select realm, actor_user_id, detail from audit_event where kind = 'signing-key-added'`,
  )
  expect(rows).toEqual([
    {
      ...{ realm: 'npt', actor_user_id: operator.userId },
      detail: { key: added, by: 'npm run identity:rotate-key', operator: 'Basil Thorne', reason: 'yearly' },
    },
  ])
})

test('rejects a call without a reason, an unknown realm, and another secret than that of the stored keys', async () => {
  expect(rotateKey(npt()).stderr).toContain('--reason is required')
  const nobody = ['--realm', 'npt', '--reason', 'yearly']
  expect(rotateKey(nobody).stderr).toBe('--by must be the user ID of the person who adds the key.\n')
  const stranger = await makeUser(database.databases)
  expect(rotateKey([...nobody, '--by', stranger.ssoId]).stderr).toContain('may not manage users')
  const unknown = rotateKey(['--realm', 'nobody', '--reason', 'yearly'])
  expect([unknown.status, unknown.stderr]).toEqual([1, expect.stringMatching(/^--realm must be one of /)])
  const stored = await idsOf('npt')
  const refused = rotateKey([...npt(), '--reason', 'yearly'], {
    APP_SECRET: 'another secret of enough characters, for this',
  })
  expect(refused.status).toBe(1)
  expect(await idsOf('npt')).toEqual(stored)
})
