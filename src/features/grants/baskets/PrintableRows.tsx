import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { countOf } from '../../../domain/count-of.ts'
import { call } from '../../../web/api/call.ts'
import { currentBook } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { type Cells, tableColumn } from '../../../web/list/list-columns.tsx'
import { addPartialList, printWhole } from '../../../web/list/print-whole.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { useIsPrinting } from '../../../web/ui/use-is-printing.ts'
import styles from './Basket.module.css'
import { type BasketFileRow, basketFileList } from './basket-file.list.ts'
import { type Basket, type BasketRow, getBasket } from './drafts.contract.ts'

type PrintableRowsProps = {
  basket: Basket
  fundId: number
  only: 'problems' | 'all'
  /** The rows of the page that is shown, of how many. */
  rows: readonly BasketRow[]
  total: number
  /** The same rows with their fields. They stay on the page while it prints, because somebody may be typing in one. */
  children: ReactNode
}

/** The rows of a basket: on paper as text, all of them. Those of other pages are loaded before the dialog opens. */
export function PrintableRows({ basket, fundId, only, rows, total, children }: PrintableRowsProps) {
  const { locale } = clientContext().clientSettings
  const isPrinting = useIsPrinting()
  const [whole, setWhole] = useState<readonly BasketRow[] | null>(null)
  const [isLoading, setLoading] = useState(false)
  const isPartial = rows.length < total
  const loadAll = useEffectEvent(async () => {
    setLoading(true)
    try {
      const all = await readAllRows(fundId, basket.basketId, only)
      // The dialog opens at once, and the browser waits for nothing.
      flushSync(() => setWhole(all))
    } finally {
      setLoading(false)
    }
  })
  useEffect(() => {
    if (!isPartial) return
    return addPartialList({ loadAll: () => loadAll(), showAsBefore: () => setWhole(null) })
  }, [isPartial])
  const printLabel = `Print all ${countOf(total, 'row', locale)}`
  return (
    <>
      <div className={styles.editable}>{children}</div>
      {isPrinting ? <RowsOnPaper rows={whole ?? rows} isFile={basket.source === 'file'} /> : null}
      {isPartial ? (
        <>
          {isPrinting && whole === null ? (
            <p>
              {rows.length} of {countOf(total, 'row', locale)}. To print all, choose “{printLabel}” below the
              list.
            </p>
          ) : null}
          <Button
            kind="text"
            isPending={isLoading}
            pendingText="Loading all rows…"
            onPress={() => void printWhole()}
          >
            {printLabel}
          </Button>
        </>
      ) : null}
    </>
  )
}

const largestPage = 500

/** Every row that the choice above the table shows, page by page. */
async function readAllRows(
  fundId: number,
  basketId: string,
  only: 'problems' | 'all',
): Promise<readonly BasketRow[]> {
  const inBook = currentBook()
  const all: BasketRow[] = []
  let after: number | null = 0
  while (after !== null) {
    const query = { first: largestPage, after, ...(only === 'problems' ? { only } : {}) }
    const page: { rows: BasketRow[]; next: number | null } = await call(
      getBasket,
      { params: { fundId, basketId }, query },
      inBook,
    )
    all.push(...page.rows)
    after = page.next
  }
  return all
}

const cells: Cells<BasketFileRow> = {
  charityName: ({ charity, content }, name) => (
    <>
      {name ?? 'No charity'}
      <Note>{charity?.taxId ?? content.given?.taxId}</Note>
    </>
  ),
}

function RowsOnPaper({ rows, isFile }: { rows: readonly BasketRow[]; isFile: boolean }) {
  const { currentDbHeader: currency, clientSettings } = clientContext()
  const style = { ...clientSettings, currency }
  const columns = basketFileList.columns
    .filter(({ key }) => isFile || key !== 'row')
    .map(column => tableColumn(basketFileList, column, style, cells))
  return (
    <Table
      caption={isFile ? 'Rows of the file' : 'Grants in the basket'}
      isCaptionHidden
      columns={columns}
      rows={rows.map(row => ({ ...row, charityId: row.content.charityId }))}
      rowKey={({ draftId }) => draftId}
      empty={{ text: 'There are no rows.' }}
    />
  )
}
