import { ExternalLink } from '../ui/actions/ExternalLink.tsx'
import { Link } from '../ui/actions/Link.tsx'
import type { MenuItem } from './shell-types.ts'

type MenuLinkProps = { item: MenuItem; className?: string | undefined; onFollow?: () => void }

/** A menu entry: a link within the portal or to another site. */
export function MenuLink({ item, className = '', onFollow }: MenuLinkProps) {
  if (item.external) {
    return (
      <ExternalLink href={item.route} className={className}>
        {item.title}
      </ExternalLink>
    )
  }
  return (
    <Link
      to={item.route}
      look="plain"
      id={item.buttonId}
      target={item.target}
      className={className}
      aria-current={item.isCurrent ? 'page' : undefined}
      onClick={onFollow}
    >
      {item.title}
    </Link>
  )
}
