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
  anchorPrefix?: string
  /** How text is rendered: a search highlights matches. */
  renderText?: (text: string) => ReactNode
  className?: string | undefined
}

type RenderOptions = { levelOffset: number; anchorPrefix: string; renderText: (text: string) => ReactNode }

const unchanged = (text: string): ReactNode => text

/** Managed text (src/contract/rich-text.ts): a tree of known elements, so editors cannot inject markup. */
export function RichText(props: RichTextProps) {
  const { text, headingLevel = 2, anchorPrefix = '', renderText = unchanged, className } = props
  const options = { levelOffset: headingLevel - 2, anchorPrefix, renderText }
  return (
    <div className={classNames(styles.text, className)}>
      {renderAll(text, block => renderBlock(block, options))}
    </div>
  )
}

function renderBlock(block: Block, options: RenderOptions): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p>{renderInlines(block.children, options)}</p>
    case 'heading': {
      // Levels begin at 2, and min ends them at 6.
      const Heading = `h${Math.min(6, block.level + options.levelOffset)}` as 'h2' | 'h3' | 'h4' | 'h5' | 'h6'
      return <Heading id={options.anchorPrefix + block.id}>{renderInlines(block.children, options)}</Heading>
    }
    case 'list': {
      const items = renderAll(block.items, item => (
        <li>{renderAll(item, inner => renderInItem(inner, options))}</li>
      ))
      return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>
    }
    case 'quote':
      return <blockquote>{renderAll(block.children, inner => renderBlock(inner, options))}</blockquote>
    case 'rule':
      return <hr />
    case 'table':
      return renderTable(block, options)
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
function renderInItem(block: Block, options: RenderOptions): ReactNode {
  return block.kind === 'paragraph' ? (
    <span className={styles.itemText}>{renderInlines(block.children, options)}</span>
  ) : (
    renderBlock(block, options)
  )
}

function renderTable({ head, rows }: Block & { kind: 'table' }, options: RenderOptions): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must scroll by keyboard too
    <section className={styles.scroller} tabIndex={0} aria-label="Table">
      <table>
        <thead>
          <tr>
            {renderAll(head, cell => (
              <th scope="col">{renderInlines(cell, options)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {renderAll(rows, row => (
            <tr>
              {renderAll(row, cell => (
                <td>{renderInlines(cell, options)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function renderInlines(children: readonly Inline[], options: RenderOptions): ReactNode {
  return renderAll(children, inline => renderInline(inline, options))
}

function renderInline(inline: Inline, options: RenderOptions): ReactNode {
  switch (inline.kind) {
    case 'text':
      return options.renderText(inline.text)
    case 'code':
      return <code>{inline.text}</code>
    case 'break':
      return <br />
    case 'strong':
      return <strong>{renderInlines(inline.children, options)}</strong>
    case 'emphasis':
      return <em>{renderInlines(inline.children, options)}</em>
    case 'link': {
      const content = renderInlines(inline.children, options)
      return inline.href.startsWith('#') ? (
        <a href={`#${options.anchorPrefix}${inline.href.slice(1)}`}>{content}</a>
      ) : (
        <ManagedLink href={inline.href}>{content}</ManagedLink>
      )
    }
  }
}

function renderAll<T>(items: readonly T[], render: (item: T) => ReactNode): ReactNode {
  // Elements have no ids and are never reordered, so their index identifies them.
  // biome-ignore lint/suspicious/noArrayIndexKey: as above
  return items.map((item, index) => <Fragment key={index}>{render(item)}</Fragment>)
}
