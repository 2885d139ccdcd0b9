import { Fragment, type ReactNode } from 'react'
import { Link } from '../actions/Link.tsx'

const linkPattern = /(\[[^[\]]+\]\(\/(?![/\\])[^\s()]*\))/

/**
 * The program's own text with Markdown links to screens, as in §8: `the [Contact](/contact) page`. Other markup is shown as text,
 * and other addresses are not links.
 */
export function LinkedText({ text }: { text: string }) {
  return text.split(linkPattern).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by their position
    <Fragment key={index}>{index % 2 === 1 ? renderLink(part) : part}</Fragment>
  ))
}

function renderLink(markdown: string): ReactNode {
  const [, label = '', to = ''] = /^\[(.*)\]\((.*)\)$/.exec(markdown) ?? []
  return <Link to={to}>{label}</Link>
}
