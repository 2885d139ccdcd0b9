import type { Choice, Group } from './choices.ts'
import styles from './Palette.module.css'

type PaletteListProps = {
  id: string
  groups: readonly Group[]
  markedKey: string | null
  optionId: (choice: Choice) => string
  onMark: (key: string) => void
  onPick: (choice: Choice) => void
}

/** The list of the palette, in groups. The focus never comes here: the field says which option is marked. */
export function PaletteList({ id, groups, markedKey, optionId, onMark, onPick }: PaletteListProps) {
  return (
    <div id={id} role="listbox" aria-label="Where to go" tabIndex={-1} className={styles.list}>
      {groups.map(({ heading, choices }, place) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox
        <div key={heading} role="group" aria-labelledby={`${id}-${place}`}>
          <div id={`${id}-${place}`} className={styles.heading}>
            {heading}
          </div>
          {choices.map(choice => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
            <div
              key={choice.key}
              id={optionId(choice)}
              role="option"
              tabIndex={-1}
              aria-selected={choice.key === markedKey}
              className={styles.option}
              onMouseMove={() => onMark(choice.key)}
              // The focus stays in the field.
              onMouseDown={event => event.preventDefault()}
              onClick={() => onPick(choice)}
            >
              <span>{choice.title}</span>
              {choice.note === undefined ? null : <span className={styles.note}>{choice.note}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
