import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import { formatMoney } from '../../../../domain/money.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { placeLabel, taxIdOf } from '../../../charities/domain/charity-labels.ts'
import { logoOf } from '../../../charities/server/charity-response.ts'
import { findAvailable } from '../../../ledger/server/balance.queries.ts'
import { overAvailableBalance } from '../../domain/grant-rules.ts'
import {
  type Basket,
  type BasketBrief,
  type BasketRow,
  type DraftContent,
  maxBasketRows,
} from '../drafts.contract.ts'
import { type CheckedRow, checkRows, type RowSettings } from './check-rows.ts'
import { jsonOf, versionOf } from './draft-content.ts'
import {
  type BasketSum,
  deleteRowsOf,
  findBasket,
  findOpenSelection,
  insertBasket,
  insertDrafts,
  isAnyDraftIdUsed,
  listBaskets,
  listRowsOf,
  lockDrafts,
  lockDraftsOf,
  moveDrafts,
  updateBasket,
} from './drafts.queries.ts'
import { draftResponse, type Editor } from './drafts.ts'

const brief = (basket: BasketSum): BasketBrief => ({
  basketId: basket.basket_id,
  source: basket.source,
  fileName: basket.file_name,
  startedByName: basket.started_by_name,
  createdAt: basket.created_at.toISOString(),
  rows: basket.grants ?? basket.rows,
  totalMinor: basket.total_minor ?? basket.sum_minor,
})

export const openBaskets = async (db: Kysely<DB>, accountId: string): Promise<BasketBrief[]> =>
  (await listBaskets(db, accountId)).filter(({ rows }) => rows > 0).map(brief)

/** Throws `not-found`, also for another fund's basket. */
export async function basketBrief(db: Kysely<DB>, accountId: string, basketId: string): Promise<BasketBrief> {
  const [basket] = await listBaskets(db, accountId, basketId)
  if (!basket) throw new Problem('not-found')
  return brief(basket)
}

type Gathered = { draftId: string; content: DraftContent }

/**
 * Puts drafts into the basket of the fund, which is created with the first. A draft that exists takes the content that is given; one that is
 * in the basket stays where it is. Throws `validation` beyond 50, `conflict` for a draft that was submitted.
 */
export async function addDraftsToBasket(
  db: Kysely<DB>,
  accountId: string,
  drafts: readonly Gathered[],
  editor: Editor,
): Promise<BasketBrief> {
  const basketId = await db.transaction().execute(async trx => {
    await lockDrafts(trx, accountId)
    const open = await findOpenSelection(trx, accountId)
    const id = open?.basket_id ?? randomUUIDv7()
    if (!open)
      await insertBasket(trx, {
        basket_id: id,
        account_id: accountId,
        source: 'selection',
        started_by: editor.userId,
        started_by_name: editor.name,
        created_at: editor.at,
      })
    await putIntoBasket(trx, { accountId, basketId: id }, drafts, editor)
    if ((await listRowsOf(trx, id)).length > maxBasketRows)
      throw fieldProblem(
        'drafts',
        `A basket can have up to ${maxBasketRows} grants. Submit it first, or use a spreadsheet`,
      )
    return id
  })
  return await basketBrief(db, accountId, basketId)
}

/** Asks the same number of times for one draft and for fifty. Of a draft that is given twice, the last content counts. */
async function putIntoBasket(
  trx: Kysely<DB>,
  { accountId, basketId }: { accountId: string; basketId: string },
  drafts: readonly Gathered[],
  editor: Editor,
): Promise<void> {
  const last = (await listRowsOf(trx, basketId)).at(-1)?.position ?? 0
  const contents = new Map(drafts.map(({ draftId, content }) => [draftId, content]))
  const stored = await lockDraftsOf(trx, accountId, [...contents.keys()])
  const rows = [...contents].map(([draftId, content], index) => ({
    draftId,
    content: jsonOf({ ...content, frequency: 'once', startsOn: null, endsOn: null, endsAfter: null }),
    position: last + index + 1,
    stored: stored.get(draftId),
  }))
  const added = rows.filter(row => row.stored === undefined)
  if (await isAnyDraftIdUsed(trx, ids(added)))
    throw new Problem('conflict', { detail: 'This draft was already submitted.' })
  const changed = { changed_by_name: editor.name, changed_at: editor.at }
  await insertDrafts(
    trx,
    added.map(({ draftId, content, position }) => ({
      draft_id: draftId,
      account_id: accountId,
      basket_id: basketId,
      position,
      content,
      started_by: editor.userId,
      started_by_name: editor.name,
      created_at: editor.at,
      ...changed,
    })),
  )
  const kept = rows.flatMap(({ stored: row, position, ...about }) =>
    row ? { ...about, position: row.basket_id === basketId ? (row.position ?? position) : position } : [],
  )
  await moveDrafts(trx, basketId, kept, changed)
}

