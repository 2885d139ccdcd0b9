import { ChoiceBar } from '../actions/ChoiceBar.tsx'
import styles from './Table.module.css'

export type View = '10' | '50' | 'all'

const choices = [
  { value: '10', text: '10' },
  { value: '50', text: '50' },
  { value: 'all', text: 'All' },
] as const satisfies { value: View; text: string }[]

/** The number of rows: 10, 50 or All; shown only if there are more than 10 (§9). */
export function ViewSelector(props: { total: number; value: View; onChange: (view: View) => void }) {
  if (props.total <= 10) return null
  return (
    <div className={styles.view}>
      <span aria-hidden="true">View</span>
      <ChoiceBar label="Rows to view" choices={choices} value={props.value} onChange={props.onChange} />
      <span>of {props.total}</span>
      {/* On paper the others cannot be loaded, so it says that there are more. */}
      <span className={styles.printed}>
        {props.value === 'all' ? props.total : Math.min(Number(props.value), props.total)} of {props.total}{' '}
        rows
      </span>
    </div>
  )
}
