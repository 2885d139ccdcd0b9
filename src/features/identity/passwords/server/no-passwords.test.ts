import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../../../clients/client.ts'
import { clients } from '../../../../clients/clients.ts'
import { npt } from '../../../../clients/configuration/npt.ts'
import { getClientContext } from '../../../../contract/client-context.contract.ts'
import { startTestApp, type TestApp } from '../../../../testing/app.ts'
import { makeUser } from '../../../../testing/factories/make-user.ts'
import {
  changePassword,
  checkPasswordLink,
  requestPasswordLink,
  requestUserIds,
  setPasswordByLink,
} from '../password.contract.ts'

const bank: Client = {
  ...npt,
  identityProviders: [
    {
      kind: 'openid',
      name: 'bank',
      title: 'The bank',
      issuer: 'https://id.bank.example',
      forceReauthentication: false,
      clientId: 'portal',
      clientSecretName: 'BANK_SECRET',
      scopes: [],
      linkBy: { to: 'ssoId', claim: 'sub' },
    },
  ],
}
let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({
    clients: { ...clients, npt: bank },
    settings: { providerSecrets: { BANK_SECRET: 'of no use here' } },
  })
})
afterAll(() => portal.close())

test('a client without the embedded provider sets, changes and mails no passwords', async () => {
  const token = 'n'.repeat(43)
  const password = 'quiet otters read maps'
  const as = await portal.sessionFor(await makeUser(portal.databases, { password }))
  const statuses = [
    await portal.call(requestPasswordLink, { body: { userId: 'anybody' } }),
    await portal.call(requestUserIds, { body: { email: 'anybody@npt.example' } }),
    await portal.call(checkPasswordLink, { body: { token } }),
    await portal.call(setPasswordByLink, { body: { token, password } }),
    await portal.call(changePassword, { body: { currentPassword: password, newPassword: password } }, { as }),
  ].map(({ status }) => status)
  expect(statuses).toEqual([404, 404, 404, 404, 404])
  const { reply } = await portal.call(getClientContext, {})
  expect(reply.clientSettings.signsInByPassword).toBe(false)
})
