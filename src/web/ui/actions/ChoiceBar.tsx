import { ToggleButton } from 'react-aria-components/ToggleButton'
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
import styles from './ChoiceBar.module.css'

type ChoiceBarProps<Value extends string> = {
  label: string
  choices: readonly { value: Value; text: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A row of choices of which one holds at once: the ranges of Fund Activity, the colours of the screen. */
export function ChoiceBar<Value extends string>({ label, choices, value, onChange }: ChoiceBarProps<Value>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={keys => {
        const picked = choices.find(choice => keys.has(choice.value))
        if (picked) onChange(picked.value)
      }}
      className={styles.bar ?? ''}
    >
      {choices.map(choice => (
        <ToggleButton key={choice.value} id={choice.value} className={styles.choice ?? ''}>
          {choice.text}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
