import { contentKinds } from '../../../contract/content-kinds.ts'
import { keysOf } from '../../../domain/keys-of.ts'
import { useTyped } from '../../../web/content/use-typed.ts'
import { SearchField } from '../../../web/ui/fields/SearchField.tsx'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { kindLabels } from '../domain/content-labels.ts'
import styles from './ContentPage.module.css'
import { type ContentFilter, stateFilters } from './content-view.ts'

type ContentFiltersProps = { shown: ContentFilter; onFilter: (filter: ContentFilter) => void }

const kinds = [
  { value: 'all' as const, text: 'Every type' },
  ...contentKinds.map(value => ({ value, text: kindLabels[value].many })),
]
// Object.keys returns string[], although these are exactly the record's keys.
const states = [
  { value: 'all' as const, text: 'Every status' },
  ...keysOf(stateFilters).map(value => ({ value, text: stateFilters[value].text })),
]

/** Filters by keywords, kind and state. They take effect immediately and are in the address. */
export function ContentFilters({ shown, onFilter }: ContentFiltersProps) {
  const { keywords, kind, state } = shown
  const [typed, setTyped] = useTyped(keywords, next => onFilter({ keywords: next, kind, state }))
  return (
    <search className={styles.filters}>
      <SearchField
        label="Search titles and texts"
        isLabelHidden
        name="keywords"
        value={typed}
        onChange={setTyped}
      />
      <Select
        label="Type"
        isLabelHidden
        name="kind"
        value={kind ?? 'all'}
        choices={kinds}
        onChange={chosen => onFilter({ keywords: typed, kind: chosen === 'all' ? null : chosen, state })}
      />
      <Select
        label="Status"
        isLabelHidden
        name="state"
        value={state ?? 'all'}
        choices={states}
        onChange={chosen => onFilter({ keywords: typed, kind, state: chosen === 'all' ? null : chosen })}
      />
    </search>
  )
}
