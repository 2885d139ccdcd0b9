import type { Sponsor } from './client.ts'

// The two invented organizations that hold the funds of the demonstration's clients. A base has none: a sponsor's own clients name theirs.

export const usSponsor = {
  legalName: 'NPT Giving, Inc.',
  number: 'EIN 99-9000001',
  address: ['100 Meetinghouse Square', 'Philadelphia, PA 19100'],
  usStatus: 'a public charity described in section 501(c)(3) of the Internal Revenue Code',
} as const satisfies Sponsor

export const ukSponsor = {
  legalName: 'NPT UK Giving Limited',
  number: 'Registered charity in England and Wales, number 9900001',
  address: ['12 Acorn Yard', 'London WC1X 0XX'],
  usStatus: null,
} as const satisfies Sponsor
