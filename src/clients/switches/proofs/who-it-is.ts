import { menus, ofBooks, openingTitle, overHttp, type Proofs, screenPaths } from './proof.ts'

const eleventh = 'src/clients/eleventh-client.test.ts'
const hostTitle = 'its host answers with its own context, and the hosts of the others with theirs'

export const proofsOfWhoItIs: Proofs = {
  name: [
    {
      test: eleventh,
      title: hostTitle,
      reader: 'src/features/pages/server/client-context.ts',
      effect: 'client: client.name',
      without: `client: 'npt'`,
    },
  ],
  kind: [
    {
      test: menus,
      title: openingTitle,
      reader: screenPaths,
      effect: `house.kind !== 'bank' && `,
      without: '',
    },
  ],
  realm: [
    {
      test: eleventh,
      title: 'its people sign in, and only there',
      reader: 'src/app/server/server.ts',
      effect: 'settings.databases.realm(client.realm)',
      without: `settings.databases.realm('npt')`,
    },
  ],
  book: [
    {
      test: eleventh,
      title: hostTitle,
      reader: ofBooks,
      effect: 'return client.book\n',
      without: `return { name: 'npt', currency: 'USD' }\n`,
    },
  ],
  secondaryBook: [
    {
      test: overHttp,
      title: 'secondaryBook: its other currency is one that can be asked for',
      reader: ofBooks,
      effect: '[client.book, client.secondaryBook]',
      without: '[client.book]',
    },
    {
      test: overHttp,
      title: 'secondaryBook: its other currency is one that can be asked for',
      reader: ofBooks,
      effect: 'client.secondaryBook === null ? [client.book]',
      without: `client.secondaryBook === null ? [client.book, { name: 'nptukusd', currency: 'USD' as const }]`,
    },
  ],
}
