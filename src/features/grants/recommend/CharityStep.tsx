import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { query } from '../../../web/api/query.ts'
import { useDebounced } from '../../../web/api/use-debounced.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { SearchField } from '../../../web/ui/fields/SearchField.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { type CharityRow, listCharityList, searchCharities } from '../../charities/charities.contract.ts'
import { CharityCard } from './CharityCard.tsx'
import { CharityFilters } from './CharityFilters.tsx'
import styles from './CharityStep.module.css'
import type { CharitySearch } from './charity-search.ts'

/** §9. */
const searchDelayMs = 400
const shownAtMost = 12

type ListProps = {
  fundId: number
  /** Where picking a charity leads. */
  addressOf: (charityId: string) => string
}

type CharityStepProps = ListProps & {
  search: CharitySearch
  onSearch: (search: CharitySearch) => void
}

/** The first step: search as you type, or take one of the fund's own list. */
export function CharityStep({ fundId, addressOf, search, onSearch }: CharityStepProps) {
  const { typed, filters } = search
  const keywords = useDebounced(typed.trim(), searchDelayMs)
  const isUs = clientContext().currentDbHeader === 'USD'
  const found = useQuery({
    ...query(searchCharities, { query: { keywords, ...filters, first: shownAtMost } }),
    enabled: keywords !== '',
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <search className={styles.search}>
        <SearchField
          label="Find a charity"
          hint={
            isUs
              ? 'By name, town or tax ID (EIN). A small slip in spelling does no harm.'
              : 'By name, town or charity number. A small slip in spelling does no harm.'
          }
          name="charityId"
          value={typed}
          onChange={text => onSearch({ typed: text, filters })}
        />
        {isUs ? (
          <CharityFilters filters={filters} onChange={next => onSearch({ typed, filters: next })} />
        ) : null}
      </search>
      {keywords === '' ? (
        <OwnList fundId={fundId} addressOf={addressOf} />
      ) : found.isError ? (
        <Alert kind="danger">The charities could not be searched. Please try again.</Alert>
      ) : found.data ? (
        <Results
          charities={found.data.data}
          keywords={keywords}
          isStale={found.isPlaceholderData}
          addressOf={addressOf}
        />
      ) : (
        <Skeleton shape="table" lines={6} label="Searching" />
      )}
    </>
  )
}

type ResultsProps = {
  charities: readonly CharityRow[]
  keywords: string
  isStale: boolean
  addressOf: (charityId: string) => string
}

function Results({ charities, keywords, isStale, addressOf }: ResultsProps) {
  const headingId = useId()
  const count = charities.length
  return (
    <section aria-labelledby={headingId}>
      <div role="status">
        <h2 id={headingId} className={styles.heading}>
          {count === 0
            ? `No charity matches "${keywords}"`
            : count === shownAtMost
              ? `The ${count} charities nearest to "${keywords}"`
              : `${count} ${count === 1 ? 'charity' : 'charities'} for "${keywords}"`}
        </h2>
      </div>
      {count === 0 ? (
        <p className={styles.hint}>
          Try fewer words, the town, or the number from the charity&apos;s website. A charity that files under
          a parent or school district stands under that name.
        </p>
      ) : (
        <ul className={styles.cards} aria-busy={isStale}>
          {charities.map(charity => (
            <CharityCard key={charity.charityId} charity={charity} to={addressOf(charity.charityId)} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** The fund's charity list, where nothing is searched yet. */
function OwnList({ fundId, addressOf }: ListProps) {
  const headingId = useId()
  const list = useQuery(query(listCharityList, { params: { fundId }, query: { first: 100 } }))
  if (list.isError) return null
  if (!list.data) return <Skeleton shape="table" lines={4} label="Loading your charity list" />
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        Your charity list
      </h2>
      {list.data.data.length === 0 ? (
        <p className={styles.hint}>
          Charities that you mark with the heart will stand here, so that you need not search for them again.
        </p>
      ) : (
        <ul className={styles.cards}>
          {list.data.data.map(charity => (
            <CharityCard key={charity.charityId} charity={charity} to={addressOf(charity.charityId)} />
          ))}
        </ul>
      )}
    </section>
  )
}
