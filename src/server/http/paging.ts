import { fieldProblem } from '../../contract/problems.ts'

/**
 * Decodes a cursor of a list that is sorted by relevance, and so has no keys to continue from
 * (docs/decisions/0025-lists-and-exports.md). Cursors are opaque to callers (§10).
 *
 * @throws Problem validation on `after` if the cursor is malformed.
 */
export function offsetOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  if (!/^o\d{1,7}$/.test(text)) throw fieldProblem('after', 'This cursor is not valid')
  return Number(text.slice(1))
}

/** The cursor of the next page; null on the last page. */
export function nextCursor(offset: number, rows: number, total: number): string | null {
  const next = offset + rows
  return rows > 0 && next < total ? Buffer.from(`o${next}`).toString('base64url') : null
}
