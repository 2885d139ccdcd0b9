import { britishDisclaimer, britishHours, reportsAt, ukBank } from '../base.ts'
import type { Client } from '../client.ts'
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
  securityContact: 'mailto:security@rathbones.example',
  footer: {
    disclaimer: britishDisclaimer,
    resources: reportsAt('https://www.rathbones.example'),
  },

  logo,
  payments: {
    format: 'pain.001',
    cheques: false,
    cutoff: '15:00',
    csv: null,
    sortCode: '000002',
    accountNumber: '00000002',
  },
  twoPersonPublishing: false,
} as const satisfies Client
