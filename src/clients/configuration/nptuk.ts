import { britishDisclaimer, britishHours, reportsAt, ukTrust } from '../base.ts'
import type { Client } from '../client.ts'
import { ukSponsor } from '../demonstration-sponsors.ts'
import { logo } from '../logos/nptuk.ts'

export const nptuk = {
  ...ukTrust,
  name: 'nptuk',
  realm: 'nptuk',
  book: { name: 'nptuk', currency: 'GBP' },

  displayName: 'NPT UK Giving',
  tagline: 'Charitable funds for UK donors',
  support: {
    phone: '+44 20 7946 0155',
    email: 'giving@nptuk.example',
    address: ['12 Acorn Yard', 'London WC1X 0XX'],
    hours: britishHours,
  },
  sponsor: ukSponsor,
  securityContact: 'mailto:security@nptuk.example',
  footer: {
    disclaimer: britishDisclaimer,
    resources: reportsAt('https://www.nptuk.example'),
  },

  logo,
  home: {
    arrangement: 'panorama',
    picture: 'nptuk',
    headline: 'Giving is a long walk. We know the path.',
    introduction:
      'Every grant follows a marked footpath: you point the way, we check the ground and tell you when it has arrived.',
    uses: [
      { title: 'Where you stand', text: 'Your balance today, and the way it has come over the year.' },
      { title: 'Choose a direction', text: 'Find a UK charity and recommend a grant in a few minutes.' },
      { title: 'Waymarks', text: 'See which step each grant has reached and what comes next.' },
    ],
    greeting: 'Here is where your fund stands, and what lies ahead.',
  },
  resourcesFor: 'signed-in',
  payments: {
    format: 'bacs18',
    cheques: true,
    positivePay: null,
    cutoff: '15:00',
    csv: null,
    serviceUserNumber: '999901',
    sortCode: '000001',
    accountNumber: '00000001',
  },
  bankAccounts: [
    {
      name: 'Contributions',
      bankCode: '000001',
      accountNumber: '00000011',
      csv: {
        date: 'Date',
        dateOrder: 'dmy',
        amount: { credit: 'Paid in', debit: 'Paid out' },
        text: 'Details',
        reference: null,
        counterparty: null,
        balance: 'Balance',
      },
    },
  ],
  contributionAccounts: {
    bank: { bankName: 'Thames & Humber Bank', bankCode: '000001', accountNumber: '00000011' },
    custody: {
      system: 'crest',
      custodian: 'Albion Custody',
      participant: '9NPTU',
      accountNumber: 'NPTUK-CHAR',
    },
  },
} as const satisfies Client
