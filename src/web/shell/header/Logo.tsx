import type { CSSProperties } from 'react'
import { Link } from '../../ui/actions/Link.tsx'
import type { ShellClient } from '../shell-types.ts'
import styles from './Logo.module.css'
import { MarkPicture } from './mark/MarkPicture.tsx'
import { markOf } from './mark/marks.ts'

/** The logo, a link to / (§2.3): 610 px wide on desktop with the client's line, on mobile 60 (ab: 70) with the mark alone. */
export function Logo({ client }: { client: ShellClient }) {
  const mark = markOf(client.name)
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
        {mark === null ? null : (
          <span className={styles.mark}>
            <MarkPicture mark={mark} />
          </span>
        )}
        <span className={styles.words}>
          <span className={styles.name}>{client.displayName}</span>{' '}
          <span className={styles.line}>{client.tagline}</span>
        </span>
      </Link>
      <span className={styles.nameBeside} aria-hidden="true">
        {client.displayName}
      </span>
    </div>
  )
}
