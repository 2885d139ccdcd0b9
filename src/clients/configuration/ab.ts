import { achPayments, bankDisclaimer, easternHours, reportsAt, usBank } from '../base.ts'
import type { Client } from '../client.ts'
import { usSponsor } from '../demonstration-sponsors.ts'
import { logo } from '../logos/ab.ts'

export const ab = {
  ...usBank,
  name: 'ab',
  realm: 'ab',
  book: { name: 'ab', currency: 'USD' },

  displayName: 'AB Giving',
  tagline: 'Give with purpose. See the difference',
  support: {
    phone: '(615) 555-0184',
    email: 'giving@ab.example',
    address: ['88 Foundry Street', 'Nashville, TN 37200'],
    hours: easternHours,
  },
  sponsor: usSponsor,
  securityContact: 'mailto:security@ab.example',
  footer: {
    disclaimer: bankDisclaimer('AB Giving'),
    resources: reportsAt('https://www.ab.example'),
  },

  logo,
  home: {
    arrangement: 'editorial',
    picture: 'ab',
    headline: 'One drop. Wide rings.',
    introduction:
      'Small decisions travel far. Put your money where it makes waves, and watch each ring reach further.',
    uses: [
      { title: 'Know your number', text: 'Your balance, right now, in plain words.' },
      { title: 'Make a splash', text: 'Pick a charity. Choose an amount. Done in minutes.' },
      { title: 'Watch it spread', text: 'Track every grant until the charity has it.' },
    ],
    greeting: 'See how far your giving has reached.',
  },
  logoWidthMobilePx: 70,
  dashboardSubNavigation: [
    { title: 'Advisor Dashboard', path: '/financial-advisor-dashboard' },
    { title: 'Recommend a Grant', path: '/recommend-a-grant' },
    { title: 'Open a New Account', path: '/new-account-opening' },
  ],
  payments: {
    ...achPayments,
    routingNumber: '099990053',
    bankName: 'Commodore Bank',
    companyId: '1999000005',
    accountNumber: '0000500000',
  },
  contributionAccounts: {
    bank: { bankName: 'Commodore Bank', bankCode: '099990053', accountNumber: '0000500000' },
    custody: {
      system: 'dtc',
      custodian: 'Commodore Custody',
      participant: '9993',
      accountNumber: 'ABD-005533',
    },
  },
  mapsEmailToSsoId: true,
  twoPersonPublishing: false,
  secondFactor: 'staff',
} as const satisfies Client
