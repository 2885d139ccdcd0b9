import { britishDisclaimer, britishHours, reportsAt, ukBank } from '../base.ts'
import type { Client } from '../client.ts'
import { ukSponsor } from '../demonstration-sponsors.ts'
import { accountsByCash } from '../general-ledger.ts'
import { logo } from '../logos/rathbones.ts'

export const rathbones = {
  ...ukBank,
  name: 'rathbones',
  realm: 'rathbones',
  book: { name: 'rathbones', currency: 'GBP' },

  displayName: 'Rathbones Giving',
  tagline: 'Your charitable funds, carefully managed',
  support: {
    phone: '+44 20 7946 0555',
    email: 'giving@rathbones.example',
    address: ['8 Candlewick Row', 'London EC4N 0XX'],
    hours: britishHours,
  },
  sponsor: ukSponsor,
  securityContact: 'mailto:security@rathbones.example',
  footer: {
    disclaimer: britishDisclaimer,
    resources: reportsAt('https://www.rathbones.example'),
  },

  logo,
  home: {
    arrangement: 'statement',
    picture: 'rathbones',
    headline: 'Every gift entered, every page balanced',
    introduction:
      'We keep your fund as a ledger is kept: each contribution and each grant in its own column, and a page that always adds up.',
    uses: [
      { title: 'Balance', text: 'What is available today, and how the figure was reached.' },
      { title: 'Entries', text: 'Recommend a grant; it is entered the day you certify it.' },
      { title: 'Statements', text: 'Quarterly statements, and the record of any period you choose.' },
    ],
    greeting: 'Your fund as it stands in our books today.',
  },
  payments: {
    format: 'pain.001',
    cheques: false,
    positivePay: null,
    cutoff: '15:00',
    csv: null,
    sortCode: '000002',
    accountNumber: '00000002',
  },
  bankAccounts: [{ name: 'Contributions', bankCode: '000002', accountNumber: '00000012', csv: null }],
  feeSchedules: [
    {
      name: 'administrative',
      title: 'Administrative fee',
      kind: 'administrative_fee',
      fundTypes: ['Individual', 'Joint', 'Organization'],
      versions: [
        {
          ...{ from: '2026-07-01', every: 'quarter', charged: 'in-advance', excludedAssets: 'included' },
          minimumPerYearMinor: 300_00n,
          tiers: [
            { upToMinor: 250_000_00n, millionths: 7_500 },
            { upToMinor: null, millionths: 3_000 },
          ],
        },
      ],
    },
  ],
  generalLedger: {
    format: { kind: 'xero', taxRate: 'No VAT' },
    banks: { Grants: '1010', Contributions: '1020' },
    accounts: accountsByCash,
  },
  inactiveFunds: {
    afterMonths: 36,
    smallBalanceMinor: 500_00n,
    defaultGrant: { charityId: 'GB-CHC-900000', termMonths: 18 },
  },
  contributionAccounts: {
    bank: { bankName: 'Thames & Humber Bank', bankCode: '000002', accountNumber: '00000012' },
    custody: {
      system: 'crest',
      custodian: 'Albion Custody',
      participant: '9RATH',
      accountNumber: 'RATH-CHAR',
    },
  },
  twoPersonPublishing: false,
} as const satisfies Client
