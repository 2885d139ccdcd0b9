import styles from './ChoiceBar.module.css'

type ChoiceBarProps<Value extends string> = {
  label: string
  choices: readonly { value: Value; text: string }[]
  /** Null: nothing is selected yet. */
  value: Value | null
  onChange: (value: Value) => void
}

/** A row of choices with one selected: the ranges of Fund Activity, the rows of a table. */
export function ChoiceBar<Value extends string>({ label, choices, value, onChange }: ChoiceBarProps<Value>) {
  return (
    <fieldset aria-label={label} className={styles.bar}>
      {choices.map(choice => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          className={styles.choice}
          onClick={() => onChange(choice.value)}
        >
          {choice.text}
        </button>
      ))}
    </fieldset>
  )
}
