import type { PublishedContent } from '../../contract/published-content.contract.ts'
import { classNames } from '../../web/ui/class-names.ts'
import { ManagedLink } from '../../web/ui/text/ManagedLink.tsx'
import { RichText } from '../../web/ui/text/RichText.tsx'
import styles from './PromoStrip.module.css'

/** One promotion. Only one that leads somewhere looks like a card, and the whole of it can be picked. */
export function PromoCard({ card }: { card: PublishedContent['promoCards'][number] }) {
  const { title, body, link, image } = card
  return (
    <li className={classNames(styles.card, link !== null && styles.leads)}>
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
        <p className={styles.way}>
          <ManagedLink href={link.href} className={styles.link}>
            {link.text}
          </ManagedLink>
        </p>
      )}
    </li>
  )
}
