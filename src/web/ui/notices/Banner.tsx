import type { ReactNode } from 'react'
import { IconButton } from '../actions/IconButton.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../Icon.tsx'
import styles from './Banner.module.css'

type BannerProps = {
  /** The rendered message; the caller handles Markdown (§2.5). */
  children: ReactNode
  design?: 'information' | 'success' | 'caution' | 'danger'
  /** Set if the banner can be dismissed. */
  onDismiss?: () => void
  /** The accessible name of the region. */
  label?: string
}

/** A strip across the page, under the header. */
export function Banner({ children, design = 'information', onDismiss, label = 'Announcement' }: BannerProps) {
  return (
    <section aria-label={label} className={classNames(styles.banner, styles[design])}>
      <div className={styles.inner}>
        <div className={styles.message}>{children}</div>
        {onDismiss === undefined ? null : (
          <IconButton label={`Dismiss: ${label}`} onPress={onDismiss}>
            <Icon name="close" />
          </IconButton>
        )}
      </div>
    </section>
  )
}
