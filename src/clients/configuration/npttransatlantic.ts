import { britishDisclaimer, britishHours, dollarGrants, reportsAt, ukTrust } from '../base.ts'
import type { Client } from '../client.ts'
import { logo } from '../logos/npttransatlantic.ts'

export const npttransatlantic = {
  ...ukTrust,
  name: 'npttransatlantic',
  realm: 'nptuk',
  book: { name: 'nptuk', currency: 'GBP' },
  secondaryBook: { name: 'nptukusd', currency: 'USD' },

  displayName: 'NPT Transatlantic',
  tagline: 'One family, two countries, two currencies',
  support: {
    phone: '+44 20 7946 0355',
    email: 'giving@npttransatlantic.example',
    address: ['12 Acorn Yard', 'London WC1X 0XX'],
    hours: britishHours,
  },
  securityContact: 'mailto:security@npttransatlantic.example',
  footer: {
    disclaimer: britishDisclaimer,
    resources: reportsAt('https://www.npttransatlantic.example'),
  },

  logo,
  currencyRestricted: true,
  sanctionsLists: ['ofac', 'uk'],
  payments: null,
  inSecondaryBook: dollarGrants,
} as const satisfies Client
