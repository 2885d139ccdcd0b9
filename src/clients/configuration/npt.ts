import { achPayments, easternHours, reportsAt, usTrust } from '../base.ts'
import type { Client } from '../client.ts'
import { usSponsor } from '../demonstration-sponsors.ts'
import { accountsByCash } from '../general-ledger.ts'
import { logo } from '../logos/npt.ts'

export const npt = {
  ...usTrust,
  name: 'npt',
  realm: 'npt',
  book: { name: 'npt', currency: 'USD' },

  displayName: 'NPT Giving',
  tagline: 'Donor-advised funds for a lifetime of giving',
  support: {
    phone: '(215) 555-0100',
    email: 'support@npt.example',
    address: ['100 Meetinghouse Square', 'Philadelphia, PA 19100'],
    hours: easternHours,
  },
  sponsor: usSponsor,
  securityContact: 'mailto:security@npt.example',
  footer: {
    disclaimer:
      'NPT Giving is the sponsoring organization of the donor-advised funds shown here. Contributions are irrevocable. Grants are recommendations; the sponsor makes the final decision.',
    resources: reportsAt('https://www.npt.example'),
  },

  logo,
  home: {
    arrangement: 'editorial',
    picture: 'npt',
    headline: 'Plant once. Give for a lifetime.',
    introduction:
      'A fund is planted like an orchard: one careful season of work, then fruit to share every year after. We look after the ground.',
    uses: [
      { title: 'See what has grown', text: 'Your balance, what you added, and what the year has brought.' },
      { title: 'Share the harvest', text: 'Find a charity and recommend a grant in a few minutes.' },
      { title: 'Follow every grant', text: 'See where each one is, until the charity has received it.' },
    ],
    greeting: 'This is how your fund has grown, and where it has gone.',
  },
  resourcesFor: 'everyone',
  relationshipListLeavesOut: ['charitable_beneficiary', 'successor'],
  payments: {
    ...achPayments,
    routingNumber: '099990011',
    bankName: 'First Harbor Bank',
    companyId: '1999000001',
    accountNumber: '0000100000',
  },
  feeSchedules: [
    {
      name: 'administrative',
      title: 'Administrative fee',
      kind: 'administrative_fee',
      fundTypes: ['Individual', 'Joint', 'Organization'],
      versions: [
        {
          ...{ from: '2026-07-01', every: 'month', charged: 'in-arrears', excludedAssets: 'left-out' },
          minimumPerYearMinor: 120_00n,
          tiers: [
            { upToMinor: 500_000_00n, millionths: 6_000 },
            { upToMinor: 1_000_000_00n, millionths: 3_000 },
            { upToMinor: null, millionths: 1_500 },
          ],
        },
      ],
    },
  ],
  bankAccounts: [{ name: 'Contributions', bankCode: '099990011', accountNumber: '0000218840', csv: null }],
  generalLedger: {
    format: { kind: 'csv' },
    banks: { Grants: '1010', Contributions: '1020' },
    accounts: accountsByCash,
  },
  inactiveFunds: {
    afterMonths: 24,
    smallBalanceMinor: 1_000_00n,
    defaultGrant: { charityId: 'US-EIN-071646355', termMonths: 12 },
  },
  contributionAccounts: {
    bank: { bankName: 'First Harbor Bank', bankCode: '099990011', accountNumber: '0000218840' },
    custody: {
      system: 'dtc',
      custodian: 'Keystone Custody',
      participant: '9990',
      accountNumber: 'NPT-001188',
    },
  },
} as const satisfies Client
