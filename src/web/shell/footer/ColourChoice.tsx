import { chooseColours, colourChoices, useColours } from '../colour-choice.ts'
import styles from './Footer.module.css'

const words = { system: 'As the device', light: 'Light', dark: 'Dark' } as const

/** Light, dark, or as the device. */
export function ColourChoice() {
  const chosen = useColours()
  return (
    <fieldset className={styles.colours}>
      <legend>Appearance</legend>
      <div className={styles.choices}>
        {colourChoices.map(choice => (
          <label key={choice} className={styles.choice}>
            <input
              type="radio"
              name="colours"
              value={choice}
              checked={choice === chosen}
              onChange={() => chooseColours(choice)}
            />
            {words[choice]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
