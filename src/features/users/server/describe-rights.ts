import type { RightRecord } from './rights.queries.ts'

type Described = Pick<RightRecord, 'role_code' | 'all_actions' | 'actions' | 'set_name' | 'served_book'>

/** The longest text of one detail of an audit event (src/server/audit/record-audit-event.ts). */
const detailLength = 120
const maxParts = 4

const sorted = (actions: readonly string[]) => [...new Set(actions)].toSorted()

const describeRight = ({
  role_code: role,
  all_actions: isAll,
  actions,
  set_name: set,
  served_book: book,
}: Described): string =>
  set !== null
    ? `set ${set}`
    : `${role}${book === null ? '' : ` of ${book}`}: ${isAll ? 'all' : sorted(actions ?? []).join(' ')}`

/** What rights give, for the audit log; `none` for no right. */
const describeRights = (rights: readonly Described[]): string =>
  rights.length === 0 ? 'none' : rights.map(describeRight).toSorted().join('; ')

/**
 * The rights of a person before and after a change, as details of an audit event. A long text goes on in `before 2` and so on. What does
 * not fit stands in the row of the right, which never changes.
 */
export const beforeAndAfter = (
  before: readonly Described[],
  after: readonly Described[],
): Record<string, string> => ({
  ...inParts('before', describeRights(before)),
  ...inParts('after', describeRights(after)),
})

/** A text as details of an audit event, at most four of them. */
export function inParts(name: string, text: string): Record<string, string> {
  const parts: string[] = []
  for (let from = 0; from < text.length && parts.length < maxParts; from += detailLength)
    parts.push(text.slice(from, from + detailLength))
  return Object.fromEntries(parts.map((part, index) => [index === 0 ? name : `${name} ${index + 1}`, part]))
}
