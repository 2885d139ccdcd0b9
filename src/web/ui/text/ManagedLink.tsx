import type { ReactNode } from 'react'
import { ExternalLink } from '../actions/ExternalLink.tsx'
import { Link } from '../actions/Link.tsx'

type ManagedLinkProps = { href: string; children: ReactNode; className?: string | undefined }

/** A link in managed text: screens of the portal navigate; files and other sites open a new tab and say so. */
export function ManagedLink({ href, children, className }: ManagedLinkProps) {
  const classProps = className === undefined ? {} : { className }
  return isScreen(href) ? (
    <Link to={href} {...classProps}>
      {children}
    </Link>
  ) : (
    <ExternalLink href={href} {...classProps}>
      {children}
    </ExternalLink>
  )
}

/** Whether an address is a screen of the portal rather than a file or another site. */
function isScreen(href: string): boolean {
  return /^\/(?!\/|files\/|guides\/|api\/)/.test(href)
}
