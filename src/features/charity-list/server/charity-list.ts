import type { Client } from '../../../clients/client.ts'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { dateOf } from '../../../domain/dates.ts'
import { exportList } from '../../../server/export/export-list.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { charityNotFound } from '../../charities/domain/issue-texts.ts'
import { findCharity } from '../../charities/server/charities.queries.ts'
import { charityFlag } from '../../charities/server/charity-flag.ts'
import { rowResponse } from '../../charities/server/charity-response.ts'
import { eligibilityOf } from '../../charities/server/charity-status.ts'
import type {
  exportCharityList,
  ListedCharity,
  listCharityList,
  setCharityList,
  setCharityNote,
} from '../charity-list.contract.ts'
import { charityListColumns } from '../charity-list.list.ts'
import {
  addEntry,
  charityListKeysets,
  countEntries,
  type EntryRecord,
  listEntries,
  removeEntry,
  setNote,
} from './charity-list.queries.ts'

const maxEntries = 500

/** The charities on a fund's list. */
export async function charityList(
  { query }: { query: HandlerInput<typeof listCharityList>['query'] },
  { db, client, account }: Pick<ContextOf<typeof listCharityList>, 'db' | 'client' | 'account'>,
): Promise<Reply<typeof listCharityList>> {
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
  const { last_id: grantId, last_on: date, last_minor: amountMinor } = row
  const { last_purpose: purposeCode, last_naming: namingCode, last_purpose_text: purposeText } = row
  // All of them come from the same row, or all are absent.
  if (
    grantId === null ||
    date === null ||
    amountMinor === null ||
    purposeCode === null ||
    namingCode === null
  )
    return null
  return { grantId, date, amountMinor, purposeCode, purposeText, namingCode }
}

export async function exportEntries(
  { query: { format, ...query } }: HandlerInput<typeof exportCharityList>,
  context: ContextOf<typeof exportCharityList>,
): Promise<Reply<typeof exportCharityList>> {
  return await exportList({
    ...context,
    list: charityListColumns,
    format,
    fileName: 'charity-list',
    sheet: 'Charities',
    readPage: page => charityList({ query: { ...query, ...page } }, context),
  })
}

/** Writes a note about a charity of the list. Throws `not-found` for one that is not on it. */
export async function changeNote(
  { body }: HandlerInput<typeof setCharityNote>,
  { db, account }: ContextOf<typeof setCharityNote>,
): Promise<Reply<typeof setCharityNote>> {
  const { charityId, note: text } = body.data.attributes
  const note = text === '' ? null : text
  if (!(await setNote(db, { accountId: account.accountId, charityId, note }))) throw new Problem('not-found')
  return { charityId, note }
}

/** Adds a charity of the client's registers or removes one (§4); a repeat changes nothing. */
export async function changeCharityList(
  { body }: HandlerInput<typeof setCharityList>,
  { db, client, account, actor }: ContextOf<typeof setCharityList>,
): Promise<Reply<typeof setCharityList>> {
  const { charityId, inCharityList } = body.data.attributes
  if (!inCharityList) {
    await removeEntry(db, account.accountId, charityId)
    return { charityId, inCharityList }
  }
  const charity = await findCharity(db, charityId, client.charityRegisters)
  if (!charity) throw fieldProblem('charityId', charityNotFound)
  if ((await countEntries(db, account.accountId)) >= maxEntries)
    throw fieldProblem('charityId', `Your charity list is full (${maxEntries} charities). Remove one first`)
  const { name } = charity
  const { outcome } = eligibilityOf(charity)
  await addEntry(db, { accountId: account.accountId, charityId, addedBy: actor.userId, name, outcome })
  return { charityId, inCharityList }
}
