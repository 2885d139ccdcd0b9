import { achPayments, bankDisclaimer, easternHours, reportsAt, usBank } from '../base.ts'
import type { Client } from '../client.ts'
import { usSponsor } from '../demonstration-sponsors.ts'
import { logo } from '../logos/ubs.ts'

export const ubs = {
  ...usBank,
  name: 'ubs',
  realm: 'ubs',
  book: { name: 'ubs', currency: 'USD' },

  displayName: 'UBS Giving',
  tagline: 'Philanthropy made simple',
  support: {
    phone: '(212) 555-0141',
    email: 'giving@ubs.example',
    address: ['40 Ropewalk Place', 'New York, NY 10000'],
    hours: easternHours,
  },
  sponsor: usSponsor,
  securityContact: 'mailto:security@ubs.example',
  footer: {
    disclaimer: bankDisclaimer('UBS Giving'),
    resources: reportsAt('https://www.ubs.example'),
  },

  menu: 'top-bar',
  logo,
  home: {
    arrangement: 'work',
    picture: 'ubs',
    headline: 'Philanthropy, to measure',
    introduction: 'Precise figures, drawn to scale: every balance, grant, and fee of your fund as of today.',
    uses: [
      { title: 'Balance', text: 'Available, pending, and excluded amounts, and how they add up.' },
      { title: 'Grants', text: 'Recommend, schedule, or upload up to 5,000 at once.' },
      { title: 'Reports', text: 'Statements and exports for any range of dates.' },
    ],
    greeting: 'Figures as of today.',
  },
  dashboardSubNavigation: [
    { title: 'Advisor Dashboard', path: '/financial-advisor-dashboard' },
    { title: 'Open a New Account', path: '/new-account-opening' },
  ],
  givingGuide: { kind: 'link', href: '/guides/giving-guide.pdf' },
  relationshipListLeavesOut: ['charitable_beneficiary', 'successor', 'banker', 'service_team'],
  payments: {
    ...achPayments,
    routingNumber: '099990024',
    bankName: 'Bank of the Bay',
    companyId: '1999000002',
    accountNumber: '0000200000',
  },
  contributionAccounts: {
    bank: { bankName: 'Bank of the Bay', bankCode: '099990024', accountNumber: '0000200000' },
    custody: { system: 'dtc', custodian: 'Bay Securities', participant: '9991', accountNumber: 'UBS-440210' },
  },
  profileUpdates: false,
} as const satisfies Client
