import type { CSSProperties } from 'react'
import { Link } from '../ui/actions/Link.tsx'
import styles from './Logo.module.css'
import { LogoPicture } from './LogoPicture.tsx'
import { logoOf } from './logos.ts'
import type { ShellClient } from './shell-types.ts'

/** The logo, a link to / (§2.3): 610 px wide with the tagline on desktop; on mobile 60 (ab: 70), the image alone. */
export function Logo({ client }: { client: ShellClient }) {
  const logo = logoOf(client.name)
  const widths = {
    '--logo-desktop': `${client.logoWidthDesktopPx}px`,
    '--logo-mobile': `${client.logoWidthMobilePx}px`,
  } as CSSProperties
  return (
    <div className={styles.row}>
      <Link
        to="/"
        look="plain"
        className={styles.logo}
        style={widths}
        aria-label={`${client.displayName} ${client.tagline}, home`}
      >
        {logo === null ? null : (
          <span className={styles.picture}>
            <LogoPicture logo={logo} />
          </span>
        )}
        <span className={styles.text}>
          <span className={styles.name}>{client.displayName}</span>{' '}
          <span className={styles.line}>{client.tagline}</span>
        </span>
      </Link>
      <span className={styles.nameOnMobile} aria-hidden="true">
        {client.displayName}
      </span>
    </div>
  )
}
