import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Column } from './SortHeading.tsx'
import { Table } from './Table.tsx'
import { ViewSelector } from './ViewSelector.tsx'

type Fund = { id: number; name: string }
const columns: Column<Fund>[] = [
  {
    key: 'name',
    heading: 'Name',
    isRowHeading: true,
    cell: row => <button type="button">{row.name}</button>,
  },
  { key: 'id', heading: 'ID', cell: row => row.id },
]
const funds = (count: number): Fund[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Fund ${index + 1}` }))
async function show(rows: Fund[]) {
  const screen = await render(
    <section aria-label="List" style={{ height: '400px', overflowY: 'auto' }}>
      <Table caption="Funds" columns={columns} rows={rows} rowKey={row => row.id} empty={{ text: 'None' }} />
    </section>,
  )
  const table = screen.getByRole('table').element()
  return {
    screen,
    table,
    scroller: screen.getByRole('region', { name: 'List' }).element(),
    /** The row of a fund; null if it is not rendered. */
    rowOf: (id: number) => table.querySelector(`tr[aria-rowindex="${id + 1}"]`),
    renderedRows: () => table.querySelectorAll('tr[aria-rowindex]').length,
  }
}

/** Rendering rows takes a slow machine a moment. */
const renderMs = 10_000

test.each([320, 1280])(
  '5,000 rows have their count and positions, and few are rendered at %i px (§2.4)',
  async width => {
    await page.viewport(width, 700)
    const { table, scroller, rowOf, renderedRows } = await show(funds(5000))
    expect(table.getAttribute('aria-rowcount')).toBe('5001')
    expect(renderedRows()).toBeLessThan(300)
    // The heights of rows that were never rendered are assumed, so the end moves while it is approached.
    await vi.waitFor(() => {
      scroller.scrollTop = scroller.scrollHeight
      const bottom = rowOf(5000)?.getBoundingClientRect().bottom
      expect(bottom).toBeLessThanOrEqual(scroller.getBoundingClientRect().bottom + 10)
      expect(renderedRows()).toBeLessThan(300)
    }, renderMs)
    expect([rowOf(2500), rowOf(4999)?.textContent]).toEqual([null, 'Fund 49994999'])
  },
)

test('Tab passes from row to row, and the row with the focus stays when it is scrolled away (§17)', async () => {
  await page.viewport(1280, 700)
  const { screen, scroller, rowOf } = await show(funds(5000))
  rowOf(49)?.querySelector('button')?.focus()
  for (const name of ['Fund 50', 'Fund 51']) {
    await userEvent.tab()
    await expect.element(screen.getByRole('button', { name, exact: true })).toHaveFocus()
  }
  scroller.scrollTop = scroller.scrollHeight
  await vi.waitFor(() => expect(rowOf(4990)).not.toBeNull(), renderMs)
  expect([rowOf(120), document.activeElement?.textContent]).toEqual([null, 'Fund 51'])
})

test('a table of 200 rows is rendered whole, without positions', async () => {
  const { table, renderedRows } = await show(funds(200))
  expect(table.hasAttribute('aria-rowcount')).toBe(false)
  expect([table.querySelectorAll('tbody tr').length, renderedRows()]).toEqual([200, 0])
})

test.each([
  { total: 10_000, isTotalExact: true, text: 'of 10,000', hasAll: true },
  { total: 10_001, isTotalExact: true, text: 'of 10,001', hasAll: false },
  { total: 9_990, isTotalExact: false, text: 'of more than 9,990', hasAll: false },
])('the view selector says $text', async ({ total, isTotalExact, text, hasAll }) => {
  const screen = await render(
    <ViewSelector total={total} isTotalExact={isTotalExact} value="10" onChange={() => undefined} />,
  )
  await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
  expect(screen.getByRole('button', { name: 'All' }).elements()).toHaveLength(hasAll ? 1 : 0)
})

test('every row is there as soon as the browser is about to print, and few afterwards (§2.2)', async () => {
  const { table, renderedRows } = await show(funds(1000))
  expect(renderedRows()).toBeLessThan(300)
  // A browser waits for nothing after this event.
  window.dispatchEvent(new Event('beforeprint'))
  expect(table.querySelectorAll('tbody tr').length).toBe(1000)
  window.dispatchEvent(new Event('afterprint'))
  expect(renderedRows()).toBeLessThan(300)
})
