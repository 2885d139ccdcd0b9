import { largestView } from '../../../domain/largest-view.ts'
import { ChoiceBar } from '../actions/ChoiceBar.tsx'
import styles from './Table.module.css'

export type View = '10' | '50' | 'all'

const choices = [
  { value: '10', text: '10' },
  { value: '50', text: '50' },
  { value: 'all', text: 'All' },
] as const satisfies { value: View; text: string }[]

type ViewSelectorProps = {
  total: number
  /** False: there are more than `total`. */
  isTotalExact?: boolean
  value: View
  onChange: (view: View) => void
}

/** The number of rows: 10, 50 or All; shown only if there are more than 10 (§9). */
export function ViewSelector({ total, isTotalExact = true, value, onChange }: ViewSelectorProps) {
  if (total <= 10) return null
  const hasAll = isTotalExact && total <= largestView
  const counted = isTotalExact ? number(total) : `more than ${number(total)}`
  return (
    <div className={styles.view}>
      <span aria-hidden="true">View</span>
      <ChoiceBar
        label="Rows to view"
        choices={hasAll ? choices : choices.filter(choice => choice.value !== 'all')}
        value={value}
        onChange={onChange}
      />
      <span>of {counted}</span>
      {/* On paper the others cannot be loaded, so it says that there are more. */}
      <span className={styles.printed}>
        {number(value === 'all' ? total : Math.min(Number(value), total))} of {counted} rows
      </span>
    </div>
  )
}

/** Both of the portal's languages group digits alike. */
const number = (value: number) => value.toLocaleString('en-US')
