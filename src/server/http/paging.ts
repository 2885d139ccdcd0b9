import { fieldProblem } from '../../contract/problems.ts'

/**
 * Cursors are opaque to callers (§10). Inside they are an offset: the lists of one fund or one book are
 * short enough that the database skips rows faster than a keyset for every sort would pay.
 */
export function offsetOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  if (!/^o\d{1,7}$/.test(text)) throw fieldProblem('after', 'This page mark is not one of ours')
  return Number(text.slice(1))
}

/** The mark of the page after this one, or null on the last. */
export function nextCursor(offset: number, rows: number, total: number): string | null {
  const next = offset + rows
  return rows > 0 && next < total ? Buffer.from(`o${next}`).toString('base64url') : null
}
