import { Readable } from 'node:stream'
import { clientOfBook } from '../../../clients/clients.ts'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { rulesOf } from '../../documents/domain/document-types.ts'
import { validateRange } from '../../fund-activity/server/show-statement.ts'
import type * as contract from '../statements.contract.ts'
import { readFigures } from './statement-figures.ts'
import { writeStatement } from './write-statement.ts'

/** The statement of the range that Fund Activity shows, in the layout of the quarterly ones. It is not stored. */
export async function saveStatement(
  { query }: HandlerInput<typeof contract.saveStatement>,
  context: ContextOf<typeof contract.saveStatement>,
): Promise<Reply<typeof contract.saveStatement>> {
  const { db, book, client, account, actor, today } = context
  if (!rulesOf('statement').needs.every(action => actor.actions.has(action))) throw new Problem('not-found')
  const range = validateRange(query, today)
  const figures = await readFigures(db, account.accountId, range, client)
  const bytes = await writeStatement(
    figures,
    {
      account: { accountName: account.accountName, fundId: String(account.fundId) },
      currency: book.currency,
      client,
      sponsor: clientOfBook(book.name).sponsor,
    },
    requesterOf(context),
  )
  return {
    name: `Statement-${range.from}-${range.to}.pdf`,
    mediaType: 'application/pdf',
    totalRows: null,
    rowsWritten: () => 0,
    bytes: Readable.from([bytes], { objectMode: true }),
  }
}
