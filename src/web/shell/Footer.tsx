import type { ReactNode } from 'react'
import { telAddress } from '../../domain/tel-address.ts'
import { ExternalLink } from '../ui/actions/ExternalLink.tsx'
import { Link } from '../ui/actions/Link.tsx'
import { chooseColorScheme, colorSchemes, useColorScheme } from './color-scheme.ts'
import styles from './Footer.module.css'
import type { ShellClient } from './shell-types.ts'

type FooterProps = {
  client: ShellClient
  termsTo: string | null
  year: number
  /** The editors' text; absent: the client's own. */
  disclaimer?: ReactNode
}

/** The client's address, phone and e-mail, resources, disclaimer, terms and the year (§1). */
export function Footer({ client, termsTo, year, disclaimer }: FooterProps) {
  const { support, footer, displayName } = client
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.columns}>
          <address className={styles.address}>
            <strong>{displayName}</strong>
            {support.address.map(line => (
              <span key={line}>{line}</span>
            ))}
          </address>
          <div className={styles.contact}>
            <h2 className={styles.heading}>Talk to us</h2>
            <ExternalLink href={telAddress(support.phone)} className={styles.link ?? ''}>
              {support.phone}
            </ExternalLink>
            <ExternalLink href={`mailto:${support.email}`} className={styles.link ?? ''}>
              {support.email}
            </ExternalLink>
          </div>
          {footer.resources.length === 0 ? null : (
            <nav aria-label="Resources" className={styles.contact}>
              <h2 className={styles.heading}>Resources</h2>
              {footer.resources.map(({ title, href }) =>
                href.startsWith('/') ? (
                  <Link key={title} to={href} look="plain" className={styles.link}>
                    {title}
                  </Link>
                ) : (
                  <ExternalLink key={title} href={href} className={styles.link ?? ''}>
                    {title}
                  </ExternalLink>
                ),
              )}
            </nav>
          )}
          <ColorSchemeChoice />
        </div>
        <div className={styles.disclaimer}>{disclaimer ?? <p>{footer.disclaimer}</p>}</div>
        <p className={styles.legal}>
          © {year} {displayName}.{' '}
          {termsTo === null ? null : (
            <Link to={termsTo} look="plain" className={styles.link}>
              Terms and Privacy
            </Link>
          )}
        </p>
      </div>
    </footer>
  )
}

const labels = { system: 'Match device', light: 'Light', dark: 'Dark' } as const

/** Light, dark, or the device's setting. */
function ColorSchemeChoice() {
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
