import type { Kysely } from 'kysely'
import type { Client } from '../../../../clients/client.ts'
import { Problem } from '../../../../contract/problems.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { findCharities } from '../../../charities/server/charities.queries.ts'
import { charityFlag } from '../../../charities/server/charity-flag.ts'
import { logoOf } from '../../../charities/server/charity-response.ts'
import {
  type Draft,
  type DraftContent,
  type ListedDraft,
  maxDrafts,
  tooManyDrafts,
} from '../drafts.contract.ts'
import { contentOf, jsonOf } from './draft-content.ts'
import {
  countDrafts,
  type DraftRecord,
  deleteDraft,
  findDraft,
  insertDraft,
  isDraftIdUsed,
  listDraftsOf,
  lockDraft,
  lockDrafts,
  updateDraft,
} from './drafts.queries.ts'

/** The person who saves a draft. Donors see the sponsor's staff as the sponsor. */
export type Editor = { userId: string; name: string; at: Date }

export const draftResponse = (draft: DraftRecord): Draft => ({
  draftId: draft.draft_id,
  revision: draft.revision,
  startedByName: draft.started_by_name,
  changedByName: draft.changed_by_name,
  changedAt: draft.changed_at.toISOString(),
  content: contentOf(draft),
})

/** The drafts of a fund that are in no basket, the latest first. */
export async function draftsOf(
  db: Kysely<DB>,
  accountId: string,
  client: Pick<Client, 'charityRegisters'>,
): Promise<ListedDraft[]> {
  const drafts = (await listDraftsOf(db, accountId)).map(draftResponse)
  const ids = drafts.map(({ content }) => content.charityId).filter(id => id !== null)
  const found = await findCharities(db, [...new Set(ids)])
  const byId = new Map(found.map(row => [row.charity_id, row]))
  return drafts.map(draft => {
    const { charityId, charityName: name } = draft.content
    if (charityId === null) return { ...draft, charityFlag: null, logoUrl: null }
    const charity = byId.get(charityId)
    return {
      ...draft,
      charityFlag: charityFlag(charity, { name, outcome: null }, client),
      logoUrl: logoOf(charity),
    }
  })
}

/** Throws `not-found`, also for another fund's draft. */
export async function showDraft(db: Kysely<DB>, accountId: string, draftId: string): Promise<Draft> {
  const draft = await findDraft(db, accountId, draftId)
  if (!draft) throw new Problem('not-found')
  return draftResponse(draft)
}

/**
 * Saves a draft of the fund: revision 0 creates it, any other is the one that the editor loaded. The same content twice is stored once.
 * Throws `conflict` with who saved another content and when; `conflict` too for an id that another fund uses or that was submitted.
 */
export async function storeDraft(
  db: Kysely<DB>,
  accountId: string,
  { draftId, revision, content }: { draftId: string; revision: number; content: DraftContent },
  editor: Editor,
): Promise<Draft> {
  return await db.transaction().execute(async trx => {
    await lockDrafts(trx, accountId)
    const stored = await lockDraft(trx, accountId, draftId)
    if (!stored) await startDraft(trx, accountId, { draftId, revision, content }, editor)
    else if (jsonOf(contentOf(stored)) !== jsonOf(content)) {
      requireLatest(stored, revision)
      await updateDraft(trx, draftId, {
        content: jsonOf(content),
        revision: stored.revision + 1,
        changed_by_name: editor.name,
        changed_at: editor.at,
      })
    }
    // Before the lock ends: the draft may be submitted right after.
    return await showDraft(trx, accountId, draftId)
  })
}

function requireLatest(stored: DraftRecord, revision: number): void {
  if (stored.revision === revision) return
  const by = stored.changed_by_name
  const change = { field: 'draft', before: null, after: null, by, at: stored.changed_at.toISOString() }
  throw new Problem('conflict', {
    detail: `${by} changed this draft in the meantime.`,
    otherEdits: { revision: stored.revision, changes: [change] },
  })
}

async function startDraft(
  trx: Kysely<DB>,
  accountId: string,
  { draftId, revision, content }: { draftId: string; revision: number; content: DraftContent },
  { userId, name, at }: Editor,
): Promise<void> {
  if (await isDraftIdUsed(trx, draftId))
    throw new Problem('conflict', { detail: 'This draft was already submitted.' })
  if (revision !== 0)
    throw new Problem('conflict', { detail: 'Someone else submitted or removed this draft.' })
  if ((await countDrafts(trx, accountId)) >= maxDrafts)
    throw new Problem('conflict', { detail: tooManyDrafts })
  await insertDraft(trx, {
    draft_id: draftId,
    account_id: accountId,
    content: jsonOf(content),
    started_by: userId,
    started_by_name: name,
    changed_by_name: name,
    created_at: at,
    changed_at: at,
  })
}

/** Answers warnings about a row of a basket, or withdraws the answers. Throws `not-found`. */
export async function answerWarnings(
  db: Kysely<DB>,
  accountId: string,
  { draftId, keys, accepted }: { draftId: string; keys: readonly string[]; accepted: boolean },
  editor: Editor,
): Promise<Draft> {
  await db.transaction().execute(async trx => {
    const stored = await lockDraft(trx, accountId, draftId)
    if (!stored) throw new Problem('not-found')
    const content = contentOf(stored)
    const others = content.accepted.filter(key => !keys.includes(key))
    // The newest answers count: older ones are about another charity or amount.
    const next = accepted ? [...others, ...keys].slice(-20) : others
    await updateDraft(trx, draftId, {
      content: jsonOf({ ...content, accepted: next }),
      revision: stored.revision + 1,
      changed_by_name: editor.name,
      changed_at: editor.at,
    })
  })
  return await showDraft(db, accountId, draftId)
}

/** Removes a draft, also from a basket; a repeat changes nothing. */
export const removeDraft = (db: Kysely<DB>, accountId: string, draftId: string): Promise<void> =>
  deleteDraft(db, accountId, draftId)
