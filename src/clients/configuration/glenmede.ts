import { achPayments, bankDisclaimer, easternHours, reportsAt, usBank } from '../base.ts'
import type { Client } from '../client.ts'
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
  securityContact: 'mailto:security@glenmede.example',
  footer: {
    disclaimer: bankDisclaimer('Glenmede Giving'),
    resources: reportsAt('https://www.glenmede.example'),
  },

  menu: 'top-bar',
  logo,
  overBalance: 'wait-for-funds',
  payments: {
    ...achPayments,
    routingNumber: '099990037',
    bankName: 'Schuylkill Bank',
    companyId: '1999000003',
    accountNumber: '0000300000',
  },
  twoPersonPublishing: false,
  secondFactor: 'staff',
} as const satisfies Client
