import { britishDisclaimer, britishHours, dollarGrants, reportsAt, ukTrust } from '../base.ts'
import type { Client } from '../client.ts'
import { ukSponsor } from '../demonstration-sponsors.ts'
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
  sponsor: ukSponsor,
  securityContact: 'mailto:security@npttransatlantic.example',
  footer: {
    disclaimer: britishDisclaimer,
    resources: reportsAt('https://www.npttransatlantic.example'),
  },

  logo,
  home: {
    arrangement: 'panorama',
    picture: 'npttransatlantic',
    headline: 'One bridge between two shores',
    introduction:
      'Your family gives on both sides of the Atlantic. Cross between pounds and dollars with one login. One adviser sees both sides.',
    uses: [
      { title: 'Both sides in view', text: 'One balance in pounds and one in dollars, a switch apart.' },
      { title: 'Give on either shore', text: 'Recommend grants to charities in the UK and in the US.' },
      { title: 'One record', text: 'Every grant in one place, in the currency in which it was paid.' },
    ],
    greeting: 'Your giving on this side of the bridge.',
  },
  currencyRestricted: true,
  sanctionsLists: ['ofac', 'uk'],
  payments: null,
  contributionAccounts: null,
  inSecondaryBook: { ...dollarGrants, asksDueDiligence: true },
} as const satisfies Client
