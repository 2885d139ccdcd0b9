import { achPayments, britishDisclaimer, britishHours, dollarGrants, reportsAt, ukTrust } from '../base.ts'
import type { Client } from '../client.ts'
import { ukSponsor } from '../demonstration-sponsors.ts'
import { logo } from '../logos/nptukusd.ts'

export const nptukusd = {
  ...ukTrust,
  ...dollarGrants,
  asksDueDiligence: true,
  name: 'nptukusd',
  realm: 'nptuk',
  book: { name: 'nptukusd', currency: 'USD' },

  displayName: 'NPT UK Dollar Giving',
  tagline: 'US dollar giving from the UK',
  support: {
    phone: '+44 20 7946 0255',
    email: 'giving@nptukusd.example',
    address: ['12 Acorn Yard', 'London WC1X 0XX'],
    hours: britishHours,
  },
  sponsor: ukSponsor,
  securityContact: 'mailto:security@nptukusd.example',
  footer: {
    disclaimer: britishDisclaimer,
    resources: reportsAt('https://www.nptukusd.example'),
  },

  logo,
  home: {
    arrangement: 'card',
    picture: 'nptukusd',
    headline: 'A steady light for your dollar giving',
    introduction:
      'Your dollars stay dollars. Keep a US dollar fund from the UK, and find it in the same place whatever the weather in the markets.',
    uses: [
      { title: 'Check the level', text: 'Your balance in US dollars, at any time.' },
      { title: 'Send help', text: 'Recommend a grant to a US charity in a few minutes.' },
      { title: 'See it arrive', text: 'Follow a grant until the charity has received it.' },
    ],
    greeting: 'Your dollar fund at a glance.',
  },
  sanctionsLists: ['ofac'],
  payments: {
    ...achPayments,
    routingNumber: '099990066',
    bankName: 'First Harbor Bank',
    companyId: '1999000006',
    accountNumber: '0000600000',
  },
  contributionAccounts: {
    bank: { bankName: 'First Harbor Bank', bankCode: '099990066', accountNumber: '0000600000' },
    custody: {
      system: 'dtc',
      custodian: 'Keystone Custody',
      participant: '9990',
      accountNumber: 'NPU-006611',
    },
  },
} as const satisfies Client
