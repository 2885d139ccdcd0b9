import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import { type DraftContent, draftContent } from '../drafts.contract.ts'
import type { DraftRecord } from './drafts.queries.ts'

/** The content of a stored draft. Only this module writes the column, so a mismatch is a fault of the program. */
export const contentOf = ({ content }: Pick<DraftRecord, 'content'>): DraftContent =>
  z.parse(draftContent, content)

/** The content as JSON for the column. */
export const jsonOf = (content: DraftContent): string => JSON.stringify(z.encode(draftContent, content))

/** Identifies exactly these rows: their ids, revisions and places. */
export const versionOf = (rows: readonly Pick<DraftRecord, 'draft_id' | 'revision' | 'position'>[]): string =>
  hash('sha256', rows.map(row => `${row.draft_id} ${row.revision} ${row.position}`).join('\n'))
