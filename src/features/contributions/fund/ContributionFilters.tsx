import { useQuery } from '@tanstack/react-query'
import { localEnglish } from '../../../domain/local-english.ts'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { contributionStateLabels, contributionStates } from '../domain/contribution.ts'
import { type ContributionsView, hasFilter } from './contributions-view.ts'
import { fundContributionKinds, giftText } from './domain/fund-contribution.ts'
import { getContributionYears } from './fund-contributions.contract.ts'

type ContributionFiltersProps = {
  fundId: number
  view: ContributionsView
  onChange: (view: ContributionsView) => void
}

/** The filters of a fund's contributions; the years are those in which it received something. */
export function ContributionFilters({ fundId, view, onChange }: ContributionFiltersProps) {
  const { locale } = clientContext().clientSettings
  const years = useQuery(query(getContributionYears, { params: { fundId } }))
  const received = (years.data?.calendar ?? []).map(({ year }) => `${year}`)
  // The address may name a year in which nothing was given.
  const shownYears =
    view.year === undefined || received.includes(view.year) ? received : [view.year, ...received]
  const set = (name: 'state' | 'kind' | 'year') => (value: string) =>
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
          ...contributionStates.map(value => ({
            value,
            text: localEnglish(contributionStateLabels[value], locale),
          })),
        ]}
        onChange={set('state')}
      />
      <Select
        label="Type"
        isLabelHidden
        name="filter-kind"
        value={view.kind ?? ''}
        choices={[
          { value: '', text: 'Every type' },
          ...fundContributionKinds.map(kind => ({
            value: kind,
            text: giftText({ kind, way: null }, locale),
          })),
        ]}
        onChange={set('kind')}
      />
      <Select
        label="Year"
        isLabelHidden
        name="filter-year"
        value={view.year ?? ''}
        choices={[
          { value: '', text: 'Every year' },
          ...shownYears.map(year => ({ value: year, text: year })),
        ]}
        onChange={set('year')}
      />
      {hasFilter(view) ? (
        <Button
          kind="text"
          onPress={() => onChange({ ...view, state: undefined, kind: undefined, year: undefined })}
        >
          Clear filters
        </Button>
      ) : null}
    </>
  )
}
