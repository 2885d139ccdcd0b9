import type { Choice, Group } from './choices.ts'
import styles from './Palette.module.css'

type PaletteListProps = {
  id: string
  groups: readonly Group[]
  activeKey: string | null
  optionId: (choice: Choice) => string
  onHover: (key: string) => void
  onPick: (choice: Choice) => void
}

/** The palette's options in groups. The focus stays in the field, which refers to the active option. */
export function PaletteList({ id, groups, activeKey, optionId, onHover, onPick }: PaletteListProps) {
  return (
    <div id={id} role="listbox" aria-label="Results" tabIndex={-1} className={styles.list}>
      {groups.map(({ heading, choices }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox
        <div key={heading} role="group" aria-labelledby={`${id}-${index}`}>
          <div id={`${id}-${index}`} className={styles.heading}>
            {heading}
          </div>
          {choices.map(choice => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
            <div
              key={choice.key}
              id={optionId(choice)}
              role="option"
              tabIndex={-1}
              aria-selected={choice.key === activeKey}
              className={styles.option}
              onMouseMove={() => onHover(choice.key)}
              // Keeps the focus in the field.
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
