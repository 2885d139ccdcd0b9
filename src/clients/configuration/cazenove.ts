import { britishDisclaimer, britishHours, reportsAt, ukBank } from '../base.ts'
import type { Client } from '../client.ts'
import { ukSponsor } from '../demonstration-sponsors.ts'
import { logo } from '../logos/cazenove.ts'

export const cazenove = {
  ...ukBank,
  name: 'cazenove',
  realm: 'cazenove',
  book: { name: 'cazenove', currency: 'GBP' },

  displayName: 'Cazenove Giving',
  tagline: 'Your private charitable fund, made simple',
  support: {
    phone: '+44 131 496 0555',
    email: 'giving@cazenove.example',
    address: ['3 Printers’ Close', 'Edinburgh EH1 0XX'],
    hours: britishHours,
  },
  sponsor: ukSponsor,
  securityContact: 'mailto:security@cazenove.example',
  footer: {
    disclaimer: britishDisclaimer,
    resources: reportsAt('https://www.cazenove.example'),
  },

  logo,
  home: {
    arrangement: 'concierge',
    picture: 'cazenove',
    headline: 'As private as a sealed letter',
    introduction:
      'You write; we deliver. A small office in Edinburgh sees to your giving in confidence. Your name stays off a grant if you wish.',
    uses: [
      { title: 'Read', text: 'The position of your fund, for your eyes.' },
      { title: 'Write', text: 'A recommendation. You choose whether the charity learns your name.' },
      { title: 'Receive', text: 'Word from us once the charity has been paid.' },
    ],
    greeting: 'Everything here is between you and us.',
  },
  excludedAssetsPopover: false,
  legacyPlanShown: false,
  payments: {
    format: 'pain.001',
    cheques: false,
    positivePay: null,
    cutoff: '15:00',
    csv: null,
    sortCode: '000003',
    accountNumber: '00000003',
  },
  contributionAccounts: {
    bank: { bankName: 'Thames & Humber Bank', bankCode: '000003', accountNumber: '00000003' },
    custody: {
      system: 'crest',
      custodian: 'Albion Custody',
      participant: '9CAZE',
      accountNumber: 'CAZE-CHAR',
    },
  },
} as const satisfies Client
