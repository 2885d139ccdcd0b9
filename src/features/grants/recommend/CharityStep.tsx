import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { currentBook } from '../../../web/api/query.ts'
import { useDebounced } from '../../../web/api/use-debounced.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { paths } from '../../../web/routing/paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { SearchField } from '../../../web/ui/fields/SearchField.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { OpenDrafts } from '../giving/OpenDrafts.tsx'
import { CharityFilters } from './CharityFilters.tsx'
import styles from './CharityStep.module.css'
import type { CharitySearch, Filters } from './charity-search.ts'
import type { FundCharities } from './fund-charities.ts'
import { GiveAgain } from './GiveAgain.tsx'
import type { Answer } from './SearchResults.tsx'

/** Fetched while the first search is answered. */
const SearchResults = lazy(async () => ({ default: (await import('./SearchResults.tsx')).SearchResults }))

/** The delay of searches while typing (§9). */
const searchDelayMs = 400
const pageSize = 12

type CharityStepProps = Pick<FundCharities, 'searchCharities'> & {
  fundId: number
  /** The fund's charity list, shown before anything is typed. */
  charityList: ReactNode
  /** The address after a charity is chosen. */
  addressOf: (charityId: string) => string
  search: CharitySearch
  onSearch: (search: CharitySearch) => void
  /** Whether to offer what the fund gave before, and drafts: not while one of them is changed. */
  again: boolean
}

/** The first step: search while typing, or choose from the fund's charity list. */
export function CharityStep({
  fundId,
  searchCharities,
  charityList,
  addressOf,
  search,
  onSearch,
  again,
}: CharityStepProps) {
  const { typed, filters } = search
  const keywords = useDebounced(typed.trim(), searchDelayMs)
  const isUs = clientContext().currentDbHeader === 'USD'
  return (
    <>
      <search className={styles.search}>
        <SearchField
          label="Find a charity"
          hint={
            isUs
              ? inClientEnglish('Search by name, town{,} or tax ID (EIN). Spelling needn’t be exact.')
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
      {typed.trim() === '' ? (
        <>
          {again ? <OpenDrafts fundId={fundId} /> : null}
          {again ? <GiveAgain fundId={fundId} /> : null}
          {charityList}
          <p className={styles.more}>
            <Link to={paths.grantUpload()}>Upload a spreadsheet</Link> for many grants at once, or{' '}
            <Link to={paths.proposeCharity()}>suggest a charity</Link> that isn’t listed.
          </p>
        </>
      ) : (
        <Found
          typed={typed.trim()}
          search={{ fundId, keywords, filters }}
          searchCharities={searchCharities}
          addressOf={addressOf}
        />
      )}
    </>
  )
}

/** `keywords`: the typed text a moment ago. */
type FundSearch = { fundId: number; keywords: string; filters: Filters }

type FoundProps = Pick<FundCharities, 'searchCharities'> & {
  typed: string
  search: FundSearch
  addressOf: (charityId: string) => string
}

function Found({ typed, search: about, searchCharities, addressOf }: FoundProps) {
  const search = useCharitySearch(about, searchCharities)
  const { answer } = search
  if (search.isError) return <LoadFailure what="The charities" requests={[search]} />
  const waiting = <Skeleton shape="table" lines={6} label={`Searching for “${typed}”`} />
  if (answer === null) return waiting
  return (
    <Suspense fallback={waiting}>
      <SearchResults
        answer={answer}
        searchingFor={search.isPlaceholderData || answer.keywords !== typed ? typed : null}
        isLoadingMore={search.isFetchingNextPage}
        onShowMore={() => void search.fetchNextPage()}
        addressOf={addressOf}
      />
    </Suspense>
  )
}

/** The charities for a text, page by page. While a newer text is searched, `answer` is the one before. */
function useCharitySearch(
  { fundId, keywords, filters }: FundSearch,
  searchCharities: FundCharities['searchCharities'],
) {
  const inBook = currentBook()
  const found = useInfiniteQuery({
    queryKey: ['fund-charities', fundId, keywords, filters, inBook.currency],
    queryFn: async ({ pageParam, signal }) => {
      const page = { first: pageSize, ...(pageParam === null ? {} : { after: pageParam }) }
      const reply = await searchCharities(fundId, { keywords, ...filters, ...page }, { ...inBook, signal })
      return { ...reply, keywords }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next,
    enabled: keywords !== '',
    placeholderData: keepPreviousData,
  })
  const pages = found.data?.pages
  const last = pages?.at(-1)
  const answer: Answer | null =
    pages && last
      ? {
          keywords: last.keywords,
          charities: pages.flatMap(({ data }) => data),
          isPartial: last.meta.matches === 'some-words',
          hasMore: found.hasNextPage,
        }
      : null
  return { ...found, answer }
}
