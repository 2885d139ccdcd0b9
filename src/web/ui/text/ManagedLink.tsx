import type { ReactNode } from 'react'
import { ExternalLink } from '../actions/ExternalLink.tsx'
import { Link } from '../actions/Link.tsx'

type ManagedLinkProps = { href: string; children: ReactNode; className?: string | undefined }

/** A link that an editor made: screens of the portal change the screen; its files and other sites open beside it, and say so. */
export function ManagedLink({ href, children, className }: ManagedLinkProps) {
  const given = className === undefined ? {} : { className }
  return isScreen(href) ? (
    <Link to={href} {...given}>
      {children}
    </Link>
  ) : (
    <ExternalLink href={href} {...given}>
      {children}
    </ExternalLink>
  )
}

/** Whether an address is a screen of the portal, and neither a file that the program serves nor another site. */
function isScreen(href: string): boolean {
  return /^\/(?!\/|files\/|guides\/|api\/)/.test(href)
}
