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

/** The delay of searches while typing (§9). */
const searchDelayMs = 400
const maxResults = 12

type ListProps = {
  fundId: number
  /** The address after a charity is chosen. */
  addressOf: (charityId: string) => string
}

type CharityStepProps = ListProps & {
  search: CharitySearch
  onSearch: (search: CharitySearch) => void
}

/** The first step: search while typing, or choose from the fund's charity list. */
export function CharityStep({ fundId, addressOf, search, onSearch }: CharityStepProps) {
  const { typed, filters } = search
  const keywords = useDebounced(typed.trim(), searchDelayMs)
  const isUs = clientContext().currentDbHeader === 'USD'
  const found = useQuery({
    ...query(searchCharities, { query: { keywords, ...filters, first: maxResults } }),
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
              ? 'Search by name, city or tax ID (EIN). Spelling needn’t be exact.'
              : 'Search by name, town or charity number. Spelling needn’t be exact.'
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
        <Alert kind="danger">The search is unavailable. Please try again.</Alert>
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
            ? `No charity matches “${keywords}”`
            : count === maxResults
              ? `The ${count} closest matches for “${keywords}”`
              : `${count} ${count === 1 ? 'charity' : 'charities'} for “${keywords}”`}
        </h2>
      </div>
      {count === 0 ? (
        <p className={styles.hint}>
          Try fewer words, the town, or the number from the charity’s website. A charity that files under a
          parent or school district is listed under its parent’s name.
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

/** The fund's charity list, shown before anything is typed. */
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
        <p className={styles.hint}>Charities you save with the heart will appear here.</p>
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
