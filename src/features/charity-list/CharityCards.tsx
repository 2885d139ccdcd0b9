import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { CharityCard } from '../grants/recommend/CharityCard.tsx'
import styles from '../grants/recommend/CharityStep.module.css'
import { charityCards } from './charity-cards.ts'

type CharityCardsProps = {
  fundId: number
  /** The address after a charity is chosen. */
  addressOf: (charityId: string) => string
}

/** The fund's charity list, to choose a charity for a grant from. */
export function CharityCards({ fundId, addressOf }: CharityCardsProps) {
  const headingId = useId()
  const list = useQuery(charityCards(fundId))
  if (list.isLoadingError) return <LoadFailure what="Your charity list" requests={[list]} />
  if (!list.data) return <Skeleton shape="table" lines={4} label="Loading your charity list" />
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        Your charity list
      </h2>
      {list.data.data.length === 0 ? (
        <p className={styles.hint}>Charities you save with the heart icon will appear here.</p>
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
