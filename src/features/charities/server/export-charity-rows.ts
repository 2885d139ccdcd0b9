import type { Kysely } from 'kysely'
import type { FileReply } from '../../../contract/list.ts'
import type { AuthorizedAccount } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import { type ExportAbout, exportList } from '../../../server/export/export-list.ts'
import { type FileFacts, withFileFacts } from '../charity-file.list.ts'
import { findCharities } from './charities.queries.ts'
import { removedResponse, rowResponse } from './charity-response.ts'

type ExportCharityRows<Row> = ExportAbout<Row> & {
  db: Kysely<DB>
  account: AuthorizedAccount
  /** The key of the column with the charity's name. */
  nameKey: string
}

/**
 * Exports a fund's list of charities or of grants to them. Its file also has the number and the status of each charity and the fund, so
 * that it can be uploaded as a file of grants. The charities of a page are read at once.
 */
export async function exportCharityRows<Row extends { charityId: string | null }>({
  db,
  account,
  nameKey,
  ...about
}: ExportCharityRows<Row>): Promise<FileReply> {
  const fund = { fundId: account.fundId, accountName: account.accountName }
  return await exportList<Row & FileFacts>({
    ...about,
    list: withFileFacts(about.list, nameKey),
    readPage: async page => {
      const { data, meta } = await about.readPage(page)
      const statusOf = await charityStatuses(db, data, about.client)
      return { data: data.map(row => ({ ...row, charityStatus: statusOf(row), ...fund })), meta }
    },
  })
}

/** What the registers say of the charities of these rows, as sentences; null for a row without one. */
export async function charityStatuses(
  db: Kysely<DB>,
  rows: readonly { charityId: string | null }[],
  client: ExportAbout<never>['client'],
): Promise<(row: { charityId: string | null }) => string | null> {
  const ids = [...new Set(rows.flatMap(({ charityId }) => charityId ?? []))]
  const found = new Map((await findCharities(db, ids)).map(row => [row.charity_id, row]))
  return ({ charityId }) => {
    if (charityId === null) return null
    const charity = found.get(charityId)
    return (charity ? rowResponse(charity, client) : removedResponse(charityId, '')).eligibility.sentence
  }
}
