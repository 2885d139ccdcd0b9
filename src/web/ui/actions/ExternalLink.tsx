import type { ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import styles from './Link.module.css'

type ExternalLinkProps = { href: string; children: ReactNode; className?: string; isDownload?: boolean }

/**
 * A link that leaves the portal or opens a file, in a new tab, and says so. Any address that is not http(s), mailto or tel,
 * such as `javascript:`, is shown as plain text.
 */
export function ExternalLink({ href, children, className, isDownload = false }: ExternalLinkProps) {
  if (!/^(https?:\/\/|mailto:|tel:|\/)/i.test(href)) return <span className={className}>{children}</span>
  if (/^(mailto|tel):/i.test(href) || isDownload) {
    return (
      <a href={href} className={className ?? styles.link} download={isDownload || undefined}>
        {children}
      </a>
    )
  }
  return (
    <a href={href} className={className ?? styles.link} target="_blank" rel="noopener noreferrer">
      {children}
      <Icon name="external-link" className={styles.externalIcon} />
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  )
}
