import { books } from '../../clients/clients.ts'
import type { IsoDate } from '../../domain/dates.ts'
import type { EntryKind } from '../../features/ledger/domain/entry.ts'
import { contributionPostings, type Posting } from '../../features/ledger/domain/postings.ts'
import { postEntry } from '../../features/ledger/server/post-entry.ts'
import type { Databases } from '../../server/db/pools.ts'
import type { MadeAccount } from './make-account.ts'

type EntryToMake = {
  kind: EntryKind
  postings: readonly Posting[]
  /** Default: 2026-01-15. */
  on?: IsoDate | string
  comment?: string
}

/** Posts a journal entry through the program's own function. Returns its id. */
export async function makeEntry(
  databases: Databases,
  account: Pick<MadeAccount, 'book'>,
  { kind, postings, on = '2026-01-15', comment }: EntryToMake,
): Promise<string> {
  const currency = books.find(book => book.name === account.book)?.currency
  if (!currency) throw new Error(`no book ${account.book}`)
  const { entryId } = await databases
    .book(account.book)
    .transaction()
    .execute(trx =>
      postEntry(trx, {
        kind,
        currency,
        effectiveDate: on as IsoDate,
        postings,
        actorUserId: null,
        onBehalfOfUserId: null,
        ...(comment === undefined ? {} : { comment }),
      }),
    )
  return entryId
}

/** Posts a contribution in minor units, by default in cash; with `into: 'excluded'` as an asset that cannot be granted yet. */
export function makeContribution(
  databases: Databases,
  account: Pick<MadeAccount, 'book' | 'accountId'>,
  amountMinor: bigint,
  about: { on?: string; into?: 'spendable' | 'excluded' } = {},
): Promise<string> {
  const { into = 'spendable', on } = about
  return makeEntry(databases, account, {
    kind: into === 'excluded' ? 'contribution_illiquid' : 'contribution_cash',
    postings: contributionPostings(account.accountId, amountMinor, into),
    ...(on === undefined ? {} : { on }),
  })
}
