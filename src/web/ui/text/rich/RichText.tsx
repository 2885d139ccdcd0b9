import { Fragment, type ReactNode } from 'react'
import type { Block, Inline, RichText as Tree } from '../../../../contract/rich-text.ts'
import { ExternalLink } from '../../actions/ExternalLink.tsx'
import { Link } from '../../actions/Link.tsx'
import { classNames } from '../../class-names.ts'
import styles from './RichText.module.css'

type RichTextProps = {
  text: Tree
  /** Where the text stands below headings of its own, the level that its highest heading has (2 to 4). */
  headingLevel?: 2 | 3 | 4
  className?: string | undefined
}

/** Managed text (src/contract/rich-text.ts): a tree of known things, so nothing that an editor wrote can be markup. */
export function RichText({ text, headingLevel = 2, className }: RichTextProps) {
  return (
    <div className={classNames(styles.text, className)}>
      {text.map((block, place) => (
        // The tree has no names of its own and is never reordered: an item's place is what it is.
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Fragment key={place}>{blockOf(block, headingLevel - 2)}</Fragment>
      ))}
    </div>
  )
}

function blockOf(block: Block, deeper: number): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p>{inlines(block.children)}</p>
    case 'heading': {
      const Heading = `h${Math.min(6, block.level + deeper)}` as 'h2' | 'h3' | 'h4' | 'h5' | 'h6'
      return <Heading id={block.id}>{inlines(block.children)}</Heading>
    }
    case 'list': {
      const items = each(block.items, item => <li>{each(item, inner => insideItem(inner, deeper))}</li>)
      return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>
    }
    case 'quote':
      return <blockquote>{each(block.children, inner => blockOf(inner, deeper))}</blockquote>
    case 'rule':
      return <hr />
    case 'table':
      return tableOf(block)
    case 'image':
      return (
        <img
          src={block.href}
          alt={block.alt}
          width={block.widthPx}
          height={block.heightPx}
          loading="lazy"
          className={styles.image}
        />
      )
  }
}

/** A paragraph in a list's item is its words: no space around it. */
function insideItem(block: Block, deeper: number): ReactNode {
  return block.kind === 'paragraph' ? <span>{inlines(block.children)}</span> : blockOf(block, deeper)
}

function tableOf({ head, rows }: Block & { kind: 'table' }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must scroll by keyboard too
    <section className={styles.scroller} tabIndex={0} aria-label="Table">
      <table>
        <thead>
          <tr>
            {each(head, cell => (
              <th scope="col">{inlines(cell)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {each(rows, row => (
            <tr>
              {each(row, cell => (
                <td>{inlines(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function inlines(children: readonly Inline[]): ReactNode {
  return each(children, inlineOf)
}

function inlineOf(inline: Inline): ReactNode {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'code':
      return <code>{inline.text}</code>
    case 'break':
      return <br />
    case 'strong':
      return <strong>{inlines(inline.children)}</strong>
    case 'emphasis':
      return <em>{inlines(inline.children)}</em>
    case 'link':
      return linkOf(inline.href, inlines(inline.children))
  }
}

/** Addresses of the portal change the screen; its files and documents and other sites open beside it. */
function linkOf(href: string, text: ReactNode): ReactNode {
  if (href.startsWith('#')) return <a href={href}>{text}</a>
  return /^\/(?!files\/|guides\/|api\/)/.test(href) ? (
    <Link to={href}>{text}</Link>
  ) : (
    <ExternalLink href={href}>{text}</ExternalLink>
  )
}

function each<T>(items: readonly T[], draw: (item: T) => ReactNode): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: an item's place is what it is, as above
  return items.map((item, place) => <Fragment key={place}>{draw(item)}</Fragment>)
}
