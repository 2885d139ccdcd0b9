import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { defaultPromoGroup } from '../../contract/content-kinds.ts'
import { getContent, type PublishedContent } from '../../contract/published-content.contract.ts'
import { query } from '../../web/api/query.ts'
import { classNames } from '../../web/ui/class-names.ts'
import { ManagedLink } from '../../web/ui/text/ManagedLink.tsx'
import { RichText } from '../../web/ui/text/RichText.tsx'
import styles from './PromoStrip.module.css'

type PromoStripProps = {
  /** The route's promo-card id (§2.5). */
  cardId: string
  /** Reserves the strip's space until the cards are loaded. */
  placeholder: ReactNode
}

/**
 * 'Giving Resources' (§2.5): the cards of the route or, where it has none, the resource cards. A card that links to the
 * current page is left out; without cards there is no strip.
 */
export function PromoStrip({ cardId, placeholder }: PromoStripProps) {
  const headingId = useId()
  const currentPath = useLocation({ select: location => location.pathname })
  const content = useQuery({ ...query(getContent, { params: { place: 'promo' } }), staleTime: 0 })
  if (content.isPending) return placeholder
  const cards = cardsFor(content.data?.promoCards ?? [], cardId).filter(
    ({ link }) => link?.href.split(/[?#]/)[0] !== currentPath,
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
  const cardsOfGroup = cards.filter(({ group }) => group === cardId)
  return cardsOfGroup.length > 0 ? cardsOfGroup : cards.filter(({ group }) => group === defaultPromoGroup)
}

/** One promotion. With a link, it looks like a card and the whole of it can be clicked. */
function PromoCard({ card }: { card: PublishedContent['promoCards'][number] }) {
  const { title, body, link, image } = card
  return (
    <li className={classNames(styles.card, link !== null && styles.hasLink)}>
      {image === null ? null : (
        <img
          src={image.href}
          alt={image.alt}
          width={image.widthPx}
          height={image.heightPx}
          loading="lazy"
          className={styles.image}
        />
      )}
      <h3 className={styles.title}>{title}</h3>
      <RichText text={body} headingLevel={4} className={styles.body} />
      {link === null ? null : (
        <p className={styles.linkLine}>
          <ManagedLink href={link.href} className={styles.link}>
            {link.text}
          </ManagedLink>
        </p>
      )}
    </li>
  )
}
