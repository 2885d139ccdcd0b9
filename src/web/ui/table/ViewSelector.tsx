import { maxViewRows } from '../../../domain/largest-view.ts'
import { ChoiceBar } from '../actions/ChoiceBar.tsx'
import styles from './ViewSelector.module.css'

/** `10` stands for the first page, which is shorter in some lists. */
export type View = '10' | '50' | 'all'

const furtherChoices = [
  { value: '50', text: '50' },
  { value: 'all', text: 'All' },
] as const satisfies { value: View; text: string }[]

type ViewSelectorProps = {
  total: number
  /** False: there are more than `total`. */
  isTotalExact?: boolean
  value: View
  onChange: (view: View) => void
  /** The rows of the first page. */
  firstRows?: number
  /** A sentence for paper that has not all rows. */
  howToPrintAll?: string
}

/** The number of rows: 10, 50 or All; shown only if there are more than the first page has (§9). */
export function ViewSelector(props: ViewSelectorProps) {
  const { total, isTotalExact = true, value, onChange, firstRows = 10 } = props
  if (total <= firstRows) return null
  const hasAll = isTotalExact && total <= maxViewRows
  const shown = value === 'all' ? total : Math.min(value === '10' ? firstRows : Number(value), total)
  const counted = isTotalExact ? number(total) : `more than ${number(total)}`
  return (
    <div className={styles.view}>
      <span aria-hidden="true">View</span>
      <ChoiceBar
        label="Rows to view"
        choices={[
          { value: '10', text: String(firstRows) },
          ...furtherChoices.filter(choice => hasAll || choice.value !== 'all'),
        ]}
        value={value}
        onChange={onChange}
      />
      <span>of {counted}</span>
      {/* Paper from the browser's menu has the rows that were loaded. */}
      <span className={styles.printed}>
        {number(shown)} of {counted} rows. {shown < total || !isTotalExact ? props.howToPrintAll : null}
      </span>
    </div>
  )
}

/** Both of the portal's languages group digits alike. */
const number = (value: number) => value.toLocaleString('en-US')
