import { useQuery } from '@tanstack/react-query'
import { query } from '../../../web/api/query.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { enteredForYou } from '../domain/advice-text.ts'
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
    <>
      <Select
        label="Status"
        isLabelHidden
        name="filter-state"
        value={view.state ?? ''}
        choices={[
          { value: '', text: 'Every status' },
          ...Object.entries(stateTexts).map(([value, text]) => ({ value, text })),
        ]}
        onChange={set('state')}
      />
      <Select
        label="Year"
        isLabelHidden
        name="filter-year"
        value={view.year ?? ''}
        choices={[
          { value: '', text: 'Every year' },
          ...years.map(year => ({ value: `${year}`, text: `${year}` })),
        ]}
        onChange={set('year')}
      />
      {causes.length === 0 ? null : (
        <Select
          label="Cause"
          isLabelHidden
          name="filter-cause"
          value={view.cause ?? ''}
          choices={[
            { value: '', text: 'Every cause' },
            ...causes.map(({ code, label }) => ({ value: code, text: label })),
          ]}
          onChange={set('cause')}
        />
      )}
      {people.length + (isEnteredBySponsor ? 1 : 0) < 2 ? null : (
        <Select
          label="Recommended by"
          isLabelHidden
          name="filter-by"
          value={view.by ?? ''}
          choices={[
            { value: '', text: 'By anyone' },
            ...people.map(({ userId, name }) => ({ value: userId, text: `By ${name}` })),
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
    </>
  )
}

/** What the grants are filtered by, as paper has it. */
export function FilterText({ fundId, view }: Omit<GivingFiltersProps, 'onChange'>) {
  const { data } = useQuery(query(getGivingFilters, { params: { fundId } }))
  const { state, year, cause, by } = view
  const texts = [
    state === undefined ? undefined : `Status: ${stateTexts[state]}`,
    year === undefined ? undefined : `Year: ${year}`,
    cause === undefined
      ? undefined
      : `Cause: ${data?.causes.find(({ code }) => code === cause)?.label ?? cause}`,
    by === undefined
      ? undefined
      : `Recommended by ${data?.people.find(({ userId }) => userId === by)?.name ?? 'one person'}`,
  ]
  return texts.filter(text => text !== undefined).join('. ')
}
