import { useId } from 'react'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import type { CharityFound } from '../../charities/charities.contract.ts'
import { CharityCard } from './CharityCard.tsx'
import styles from './CharityStep.module.css'

export type Answer = {
  /** The text to which these charities are the answer. */
  keywords: string
  charities: readonly CharityFound[]
  /** Whether no charity has all the words, so that these are the nearest. */
  isPartial: boolean
  hasMore: boolean
}

type SearchResultsProps = {
  answer: Answer
  /** The text that is being searched now; null when the answer is to the current text. */
  searchingFor: string | null
  isLoadingMore: boolean
  onShowMore: () => void
  addressOf: (charityId: string) => string
}

/**
 * The answer to a search. While a newer text is searched, the old rows keep their heading and cannot be chosen, so that nobody
 * starts a grant to a charity that they did not search for.
 */
export function SearchResults({
  answer,
  searchingFor,
  isLoadingMore,
  onShowMore,
  addressOf,
}: SearchResultsProps) {
  const headingId = useId()
  const { charities, hasMore } = answer
  const isStale = searchingFor !== null
  return (
    <section aria-labelledby={headingId}>
      <div role="status">
        <p className={styles.progress}>{isStale ? `Searching for “${searchingFor}”...` : null}</p>
        <h2 id={headingId} className={styles.heading}>
          {headingOf(answer)}
        </h2>
      </div>
      {charities.length === 0 ? (
        <p className={styles.hint}>
          {inClientEnglish('Try fewer words, the town, or the number from the charity’s website.')} A charity
          that files under a parent or school district is listed under its parent’s name.
        </p>
      ) : (
        <ul className={styles.cards} aria-busy={isStale} inert={isStale}>
          {charities.map(charity => (
            <CharityCard key={charity.charityId} charity={charity} to={addressOf(charity.charityId)} />
          ))}
        </ul>
      )}
      {hasMore && !isStale ? (
        <p className={styles.more}>
          <Button onPress={onShowMore} isDisabled={isLoadingMore}>
            Show more charities
          </Button>
        </p>
      ) : null}
    </section>
  )
}

function headingOf({ keywords, charities, isPartial, hasMore }: Answer): string {
  const count = charities.length
  if (count === 0) return `No charity matches “${keywords}”`
  if (isPartial) return `No exact match for “${keywords}”. Closest results:`
  if (hasMore) return `The ${count} closest matches for “${keywords}”`
  return `${count} ${count === 1 ? 'charity' : 'charities'} for “${keywords}”`
}
