import type { CSSProperties } from 'react'
import { classNames } from '../../web/ui/class-names.ts'
import { wholeHundredths } from './domain/legacy-plan.ts'
import { readPercentage } from './domain/percentage.ts'
import styles from './LegacyPlan.module.css'
import { type DraftShare, typedTotal } from './plan-draft.ts'

const looks = { 0: styles.individual, 1: styles.charity }
/** Neighbours of one kind differ by this much of the color; after four tints they begin again. */
const tints = [100, 70, 45, 25]

/** Each of one kind is lighter than the one before. */
function tintOf(shares: readonly DraftShare[], share: DraftShare): CSSProperties {
  const index = shares.filter(({ option }) => option === share.option).indexOf(share)
  // React’s type of styles has no custom properties.
  return { '--tint': `${tints[index % tints.length]}%` } as CSSProperties
}

type SwatchProps = { shares: readonly DraftShare[]; share: DraftShare }

/** Decoration: the color of a share in the picture above its row. */
export const Swatch = ({ shares, share }: SwatchProps) => (
  <span
    aria-hidden="true"
    className={classNames(styles.swatch, looks[share.option])}
    style={tintOf(shares, share)}
  />
)

/** Decoration: the shares as parts of the whole. The table below has the same figures. */
export function SharesPicture({ shares }: { shares: readonly DraftShare[] }) {
  const total = typedTotal(shares)
  return (
    <div aria-hidden="true" className={styles.bar}>
      {shares.map(share => {
        const width = ((readPercentage(share.percentage) ?? 0) / Math.max(total, wholeHundredths)) * 100
        return width === 0 ? null : (
          <span
            key={share.key}
            className={looks[share.option]}
            style={{ ...tintOf(shares, share), width: `${width}%` }}
          />
        )
      })}
    </div>
  )
}
