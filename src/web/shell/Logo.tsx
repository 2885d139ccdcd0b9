import type { CSSProperties } from 'react'
import type { Client } from '../../clients/client.ts'
import { Link } from '../ui/actions/Link.tsx'
import styles from './Logo.module.css'
import { LogoContent, type LogoSettings } from './LogoContent.tsx'

type LogoProps = LogoSettings & Pick<Client, 'logoWidthDesktopPx' | 'logoWidthMobilePx'>

/** The logo, a link to / (§2.3): 610 px wide with the tagline on desktop; on mobile a picture of 60 (ab: 70) and the name. */
export function Logo({ client }: { client: LogoProps }) {
  // React’s type of styles has no custom properties.
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
        <LogoContent client={client} />
        <span className={styles.nameOnMobile} aria-hidden="true">
          {client.displayName}
        </span>
      </Link>
    </div>
  )
}
