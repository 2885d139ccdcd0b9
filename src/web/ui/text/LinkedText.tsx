import { Fragment, type ReactNode } from 'react'
import { Link } from '../actions/Link.tsx'

const linkWritten = /(\[[^[\]]+\]\(\/(?![/\\])[^\s()]*\))/

/**
 * The program's own text with links to screens, written as in §8: `the [Contact](/contact) page`. Other markup is shown as text,
 * and other addresses are not links.
 */
export function LinkedText({ text }: { text: string }) {
  return text.split(linkWritten).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by their position
    <Fragment key={place}>{place % 2 === 1 ? linkOf(part) : part}</Fragment>
  ))
}

function linkOf(written: string): ReactNode {
  const [, words = '', to = ''] = /^\[(.*)\]\((.*)\)$/.exec(written) ?? []
  return <Link to={to}>{words}</Link>
}
