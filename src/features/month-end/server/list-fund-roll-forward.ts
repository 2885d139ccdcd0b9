import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { invariant } from '../../../domain/invariant.ts'
import { keysOf } from '../../../domain/keys-of.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import { nameInList } from '../../accounts/domain/account-name.ts'
import { rollForwardColumn, rollForwardColumns } from '../domain/roll-forward-columns.ts'
import type * as contract from '../month-end.contract.ts'
import type { RollForwardRow } from '../month-end.contract.ts'
import { listRollForward, type RollForward, rollForwardKeysets } from './month-end.queries.ts'
import type { MonthEndContext } from './month-end-context.ts'
import { readRange } from './read-range.ts'

type Query = Omit<HandlerInput<typeof contract.listFundRollForward>['query'], 'columns' | 'cacheStrategy'>

export async function listFundRollForward(
  { query }: { query: Query },
  { db, client, today }: Pick<MonthEndContext, 'db' | 'client' | 'today'>,
): Promise<Reply<typeof contract.listFundRollForward>> {
  const range = readRange(query, today)
  const page = keysetPage({ query, defaultSort: 'fundId', keysetsOf: rollForwardKeysets })
  const { found, total } = await listRollForward(db, range, page)
  const { rows, meta } = splitPage(page, found, total)
  return { data: rows.map(row => rollForwardRow(row, client.showsClosedStatus)), meta }
}

function rollForwardRow(row: RollForward, showsClosedStatus: boolean): RollForwardRow {
  // Object.fromEntries forgets which keys there are.
  const changes = Object.fromEntries(
    keysOf(rollForwardColumns).map(key => [key, 0n]),
  ) as RollForwardRow['changes']
  for (const { kind, section, amount } of row.changes) {
    const column = rollForwardColumn(kind, section)
    invariant(column !== null, 'a kind that changes a balance has a column')
    changes[column] += BigInt(amount)
  }
  const change = keysOf(changes).reduce((sum, key) => sum + changes[key], 0n)
  invariant(row.opening_minor + change === row.closing_minor, 'a fund rolls forward to its closing balance')
  return {
    fundId: Number(row.fund_id),
    accountName: nameInList(row.account_name, row.account_status, showsClosedStatus),
    openingMinor: row.opening_minor,
    changes,
    closingMinor: row.closing_minor,
  }
}
