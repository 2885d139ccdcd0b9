import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { defaultPromoGroup } from '../../contract/content-kinds.ts'
import { getContent, type PublishedContent } from '../../contract/published-content.contract.ts'
import { query } from '../../web/api/query.ts'
import { PromoCard } from './PromoCard.tsx'
import styles from './PromoStrip.module.css'

type PromoStripProps = {
  /** The route's promo-card id (§2.5). */
  cardId: string
  /** What stands in the strip's place until it is known whether there is one. */
  kept: ReactNode
}

/**
 * §2.5: 'Giving Resources', the cards of the route or, where it has none, the resource cards, without any that leads to where
 * one is. Nothing while there is nothing.
 */
export function PromoStrip({ cardId, kept }: PromoStripProps) {
  const headingId = useId()
  const here = useLocation({ select: location => location.pathname })
  const content = useQuery({ ...query(getContent, { params: { place: 'promo' } }), staleTime: 0 })
  if (content.isPending) return kept
  const cards = cardsFor(content.data?.promoCards ?? [], cardId).filter(
    ({ link }) => link?.href.split(/[?#]/)[0] !== here,
  )
  if (cards.length === 0) return null
  return (
    <section aria-labelledby={headingId} className={styles.strip}>
      <div className={styles.inner}>
        <h2 id={headingId} className={styles.heading}>
          Giving Resources
        </h2>
        <ul className={styles.cards}>
          {cards.map(card => (
            <PromoCard key={card.name} card={card} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function cardsFor(cards: PublishedContent['promoCards'], cardId: string): PublishedContent['promoCards'] {
  const own = cards.filter(({ group }) => group === cardId)
  return own.length > 0 ? own : cards.filter(({ group }) => group === defaultPromoGroup)
}
