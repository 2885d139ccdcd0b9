import { chooseColorScheme, colorSchemes, useColorScheme } from './color-scheme.ts'
import styles from './Footer.module.css'

const labels = { system: 'Match device', light: 'Light', dark: 'Dark' } as const

/** Light, dark, or the device's setting. */
export function ColorSchemeChoice() {
  const chosen = useColorScheme()
  return (
    <fieldset className={styles.colorScheme}>
      <legend>Appearance</legend>
      <div className={styles.choices}>
        {colorSchemes.map(choice => (
          <label key={choice} className={styles.choice}>
            <input
              type="radio"
              name="color-scheme"
              value={choice}
              checked={choice === chosen}
              onChange={() => chooseColorScheme(choice)}
            />
            {labels[choice]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
