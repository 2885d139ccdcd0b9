import { Link } from '../../../web/ui/actions/Link.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import type { CharityDetails } from '../../charities/charities.contract.ts'
import { placeLabel, taxIdLabel } from '../../charities/domain/charity-labels.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import styles from './ChosenCharity.module.css'

/** The chosen charity, above the second and third step. */
export function ChosenCharity({ charity, changeTo }: { charity: CharityDetails; changeTo: string }) {
  const place = placeLabel({ city: charity.city, state: charity.state })
  return (
    <div className={styles.chosen}>
      <div>
        <strong className={styles.name}>{charityName(charity.name)}</strong>
        <span className={styles.facts}>
          {place === null ? null : `${place} · `}
          {taxIdLabel(charity.charityId)} {charity.taxId}
        </span>
        {charity.eligibility.outcome === 'person' ? (
          <span className={styles.caution}>{charity.eligibility.sentence}</span>
        ) : null}
      </div>
      <Link to={changeTo} className={styles.change}>
        Change<VisuallyHidden> the charity</VisuallyHidden>
      </Link>
    </div>
  )
}
