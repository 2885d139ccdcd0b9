import { inPage, ofBooks, overHttp, type Proofs } from './proof.ts'

const recommend = 'src/features/grants/server/recommend-grant.ts'

export const proofsOfAccountsAndGrants: Proofs = {
  showsClosedStatus: [
    {
      test: overHttp,
      title: 'showsClosedStatus: the status follows the name of a closed account, or does not',
      reader: 'src/features/accounts/server/account-response.ts',
      effect: 'client.showsClosedStatus',
      without: 'true',
    },
  ],
  excludedAssetsPopover: [
    {
      test: inPage,
      title: 'excludedAssetsPopover: Excluded Assets is explained, or not',
      reader: 'src/features/fund-activity/statement/StatementSummary.tsx',
      effect: 'term: excludedAssetsPopover ?',
      without: 'term: locale ?',
    },
  ],
  charityRegisters: [
    {
      test: overHttp,
      title: 'charityRegisters: what is found and granted to stands on the client’s registers',
      reader: 'src/features/charities/server/search-results.ts',
      effect: 'const registers = client.charityRegisters',
      without: `const registers = ['irs-bmf', 'uk'] as const`,
    },
    {
      test: overHttp,
      title: 'charityRegisters: what is found and granted to stands on the client’s registers',
      reader: recommend,
      effect: '!client.charityRegisters.includes(standing.register)',
      without: 'false',
    },
  ],
  minimumGrantMinor: [
    {
      test: overHttp,
      title: 'minimumGrantMinor: the smallest grant',
      reader: recommend,
      effect: 'const minimum = client.minimumGrantMinor',
      without: 'const minimum = 250_00n',
    },
  ],
  wholeUnitsOnly: [
    {
      test: overHttp,
      title: 'wholeUnitsOnly: cents, or none',
      reader: recommend,
      effect: 'client.wholeUnitsOnly && ',
      without: '',
    },
  ],
  overBalance: [
    {
      test: overHttp,
      title: 'overBalance: more than is available is refused, or waits for funds',
      reader: recommend,
      effect: `if (client.overBalance === 'block') return`,
      without: 'return',
    },
  ],
  dualControlFromMinor: [
    {
      test: overHttp,
      title: 'dualControlFromMinor: from this amount on the payer is not the approver',
      reader: 'src/features/grants/server/rules/four-eyes.ts',
      effect: 'grant.amount_minor >= client.dualControlFromMinor',
      without: 'grant.amount_minor >= 25_000_00n',
    },
  ],
  stepUpFromMinor: [
    {
      test: overHttp,
      title: 'stepUpFromMinor: from this amount on recommending asks who is there',
      reader: recommend,
      effect: 'stepUpFromMinor: client.stepUpFromMinor',
      without: 'stepUpFromMinor: 100_000_00n',
    },
  ],
  inSecondaryBook: [
    {
      test: 'src/server/http/book-of-request.test.ts',
      title: 'open-points 6 each of its books grants from its own least amount',
      reader: ofBooks,
      effect: '{ ...client, ...client.inSecondaryBook }',
      without: 'client',
    },
  ],
}
