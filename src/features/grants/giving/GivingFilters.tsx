import { useQuery } from '@tanstack/react-query'
import { query } from '../../../web/api/query.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { enteredForYou } from '../domain/advice.ts'
import styles from './GrantsPage.module.css'
import { type GivingState, getGivingFilters } from './giving.contract.ts'
import { type GivingView, hasFilter } from './giving-view.ts'

const stateTexts = {
  waiting: 'Under review',
  approved: 'Approved, not yet paid',
  paid: 'Paid',
  ended: 'Ended or returned',
  schedules: 'Schedules',
} as const satisfies Record<GivingState, string>

type GivingFiltersProps = { fundId: number; view: GivingView; onChange: (view: GivingView) => void }

/** The filters of all grants: each offers only what the fund has. */
export function GivingFilters({ fundId, view, onChange }: GivingFiltersProps) {
  const found = useQuery(query(getGivingFilters, { params: { fundId } }))
  const { years = [], causes = [], people = [], isEnteredBySponsor = false } = found.data ?? {}
  const set = (name: 'state' | 'year' | 'cause' | 'by') => (value: string) =>
    onChange({ ...view, [name]: value === '' ? undefined : value })
  return (
    <div className={classNames(styles.filters, !hasFilter(view) && styles.unused)}>
      <Select
        label="Status"
        name="filter-state"
        value={view.state ?? ''}
        choices={[
          { value: '', text: 'All' },
          ...Object.entries(stateTexts).map(([value, text]) => ({ value, text })),
        ]}
        onChange={set('state')}
      />
      <Select
        label="Year"
        name="filter-year"
        value={view.year ?? ''}
        choices={[{ value: '', text: 'All' }, ...years.map(year => ({ value: `${year}`, text: `${year}` }))]}
        onChange={set('year')}
      />
      {causes.length === 0 ? null : (
        <Select
          label="Cause"
          name="filter-cause"
          value={view.cause ?? ''}
          choices={[
            { value: '', text: 'All' },
            ...causes.map(({ code, label }) => ({ value: code, text: label })),
          ]}
          onChange={set('cause')}
        />
      )}
      {people.length + (isEnteredBySponsor ? 1 : 0) < 2 ? null : (
        <Select
          label="Recommended by"
          name="filter-by"
          value={view.by ?? ''}
          choices={[
            { value: '', text: 'Anyone' },
            ...people.map(({ userId, name }) => ({ value: userId, text: name })),
            ...(isEnteredBySponsor ? [{ value: 'sponsor', text: enteredForYou }] : []),
          ]}
          onChange={set('by')}
        />
      )}
      {hasFilter(view) ? (
        <Button
          kind="text"
          onPress={() =>
            onChange({ ...view, state: undefined, year: undefined, cause: undefined, by: undefined })
          }
        >
          Clear filters
        </Button>
      ) : null}
    </div>
  )
}
