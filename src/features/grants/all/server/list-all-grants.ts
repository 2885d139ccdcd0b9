import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { fieldProblem } from '../../../../contract/problems.ts'
import { keysetPage, splitPage } from '../../../../server/http/keyset-page.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import { nameInList } from '../../../accounts/domain/account-name.ts'
import { grantRowResponse } from '../../server/grant-details.ts'
import type * as contract from '../all-grants.contract.ts'
import { allGrantsKeysets, type BookGrantRow, listBookGrants } from './all-grants.queries.ts'

type Query = Omit<HandlerInput<typeof contract.listAllGrants>['query'], 'columns' | 'cacheStrategy'>

/** Throws `validation` for days in the wrong order, an unknown sort order and a foreign cursor. */
export async function listAllGrants(
  { query }: { query: Query },
  { db, client }: Pick<BaseContext, 'db' | 'client'>,
): Promise<Reply<typeof contract.listAllGrants>> {
  const { keywords, status, charityClass, register, purpose, method } = query
  const { day, from, to, fromMinor, toMinor, run } = query
  if (from !== undefined && to !== undefined && from > to)
    throw fieldProblem('from', 'The first day must not be after the last day')
  const page = keysetPage({ query, defaultSort: '-transactionId', keysetsOf: allGrantsKeysets })
  const search = {
    ...{ keywords, status, charityClass, register, purpose, method },
    ...{ day, from, to, fromMinor, toMinor, run },
  }
  const { rows: found, ...counted } = await listBookGrants(db, search, page)
  const { rows, meta } = splitPage({ ...page, ...counted }, found, counted.total)
  const rowOf = (row: BookGrantRow) => ({
    ...grantRowResponse(row, client),
    fundId: Number(row.fund_id),
    accountName: nameInList(row.account_name, row.account_status, client.showsClosedStatus),
    donorName: row.donor_name,
    charityClass: row.ntee,
    paidOn: row.paid_on,
    paymentMethod: row.payment_method,
    paymentReference: row.payment_reference,
    checkNumber: row.cheque_number === null ? null : Number(row.cheque_number),
    runNumber: row.run_number,
  })
  return { data: rows.map(rowOf), meta: { ...meta, isTotalExact: counted.isTotalExact } }
}
