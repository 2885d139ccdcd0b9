import { diffWordsWithSpace } from 'diff'
import type { Reply } from '../../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import type { ContentFields } from '../../domain/content-fields.ts'
import type { compareContent } from '../../editing.contract.ts'
import { findItemRow, findText, listVersionRows } from './editing.queries.ts'
import { commonOf, type EditorSession, existsWithoutRow, type ItemKey } from './editor-session.ts'
import { fieldsOf, versionsAt } from './versions.ts'

type Differences = Reply<typeof compareContent>['fields']
type Pieces = Differences[number]['pieces']

/** Time limit of the diff; very different texts are shown as replaced entirely. */
const maxDiffMs = 500

/** Compares two sides, field by field in form order. @throws `validation` for a side without text. */
export async function compareVersions(
  editorSession: EditorSession,
  key: ItemKey,
  sides: { from: string; to: string },
): Promise<Differences> {
  const [row, rows] = [await findItemRow(editorSession, key), await listVersionRows(editorSession, key)]
  if (!row && !existsWithoutRow(editorSession, key)) throw new Problem('not-found')
  const { live } = versionsAt(rows, editorSession.now)
  const common = commonOf(editorSession, key)
  const plainTextOf = async (side: string): Promise<ContentFields | null> => {
    if (side === 'common') return common
    if (side === 'draft') return fieldsOf({ fields: row?.draft ?? null })
    if (side === 'published') return live && live.change !== 'return-to-common' ? fieldsOf(live) : common
    const version = await findText(editorSession, { ...key, number: Number(side) })
    if (!version) throw new Problem('not-found')
    return fieldsOf(version)
  }
  const [before, after] = [await plainTextOf(sides.from), await plainTextOf(sides.to)]
  if (before === null) throw fieldProblem('from', 'This version has no text to compare.')
  if (after === null) throw fieldProblem('to', 'This version has no text to compare.')
  const former = new Map(textsOf(before))
  return textsOf(after).map(([field, text]) => {
    const pieces = differenceOf(former.get(field) ?? '', text)
    return { field, isChanged: pieces.some(({ kind }) => kind !== 'same'), pieces }
  })
}

/** Each field as text; a boolean is yes or no. */
function textsOf({ kind: _, ...fields }: ContentFields): [string, string][] {
  return Object.entries(fields).map(([field, value]) => {
    if (typeof value === 'boolean') return [field, value ? 'yes' : 'no']
    return [field, value === null ? '' : String(value)]
  })
}

/** A word diff; `same` and `added` together make the new text. */
function differenceOf(before: string, after: string): Pieces {
  const found = diffWordsWithSpace(before, after, { timeout: maxDiffMs }) ?? [
    { value: before, added: false, removed: true },
    { value: after, added: true, removed: false },
  ]
  const pieces: Pieces = []
  let [removed, added] = ['', '']
  const endChange = () => {
    if (removed !== '') pieces.push({ kind: 'removed', text: removed })
    if (added !== '') pieces.push({ kind: 'added', text: added })
    removed = ''
    added = ''
  }
  for (const [at, part] of found.entries()) {
    const isSpace = part.value.trim() === '' && found[at + 1] !== undefined && removed + added !== ''
    if (part.removed) removed += part.value
    else if (part.added) added += part.value
    else if (isSpace) {
      // Merges adjacent replacements, so that they read as one.
      removed += part.value
      added += part.value
    } else {
      endChange()
      pieces.push({ kind: 'same', text: part.value })
    }
  }
  endChange()
  return pieces.filter(({ text }) => text !== '')
}
