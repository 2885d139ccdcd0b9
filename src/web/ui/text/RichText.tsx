import { Fragment, type ReactNode } from 'react'
import type { Block, Inline, RichText as Tree } from '../../../contract/rich-text.ts'
import { classNames } from '../class-names.ts'
import { ManagedLink } from './ManagedLink.tsx'
import styles from './RichText.module.css'

type RichTextProps = {
  text: Tree
  /** The level of its highest heading (2 to 4), where the text is below other headings. */
  headingLevel?: 2 | 3 | 4
  /** A prefix for heading ids, where a page shows several texts that may share them. */
  checkpointPrefix?: string
  /** How text is rendered: a search highlights matches. */
  drawWords?: (words: string) => ReactNode
  className?: string | undefined
}

type Drawing = { deeper: number; checkpointPrefix: string; drawWords: (words: string) => ReactNode }

const asTheyAre = (words: string): ReactNode => words

/** Managed text (src/contract/rich-text.ts): a tree of known elements, so editors cannot inject markup. */
export function RichText(props: RichTextProps) {
  const { text, headingLevel = 2, checkpointPrefix = '', drawWords = asTheyAre, className } = props
  const drawing = { deeper: headingLevel - 2, checkpointPrefix, drawWords }
  return (
    <div className={classNames(styles.text, className)}>{each(text, block => blockOf(block, drawing))}</div>
  )
}

function blockOf(block: Block, drawing: Drawing): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p>{inlines(block.children, drawing)}</p>
    case 'heading': {
      const Heading = `h${Math.min(6, block.level + drawing.deeper)}` as 'h2' | 'h3' | 'h4' | 'h5' | 'h6'
      return <Heading id={drawing.checkpointPrefix + block.id}>{inlines(block.children, drawing)}</Heading>
    }
    case 'list': {
      const items = each(block.items, item => <li>{each(item, inner => insideItem(inner, drawing))}</li>)
      return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>
    }
    case 'quote':
      return <blockquote>{each(block.children, inner => blockOf(inner, drawing))}</blockquote>
    case 'rule':
      return <hr />
    case 'table':
      return tableOf(block, drawing)
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

/** A paragraph within a list item is rendered without margins. */
function insideItem(block: Block, drawing: Drawing): ReactNode {
  return block.kind === 'paragraph' ? (
    <span className={styles.itemWords}>{inlines(block.children, drawing)}</span>
  ) : (
    blockOf(block, drawing)
  )
}

function tableOf({ head, rows }: Block & { kind: 'table' }, drawing: Drawing): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must scroll by keyboard too
    <section className={styles.scroller} tabIndex={0} aria-label="Table">
      <table>
        <thead>
          <tr>
            {each(head, cell => (
              <th scope="col">{inlines(cell, drawing)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {each(rows, row => (
            <tr>
              {each(row, cell => (
                <td>{inlines(cell, drawing)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function inlines(children: readonly Inline[], drawing: Drawing): ReactNode {
  return each(children, inline => inlineOf(inline, drawing))
}

function inlineOf(inline: Inline, drawing: Drawing): ReactNode {
  switch (inline.kind) {
    case 'text':
      return drawing.drawWords(inline.text)
    case 'code':
      return <code>{inline.text}</code>
    case 'break':
      return <br />
    case 'strong':
      return <strong>{inlines(inline.children, drawing)}</strong>
    case 'emphasis':
      return <em>{inlines(inline.children, drawing)}</em>
    case 'link': {
      const words = inlines(inline.children, drawing)
      return inline.href.startsWith('#') ? (
        <a href={`#${drawing.checkpointPrefix}${inline.href.slice(1)}`}>{words}</a>
      ) : (
        <ManagedLink href={inline.href}>{words}</ManagedLink>
      )
    }
  }
}

function each<T>(items: readonly T[], draw: (item: T) => ReactNode): ReactNode {
  // Elements have no ids and are never reordered, so their index identifies them.
  // biome-ignore lint/suspicious/noArrayIndexKey: as above
  return items.map((item, place) => <Fragment key={place}>{draw(item)}</Fragment>)
}
