// biome-ignore-all lint/a11y/noRedundantRoles: on small screens `display` removes the roles of a table in some browsers
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useIsPrinting } from '../use-is-printing.ts'
import styles from './Table.module.css'

const rowsPerBlock = 50
/** How far from the visible part rows are rendered, so that scrolling meets no gap. */
const nearPx = 1200
/** The height of a row until one has been measured. */
const assumedRowPx = 48

type TableBodyProps<Row> = {
  rows: readonly Row[]
  /** The number of columns. */
  width: number
  /** The row's `tr`; `index` counts from 1, where the heading is row 1, and is absent in a table that is rendered whole. */
  renderRow: (row: Row, index?: number) => ReactNode
}

/**
 * The rows of a table. A long one is split into blocks; those far from the visible part are as high as their rows, but empty. Screen
 * readers learn the number of rows and each one's position from the table's `aria-rowcount` and the rows' `aria-rowindex`.
 */
export function TableBody<Row>({
  rows,
  isLong,
  width,
  renderRow,
}: TableBodyProps<Row> & { isLong: boolean }) {
  // Paper has every row.
  const isPrinting = useIsPrinting()
  if (isPrinting || !isLong) return <tbody role="rowgroup">{rows.map(row => renderRow(row))}</tbody>
  const starts = Array.from(
    { length: Math.ceil(rows.length / rowsPerBlock) },
    (_, block) => block * rowsPerBlock,
  )
  return starts.map(start => (
    <Block
      key={start}
      rows={rows.slice(start, start + rowsPerBlock)}
      start={start}
      width={width}
      renderRow={renderRow}
    />
  ))
}

function Block<Row>({ rows, start, width, renderRow }: TableBodyProps<Row> & { start: number }) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [isNear, setNear] = useState(start === 0)
  const [heightPx, setHeightPx] = useState(rows.length * assumedRowPx)
  useEffect(() => {
    const { current: element } = body
    if (!element) return
    const observer = new IntersectionObserver(
      entries => {
        const isVisible = entries.at(-1)?.isIntersecting === true
        // A row that has the focus must not vanish under it.
        if (!isVisible && element.contains(document.activeElement)) return
        if (!isVisible && element.offsetHeight > 0) setHeightPx(element.offsetHeight)
        setNear(isVisible)
      },
      { root: scrollerOf(element), rootMargin: `${nearPx}px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <tbody role="rowgroup" ref={body}>
      {isNear ? (
        // The heading is row 1.
        rows.map((row, index) => renderRow(row, start + index + 2))
      ) : (
        // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in this row can have the focus
        <tr aria-hidden="true" className={styles.unrendered}>
          <td colSpan={width} style={{ height: heightPx }} />
        </tr>
      )}
    </tbody>
  )
}

/** What scrolls the table: a dialog, or the page (null). */
function scrollerOf(element: Element): Element | null {
  const parent = element.parentElement
  if (parent === null || parent === document.body) return null
  return /auto|scroll/.test(getComputedStyle(parent).overflowY) ? parent : scrollerOf(parent)
}
