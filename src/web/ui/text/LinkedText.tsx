import { Fragment, type ReactNode } from 'react'
import { Link } from '../actions/Link.tsx'

const linkWritten = /(\[[^[\]]+\]\(\/(?![/\\])[^\s()]*\))/

/**
 * A text of the program's own that may lead to a screen, written as §8 writes it: `the [Contact](/contact) page`. Nothing else is
 * more than text, and no other address is a link.
 */
export function LinkedText({ text }: { text: string }) {
  return text.split(linkWritten).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part's place is what it is
    <Fragment key={place}>{place % 2 === 1 ? linkOf(part) : part}</Fragment>
  ))
}

function linkOf(written: string): ReactNode {
  const [, words = '', to = ''] = /^\[(.*)\]\((.*)\)$/.exec(written) ?? []
  return <Link to={to}>{words}</Link>
}
