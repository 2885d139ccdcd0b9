import { achPayments, bankDisclaimer, easternHours, reportsAt, usBank } from '../base.ts'
import type { Client } from '../client.ts'
import { usSponsor } from '../demonstration-sponsors.ts'
import { logo } from '../logos/glenmede.ts'

export const glenmede = {
  ...usBank,
  name: 'glenmede',
  realm: 'glenmede',
  book: { name: 'glenmede', currency: 'USD' },

  displayName: 'Glenmede Giving',
  tagline: 'Giving that lasts',
  support: {
    phone: '(267) 555-0162',
    email: 'giving@glenmede.example',
    address: ['7 Millrace Walk', 'Wilmington, DE 19800'],
    hours: easternHours,
  },
  sponsor: usSponsor,
  securityContact: 'mailto:security@glenmede.example',
  footer: {
    disclaimer: bankDisclaimer('Glenmede Giving'),
    resources: reportsAt('https://www.glenmede.example'),
  },

  menu: 'top-bar',
  logo,
  home: {
    arrangement: 'statement',
    picture: 'glenmede',
    headline: 'Giving that keeps turning',
    introduction:
      'A mill wheel has no hurry and no idle days. An endowed fund works the same way: what flows in does good, generation after generation.',
    uses: [
      { title: 'What flows in', text: 'Contributions and gains, set down by date.' },
      { title: 'What it moves', text: 'Grants to the charities that your family has chosen.' },
      { title: 'What endures', text: 'A legacy plan for those who will give after you.' },
    ],
    greeting: 'The account of your fund, set down by date.',
  },
  overBalance: 'wait-for-funds',
  payments: {
    ...achPayments,
    routingNumber: '099990037',
    bankName: 'Schuylkill Bank',
    companyId: '1999000003',
    accountNumber: '0000300000',
  },
  contributionAccounts: {
    bank: { bankName: 'Schuylkill Bank', bankCode: '099990037', accountNumber: '0000300000' },
    custody: {
      system: 'dtc',
      custodian: 'Keystone Custody',
      participant: '9990',
      accountNumber: 'GLN-003377',
    },
  },
  twoPersonPublishing: false,
  secondFactor: 'staff',
} as const satisfies Client
