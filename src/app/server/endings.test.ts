import { expect, test } from 'vitest'
import type { Client } from '../../clients/client.ts'
import { npt } from '../../clients/configuration/npt.ts'
import { nptuk } from '../../clients/configuration/nptuk.ts'
import { makeSealerPem } from '../../server/signatures/seal/make-sealer.ts'
import { endings } from './endings.ts'

const made = new Date('2026-11-29T12:00:00Z')
// Valid for ten years less two days from then on.
const certificate = await makeSealerPem('A bank', made)
const later = await makeSealerPem('A bank', new Date('2028-11-29T12:00:00Z'))
const last = '2036-11-26'

const bank: Client = {
  ...npt,
  name: 'bank',
  identityProviders: [
    {
      kind: 'saml',
      name: 'staff',
      title: 'Staff of the bank',
      issuer: 'https://login.bank.example',
      entryPoint: 'https://login.bank.example/sign-on',
      forceReauthentication: false,
      certificateName: 'BANK_CERTIFICATE',
      requestSigning: { keyName: 'OUR_KEY', certificateName: 'OUR_CERTIFICATE' },
      linkBy: { to: 'ssoId', claim: 'NameID' },
    },
  ],
}
const endingsAt = (
  now: string,
  secrets: Record<string, string>,
  client = bank,
  programDate = new Date(now),
) => endings({ clients: [client], secrets, programDate, now: new Date(now) }).map(({ text }) => text)

test('certificates of an identity provider are said 60 days before they end, and after', () => {
  const secrets = { BANK_CERTIFICATE: certificate, OUR_CERTIFICATE: certificate }
  expect(endingsAt('2036-09-20', secrets)).toEqual([])
  expect(endingsAt('2036-10-01', secrets)).toEqual([
    `The certificate in BANK_CERTIFICATE ends on ${last}. Ask Staff of the bank (bank) for the next one, and put it beside this one: no one can log in there once it is used.`,
    `The certificate in OUR_CERTIFICATE, which signs requests to Staff of the bank (bank), ends on ${last}. Give the provider another before.`,
  ])
  expect(endingsAt('2036-12-01', secrets)[0]).toContain(`ended on ${last}.`)
})

test('beside a later certificate of the provider an earlier one may end; ours may not', () => {
  const both = `${certificate}\n${later}`
  expect(endingsAt('2036-10-01', { BANK_CERTIFICATE: both, OUR_CERTIFICATE: later })).toEqual([])
  expect(endingsAt('2036-10-01', { BANK_CERTIFICATE: both, OUR_CERTIFICATE: both })).toHaveLength(1)
})

test('public keys, and logins at the portal itself, do not end', () => {
  const key = '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'
  expect(endingsAt('2099-01-01', { BANK_CERTIFICATE: key, OUR_CERTIFICATE: key })).toEqual([])
  expect(endingsAt('2099-01-01', {}, npt)).toEqual([])
})

test('an old version does not know bank holidays that were proclaimed since', () => {
  const old = new Date('2026-11-29')
  expect(endingsAt('2027-11-28', {}, nptuk, old)).toEqual([])
  expect(endingsAt('2027-11-30', {}, nptuk, old)).toEqual([
    'This version is of 2026-11-29: bank holidays that were proclaimed since then, as for a coronation, count as banking days until you upgrade.',
  ])
  // The United States change them by law, with years between.
  expect(endingsAt('2027-11-30', {}, npt, old)).toEqual([])
})
