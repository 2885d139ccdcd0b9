import { achPayments, bankDisclaimer, reportsAt, usBank } from '../base.ts'
import type { Client } from '../client.ts'
import { usSponsor } from '../demonstration-sponsors.ts'
import { logo } from '../logos/tolleson.ts'

export const tolleson = {
  ...usBank,
  name: 'tolleson',
  realm: 'tolleson',
  book: { name: 'tolleson', currency: 'USD' },

  displayName: 'Tolleson Giving',
  tagline: 'Families that give together',
  timeZone: 'America/Chicago',
  support: {
    phone: '(469) 555-0173',
    email: 'giving@tolleson.example',
    address: ['1900 Red Clay Avenue', 'Dallas, TX 75200'],
    hours: 'Monday to Friday, 8:30 a.m. to 5 p.m. Central time',
  },
  sponsor: usSponsor,
  securityContact: 'mailto:security@tolleson.example',
  footer: {
    disclaimer: bankDisclaimer('Tolleson Giving'),
    resources: reportsAt('https://www.tolleson.example'),
  },

  menu: 'top-bar',
  logo,
  home: {
    arrangement: 'concierge',
    picture: 'tolleson',
    headline: 'There is a place for everyone at this table',
    introduction:
      'Giving is a family conversation. Sit down with your children and grandchildren to decide where your help should go. We’ll bring the papers.',
    uses: [
      { title: 'Start with what you have', text: 'See the balance together before you talk.' },
      { title: 'Hear every voice', text: 'Each donor can suggest charities and recommend grants.' },
      { title: 'Pass it on', text: 'Name successors, and teach them by doing.' },
    ],
    greeting: 'We’re glad you’re here. Call us whenever you’d rather talk.',
  },
  dashboardSubNavigation: [{ title: 'Recommend a Grant', path: '/recommend-a-grant' }],
  redirectOnSingleDocument: false,
  payments: {
    ...achPayments,
    routingNumber: '099990040',
    bankName: 'Lone Star Bank',
    companyId: '1999000004',
    accountNumber: '0000400000',
  },
  feeSchedules: [
    {
      name: 'administrative',
      title: 'Administrative fee',
      kind: 'administrative_fee',
      fundTypes: ['Individual', 'Joint', 'Organization'],
      versions: [
        {
          ...{ from: '2026-04-01', every: 'quarter', charged: 'in-arrears', excludedAssets: 'left-out' },
          minimumPerYearMinor: 250_00n,
          tiers: [
            { upToMinor: 500_000_00n, millionths: 5_000 },
            { upToMinor: null, millionths: 2_500 },
          ],
        },
      ],
    },
  ],
  contributionAccounts: {
    bank: { bankName: 'Lone Star Bank', bankCode: '099990040', accountNumber: '0000400000' },
    custody: {
      system: 'dtc',
      custodian: 'Lone Star Custody',
      participant: '9992',
      accountNumber: 'TOL-004400',
    },
  },
  dualControlFromMinor: 20_000_00n,
  stepUpFromMinor: 75_000_00n,
  twoPersonPublishing: false,
} as const satisfies Client
