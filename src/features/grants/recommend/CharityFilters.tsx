import { usStates } from '../../../domain/us-states.ts'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { type Cause, causes } from '../../charities/domain/cause.ts'
import styles from './CharityStep.module.css'
import type { Filters } from './charity-search.ts'

type CharityFiltersProps = { filters: Filters; onChange: (filters: Filters) => void }

const any = 'any'

const stateChoices = [
  { value: any, text: 'Any state' },
  ...Object.entries(usStates).map(([value, text]) => ({ value, text })),
]
const causeChoices = [
  { value: any, text: 'Any cause' },
  ...Object.entries(causes).map(([value, text]) => ({ value, text })),
]

/** State and cause, which only the US register has. */
export function CharityFilters({ filters, onChange }: CharityFiltersProps) {
  return (
    <div className={styles.filters}>
      <Select
        label="State"
        name="state"
        value={filters.state ?? any}
        choices={stateChoices}
        onChange={picked => {
          const { state: _before, ...rest } = filters
          onChange(picked === any ? rest : { ...rest, state: picked })
        }}
      />
      <Select
        label="Cause"
        name="cause"
        value={filters.cause ?? any}
        choices={causeChoices}
        onChange={picked => {
          const { cause: _before, ...rest } = filters
          // The other choices are the causes.
          onChange(picked === any ? rest : { ...rest, cause: picked as Cause })
        }}
      />
    </div>
  )
}
