import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDirectory } from '../temporary/temporary-directory.ts'

/** A sponsor's own client, as its file says it. */
export const meadow = {
  $schema: '../docs/client.schema.json',
  base: 'us-trust',
  realm: 'meadow',
  book: { name: 'meadow', currency: 'USD' },
  displayName: 'Meadow Charitable Fund',
  tagline: 'Seed for every season',
  support: {
    phone: '(303) 555-0188',
    email: 'help@meadow.example',
    address: ['8 Lark Lane', 'Denver, CO 80200'],
    hours: 'Monday to Friday, 9 a.m. to 5 p.m. Mountain time',
  },
  sponsor: {
    legalName: 'Meadow Charitable Fund, Inc.',
    number: 'EIN 99-9000077',
    address: ['8 Lark Lane', 'Denver, CO 80200'],
    usStatus: 'a public charity described in section 501(c)(3) of the Internal Revenue Code',
  },
  securityContact: 'mailto:security@meadow.example',
  footer: { disclaimer: 'Contributions are irrevocable.', resources: [] },
  logo: [{ circle: [24, 24, 20], fill: 'ink' }],
  home: {
    arrangement: 'work',
    picture: null,
    headline: 'Give where you live',
    introduction: 'One fund for all of your giving.',
    uses: [{ title: 'Recommend a grant', text: 'Find a charity, and recommend a grant.' }],
    greeting: 'Here is your fund.',
  },
  payments: {
    format: 'nacha',
    cheques: true,
    positivePay: null,
    cutoff: '14:00',
    csv: null,
    routingNumber: '099990079',
    bankName: 'Prairie Bank',
    companyId: '1999000077',
    accountNumber: '0000700000',
  },
  contributionAccounts: {
    bank: { bankName: 'Prairie Bank', bankCode: '099990079', accountNumber: '0000700001' },
    custody: { system: 'dtc', custodian: 'Plains Custody', participant: '9991', accountNumber: 'M-1' },
  },
  timeZone: 'America/Denver',
  minimumGrantMinor: 50_00,
}

/** A theme with the colors of another client, which the portal has to keep apart all the same. */
export const themeFor = (client: string): string =>
  readFileSync(new URL('../../clients/themes/npt.css', import.meta.url), 'utf8')
    .replace('[data-client="npt"]', `[data-client="${client}"]`)
    .replace(/\/\*.*\*\//, '')

/** A folder as CLIENTS_DIR names it: the client above with its theme, and other files in addition or instead. */
export function makeClientFolder(files: Readonly<Record<string, string | object>> = {}): string {
  const folder = temporaryDirectory('clients')
  const all = { 'meadow.json': meadow, 'meadow.css': themeFor('meadow'), ...files }
  for (const [name, content] of Object.entries(all))
    writeFileSync(
      join(folder, name),
      typeof content === 'string' ? content : JSON.stringify(content, null, 2),
    )
  return folder
}
