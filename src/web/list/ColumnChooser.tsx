import { Checkbox } from '../ui/fields/Checkbox.tsx'
import styles from './ListTable.module.css'

type ColumnChooserProps = {
  /** Names the choice to screen readers: “accounts”. */
  what: string
  columns: readonly { key: string; heading: string }[]
  chosen: ReadonlySet<string>
  onChoose: (key: string, isChosen: boolean) => void
}

/** Chooses the columns of a list; the one that names its rows is always shown. */
export function ColumnChooser({ what, columns, chosen, onChoose }: ColumnChooserProps) {
  return (
    <details className={styles.chooser}>
      <summary>Columns</summary>
      <fieldset aria-label={`Columns of ${what}`} className={styles.choices}>
        {columns.map(({ key, heading }) => (
          <Checkbox
            key={key}
            name={`column-${key}`}
            value={chosen.has(key)}
            onChange={isChosen => onChoose(key, isChosen)}
          >
            {heading}
          </Checkbox>
        ))}
      </fieldset>
    </details>
  )
}
