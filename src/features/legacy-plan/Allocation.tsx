import type { RefObject } from 'react'
import { Button } from '../../web/ui/actions/Button.tsx'
import { fieldId } from '../../web/ui/fields/field-props.ts'
import { TextField } from '../../web/ui/fields/TextField.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import {
  isWholeOrNone,
  percentage,
  shareRestEqually,
  totalSentence,
  wholeHundredths,
} from './domain/legacy-plan.ts'
import { missingPercentage, readPercentage, typedPercentage } from './domain/percentage.ts'
import styles from './LegacyPlan.module.css'
import { type DraftShare, typedTotal } from './plan-draft.ts'

type AllocationProps = {
  shares: readonly DraftShare[]
  onChange: (shares: DraftShare[]) => void
  /** Receives the focus where the total is refused. */
  totalRef: RefObject<HTMLParagraphElement | null>
  /** Whether a submit was refused, so that each field shows its error. */
  isRefused: boolean
}

/** The share of each, the total, and a chart of both (§2.9). The fields contain the same figures as the chart. */
export function Allocation({ shares, onChange, totalRef, isRefused }: AllocationProps) {
  const total = typedTotal(shares)
  const open = shares.filter(share => readPercentage(share.percentage) === null)
  const shareRest = () => {
    const rest = shareRestEqually(total, open.length)
    onChange(
      shares.map(share => {
        const index = open.indexOf(share)
        return index < 0 ? share : { ...share, percentage: typedPercentage(rest[index] ?? 0) }
      }),
    )
  }
  return (
    <section className={styles.block}>
      <h2>Allocation</h2>
      {shares.length === 0 ? (
        <p>Add a successor or a charity first. Without any, this account has no legacy plan.</p>
      ) : (
        <>
          <div className={styles.shares}>
            {shares.map(share => (
              <TextField
                key={share.key}
                label={`${share.name}’s share (%)`}
                name={`percentage-${share.key}`}
                inputMode="numeric"
                isShort
                isRequired
                value={share.percentage}
                onChange={typed =>
                  onChange(shares.map(each => (each === share ? { ...each, percentage: typed } : each)))
                }
                errors={isRefused && readPercentage(share.percentage) === null ? [missingPercentage] : []}
              />
            ))}
          </div>
          {open.length === 0 || total >= wholeHundredths ? null : (
            <p>
              <Button kind="text" onPress={shareRest}>
                Share the rest equally
              </Button>{' '}
              among those without a share
            </p>
          )}
          <SharesPicture shares={shares} />
        </>
      )}
      <p ref={totalRef} id={fieldId('shares')} tabIndex={-1} className={styles.total}>
        Allocation Total: {percentage(total)}
      </p>
      {isRefused && !isWholeOrNone(total) ? <Alert kind="danger">{totalSentence}</Alert> : null}
    </section>
  )
}

/** Decoration: each share is named with its figure above. */
function SharesPicture({ shares }: { shares: readonly DraftShare[] }) {
  const look = { 0: styles.individual, 1: styles.charity }
  const total = typedTotal(shares)
  return (
    <div aria-hidden="true">
      <div className={styles.bar}>
        {shares.map(({ key, option, percentage: typed }) => {
          const width = ((readPercentage(typed) ?? 0) / Math.max(total, wholeHundredths)) * 100
          return width === 0 ? null : (
            <span key={key} className={look[option]} style={{ width: `${width}%` }} />
          )
        })}
      </div>
      <ul className={styles.key}>
        <li>
          <span className={styles.individual} />
          Individual successors
        </li>
        <li>
          <span className={styles.charity} />
          Charities
        </li>
      </ul>
    </div>
  )
}
