// biome-ignore-all lint/a11y/noRedundantRoles: on small screens `display` removes the roles of a table in some browsers

import type { CSSProperties, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../Icon.tsx'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import directionStyles from './SortHeading.module.css'
import styles from './Table.module.css'
import printStyles from './TablePrint.module.css'

export type Column<Row> = {
  key: string
  heading: string
  cell: (row: Row) => ReactNode
  /** Figures are aligned right. */
  isNumeric?: boolean
  /** The column's sort key in the address and the call, if it can be sorted. */
  sortBy?: string
  /** The cell that names its row; the first of a block on small screens. */
  isRowHeading?: boolean
  /** Whether its link is what a press in the row opens, where the heading of the row has none. */
  opensRow?: true
  /** Cells of fields, which have their own labels: as wide as the block on small screens. */
  hasFields?: boolean
  /** Shown in the heading in place of its text: the box that selects all rows. */
  headingControl?: ReactNode
  /** For columns of buttons and links: paper does not have them. */
  isOnScreenOnly?: boolean
  /** For columns of buttons, whose heading only screen readers need. */
  isHeadingHidden?: boolean
  /** In a narrow table whose rows are two lines: on the right of the name, or left out. */
  inNarrowRow?: 'right' | 'hidden'
  widthRem?: number
  /** The footer of this column. */
  total?: ReactNode
}

type SortHeadingProps<Row> = {
  column: Column<Row>
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
}

/** The heading of a column; a button that shows the direction if the column can be sorted. */
export function SortHeading<Row>({ column, sort, onSort }: SortHeadingProps<Row>) {
  const { heading, sortBy } = column
  const style =
    // React’s type of styles has no custom properties.
    column.widthRem === undefined ? undefined : ({ '--width': `${column.widthRem}rem` } as CSSProperties)
  const className = classNames(
    column.isNumeric && styles.numeric,
    column.isOnScreenOnly && printStyles.screenOnly,
  )
  if (column.headingControl !== undefined) {
    return (
      <th scope="col" role="columnheader" className={classNames(className, styles.control)} style={style}>
        {column.headingControl}
      </th>
    )
  }
  if (sortBy === undefined || onSort === undefined) {
    return (
      <th scope="col" role="columnheader" className={className} style={style}>
        {column.isHeadingHidden ? <VisuallyHidden>{heading}</VisuallyHidden> : heading}
      </th>
    )
  }
  const direction = sort === sortBy ? 'ascending' : sort === `-${sortBy}` ? 'descending' : 'none'
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={direction}
      className={classNames(className, styles.sortable)}
      style={style}
    >
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort(direction === 'ascending' ? `-${sortBy}` : sortBy)}
      >
        {heading}
        <span className={directionStyles.direction} data-direction={direction}>
          <Icon name="chevron-down" className={directionStyles.up} />
          <Icon name="chevron-down" className={directionStyles.down} />
        </span>
      </button>
    </th>
  )
}
