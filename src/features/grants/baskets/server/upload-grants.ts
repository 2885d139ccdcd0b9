import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ReceivedUpload } from '../../../../contract/endpoint.ts'
import { fieldProblem } from '../../../../contract/problems.ts'
import { formatInstant } from '../../../../domain/dates.ts'
import type { DB } from '../../../../server/db/schema.ts'
import type { Requester } from '../../../../server/heavy-work/fair-queue.ts'
import {
  hiddenColumnProblem,
  readSpreadsheet,
  SpreadsheetProblem,
  type SpreadsheetRow,
} from '../../../../server/spreadsheet/read-spreadsheet.ts'
import type { Naming } from '../../../people/domain/naming.ts'
import { columnsOf } from '../domain/file-headings.ts'
import { draftOfRow } from '../domain/file-rows.ts'
import { type BasketBrief, maxFileRows } from '../drafts.contract.ts'
import { basketBrief } from './baskets.ts'
import { amountRulesOf, type RowSettings } from './check-rows.ts'
import { jsonOf } from './draft-content.ts'
import { findBasketOfFile, insertBasket, insertRows, listBaskets, lockDrafts } from './drafts.queries.ts'
import type { Editor } from './drafts.ts'

type UploadedFile = {
  name: string
  upload: Pick<ReceivedUpload, 'read' | 'sha256'>
  naming: Naming
  hiddenRows?: HiddenRows | undefined
  again: boolean
}
type HiddenRows = 'include' | 'leave-out'

/** Open files of one fund; each can have 5,000 rows. */
const maxOpenFiles = 20

/**
 * Reads a spreadsheet into a basket of its own, whose rows are checked when it is shown. Nothing is recommended yet. Throws `validation` on
 * `file` for what cannot be read, with a question on `hiddenRows` for a file with hidden rows, and on `again` for one that the fund uploaded
 * before.
 */
export async function uploadGrants(
  db: Kysely<DB>,
  accountId: string,
  { name, upload, naming, hiddenRows, again }: UploadedFile,
  settings: RowSettings,
  editor: Editor,
  requester: Requester,
): Promise<BasketBrief> {
  const sha256 = Buffer.from(upload.sha256)
  const rows = chosenRows(await readRows(upload, requester), hiddenRows, settings)
  const contents = draftsOfFile(rows, naming, settings)
  const basketId = randomUUIDv7()
  await db.transaction().execute(async trx => {
    await lockDrafts(trx, accountId)
    if (!again) await requireNewFile(trx, accountId, sha256, settings)
    const open = (await listBaskets(trx, accountId)).filter(({ source }) => source === 'file')
    if (open.length >= maxOpenFiles)
      throw fieldProblem('file', `Submit or discard one of the ${maxOpenFiles} open files first`)
    await insertBasket(trx, {
      basket_id: basketId,
      account_id: accountId,
      source: 'file',
      file_name: name,
      file_sha256: sha256,
      started_by: editor.userId,
      started_by_name: editor.name,
      created_at: editor.at,
    })
    await insertRows(
      trx,
      { accountId, basketId, ...editor },
      contents.map(({ content }) => content),
      contents.map(({ position }) => position),
    )
  })
  return await basketBrief(db, accountId, basketId)
}

async function readRows(
  upload: Pick<ReceivedUpload, 'read'>,
  requester: Requester,
): Promise<SpreadsheetRow[]> {
  try {
    return await readSpreadsheet(() => upload.read(), { maxRows: maxFileRows + 1 }, requester)
  } catch (error) {
    if (error instanceof SpreadsheetProblem) throw fieldProblem('file', error.message)
    throw error
  }
}

/** The rows with or without those that the file hides, except for its first one. Throws `validation` on `hiddenRows` with a question. */
function chosenRows(
  rows: readonly SpreadsheetRow[],
  hiddenRows: HiddenRows | undefined,
  { client }: Pick<RowSettings, 'client'>,
): readonly SpreadsheetRow[] {
  const hidden = rows.slice(1).filter(({ isHidden }) => isHidden)
  if (hiddenRows === 'leave-out') return rows.filter(({ isHidden }, index) => index === 0 || !isHidden)
  if (hidden.length > 0 && hiddenRows === undefined)
    throw fieldProblem('hiddenRows', hiddenRowsQuestion(hidden, client.locale))
  return rows
}

/** So many rows are named. */
const maxRowsNamed = 5

function hiddenRowsQuestion(hidden: readonly SpreadsheetRow[], locale: string): string {
  const named = hidden.slice(0, maxRowsNamed).map(({ row }) => `${row}`)
  const more = hidden.length - named.length
  const list = new Intl.ListFormat(locale).format(
    more > 0 ? [...named, `${more.toLocaleString(locale)} more`] : named,
  )
  return hidden.length === 1
    ? `Row ${list} is hidden in the file, for example by a filter. Should it become a grant too?`
    : `Rows ${list} are hidden in the file, for example by a filter. Should they become grants too?`
}

/** The rows as JSON, with their numbers in the file. */
function draftsOfFile(
  [head, ...rows]: readonly SpreadsheetRow[],
  defaultNaming: Naming,
  { client, book }: RowSettings,
): { content: string; position: number }[] {
  const columns = columnsOf(head?.cells ?? [], book.currency)
  const register = client.charityRegisters.includes('uk') ? ('uk' as const) : ('irs-bmf' as const)
  if ('problem' in columns) throw fieldProblem('file', columns.problem)
  const hidden = head === undefined ? null : hiddenColumnProblem(head, columns.values())
  if (hidden !== null) throw fieldProblem('file', hidden)
  if (rows.length === 0) throw fieldProblem('file', 'The file has no grants below its first row')
  if (rows.length > maxFileRows)
    throw fieldProblem('file', `The file has more than ${maxFileRows.toLocaleString(client.locale)} rows.`)
  const rules = { register, defaultNaming, ...amountRulesOf({ client, book }) }
  return rows.map(({ row, cells }) => ({
    content: jsonOf(draftOfRow(cells, columns, rules)),
    position: row,
  }))
}

async function requireNewFile(
  trx: Kysely<DB>,
  accountId: string,
  sha256: Buffer,
  { client }: RowSettings,
): Promise<void> {
  const earlier = await findBasketOfFile(trx, accountId, sha256)
  if (!earlier) return
  const at = formatInstant(earlier.created_at, client)
  const state =
    earlier.state === 'submitted' ? 'Its grants were submitted.' : 'It has not been submitted yet.'
  throw fieldProblem(
    'again',
    `${earlier.started_by_name} uploaded the same file on ${at}. ${state} Upload it again?`,
  )
}
