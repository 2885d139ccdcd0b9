import type { Client } from '../../../clients/client.ts'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { dateOf } from '../../../domain/dates.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { charityFlag } from '../../charities/server/charity-flag.ts'
import { rowResponse } from '../../charities/server/charity-response.ts'
import { repeatedFrom } from '../../grants/domain/grant-choices.ts'
import { choicesOf } from '../../grants/server/grant-choices.ts'
import type * as contract from '../charity-list.contract.ts'
import type { ListedCharity } from '../charity-list.contract.ts'
import type { EntryRecord } from './charity-list.queries.ts'
import { charityListKeysets, listEntries } from './charity-list.queries.ts'

/** The charities on a fund's list. */
export async function listCharityList(
  { query }: { query: HandlerInput<typeof contract.listCharityList>['query'] },
  { db, client, account }: Pick<ContextOf<typeof contract.listCharityList>, 'db' | 'client' | 'account'>,
): Promise<Reply<typeof contract.listCharityList>> {
  const page = keysetPage({ query, defaultSort: 'name', keysetsOf: charityListKeysets })
  const found = await listEntries(db, account.accountId, page)
  const { rows, meta } = splitPage(page, found, page.countedTotal ?? Number(found[0]?.total ?? 0n))
  return { data: rows.map(row => listedResponse(row, client)), meta }
}

function listedResponse(row: EntryRecord, client: Client): ListedCharity {
  const saved = { name: row.saved_name, outcome: row.saved_outcome }
  return {
    ...rowResponse(row, client),
    note: row.note,
    flag: charityFlag(row, saved, client),
    addedDate: dateOf(row.added_at, client.timeZone),
    lastGrant: lastGrantOf(row),
    totalMinor: row.total_minor,
  }
}

function lastGrantOf(row: EntryRecord): ListedCharity['lastGrant'] {
  if (row.last_id === null) return null
  const { last_id: grantId, last_on: date, last_minor: amountMinor } = row
  return { grantId, date, amountMinor, ...repeatedFrom(choicesOf(row)) }
}