const ids = (rows: readonly { draftId: string }[]) => rows.map(({ draftId }) => draftId)

/** Why the rows as a whole cannot be granted, as a sentence; null if their total can be. */
function sumProblem(
  totalMinor: bigint,
  availableMinor: bigint,
  { client, book }: Pick<RowSettings, 'client' | 'book'>,
): string | null {
  if (client.overBalance !== 'block' || totalMinor <= availableMinor) return null
  const available = formatMoney(availableMinor, book.currency, client.locale)
  return `${overAvailableBalance} of ${available}`
}

const rowResponse = ({ draft, charity, errors, warnings }: CheckedRow): BasketRow => ({
  ...draftResponse(draft),
  position: draft.position,
  charity: charity
    ? {
        name: charity.name,
        taxId: taxIdOf(charity.charity_id),
        place: placeLabel(charity),
        logoUrl: logoOf(charity),
      }
    : null,
  errors,
  warnings,
})

const isProblem = ({ errors, warnings }: CheckedRow) =>
  errors.length > 0 || warnings.some(({ isAccepted }) => !isAccepted)

type PageOfRows = { first: number; after: number; only: 'problems' | undefined }

/** A basket with a page of its checked rows. Throws `not-found`. */
export async function showBasket(
  db: Kysely<DB>,
  accountId: string,
  basketId: string,
  { first, after, only }: PageOfRows,
  settings: RowSettings,
): Promise<{ basket: Basket; rows: BasketRow[]; total: number; next: number | null }> {
  const [stored] = await listBaskets(db, accountId, basketId)
  if (!stored) throw new Problem('not-found')
  const drafts = await listRowsOf(db, basketId)
  const [rows, availableMinor] = await Promise.all([
    checkRows(db, accountId, drafts, settings),
    findAvailable(db, accountId),
  ])
  const wanted = rows.filter(row => only === undefined || isProblem(row) || stored.source === 'selection')
  const following = wanted.filter(({ draft }) => draft.position > after)
  const page = following.slice(0, first)
  return {
    basket: {
      ...brief(stored),
      state: stored.state,
      availableMinor,
      problem: sumProblem(stored.sum_minor, availableMinor, settings),
      rowsWithErrors: rows.filter(({ errors }) => errors.length > 0).length,
      openWarnings: rows.flatMap(({ warnings }) => warnings.filter(({ isAccepted }) => !isAccepted)).length,
      version: versionOf(drafts),
    },
    rows: page.map(rowResponse),
    total: wanted.length,
    next: following.length > page.length ? (page.at(-1)?.draft.position ?? null) : null,
  }
}

/** Discards a basket with its rows; a repeat changes nothing. Throws `not-found`, `conflict` once it was submitted. */
export async function discardBasketDrafts(
  db: Kysely<DB>,
  accountId: string,
  basketId: string,
): Promise<void> {
  await db.transaction().execute(async trx => {
    await lockDrafts(trx, accountId)
    const basket = await findBasket(trx, accountId, basketId)
    if (!basket) throw new Problem('not-found')
    if (basket.state === 'submitted')
      throw new Problem('conflict', { detail: 'This basket was already submitted.' })
    await deleteRowsOf(trx, basketId)
    await updateBasket(trx, basketId, { state: 'discarded' })
  })
}

/** The progress of a submission, read outside of the submitting transaction. Throws `not-found`. */
export async function showProgress(db: Kysely<DB>, accountId: string, basketId: string) {
  const [basket] = await listBaskets(db, accountId, basketId)
  if (!basket) throw new Problem('not-found')
  const { state, progress, grants, rows } = basket
  return { state, progress, grants, rows: grants ?? rows }
}
