import { chooseColorScheme, colorSchemes, useColorScheme } from './color-scheme.ts'
import styles from './Footer.module.css'

const words = { system: 'As the device', light: 'Light', dark: 'Dark' } as const

/** Light, dark, or the device's setting. */
export function ColorSchemeChoice() {
  const chosen = useColorScheme()
  return (
    <fieldset className={styles.colours}>
      <legend>Appearance</legend>
      <div className={styles.choices}>
        {colorSchemes.map(choice => (
          <label key={choice} className={styles.choice}>
            <input
              type="radio"
              name="colours"
              value={choice}
              checked={choice === chosen}
              onChange={() => chooseColorScheme(choice)}
            />
            {words[choice]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
