import type { ReactNode } from 'react'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { LogoOrInitials } from '../../../web/ui/pictures/LogoOrInitials.tsx'
import type { CharityBrief, CharityFound, CharityRow } from '../../charities/charities.contract.ts'
import { placeLabel, taxIdLabel } from '../../charities/domain/charity-labels.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import styles from './CharityCard.module.css'

type CharityCardProps = {
  charity: CharityRow & Partial<Pick<CharityFound, 'namesakes' | 'hasMoreNamesakes' | 'sharesNameWith'>>
  /** The address after it is chosen. */
  to: string
}

/** A charity to choose. One that cannot receive a grant is shown too, with the reason, so that people stop searching for it. */
export function CharityCard({ charity, to }: CharityCardProps) {
  const { canBeSelected, eligibility } = charity
  const name = charityName(charity.name)
  return (
    <li className={classNames(styles.card, !canBeSelected && styles.closed)}>
      <LogoOrInitials name={name} logoUrl={charity.logoUrl} />
      <div className={styles.text}>
        <h3 className={styles.name}>
          {canBeSelected ? (
            <Link to={to} look="plain" className={styles.link}>
              {name}
            </Link>
          ) : (
            name
          )}
        </h3>
        <p className={styles.facts}>
          <Facts charity={charity} />
          {charity.cause === null ? null : <span>{charity.cause}</span>}
        </p>
        {charity.alsoKnownAs === null ? null : (
          <p className={styles.note}>Also known as {charityName(charity.alsoKnownAs)}</p>
        )}
        {eligibility.outcome === 'yes' ? null : (
          <p className={classNames(styles.note, canBeSelected ? styles.caution : styles.refusal)}>
            {eligibility.sentence}
          </p>
        )}
        {charity.namesakes ? (
          <Namesakes
            count={charity.namesakes}
            hasMore={charity.hasMoreNamesakes ?? false}
            shown={charity.sharesNameWith ?? []}
          />
        ) : null}
      </div>
    </li>
  )
}

function Facts({ charity, withStreet = false }: { charity: CharityBrief; withStreet?: boolean }): ReactNode {
  const place = placeLabel(withStreet ? charity : { city: charity.city, state: charity.state })
  return (
    <>
      {place === null ? null : <span>{place}</span>}
      <span>
        {taxIdLabel(charity.charityId)} <span className={styles.number}>{charity.taxId}</span>
      </span>
    </>
  )
}

type NamesakesProps = { count: number; hasMore: boolean; shown: readonly CharityBrief[] }

/** Other charities of the same name, with address and number, to prevent a mix-up (§13). */
function Namesakes({ count, hasMore, shown }: NamesakesProps) {
  const others = count === 1 ? 'Another charity has' : `${count} other charities have`
  return (
    <div className={classNames(styles.note, styles.caution)}>
      {hasMore ? `More than ${others}` : others} the same name. Please compare the number
      {count > shown.length ? inClientEnglish(', or add the town to your search') : null}:
      <ul className={styles.namesakes}>
        {shown.map(namesake => (
          <li key={namesake.charityId} className={styles.facts}>
            <Facts charity={namesake} withStreet />
          </li>
        ))}
      </ul>
    </div>
  )
}
