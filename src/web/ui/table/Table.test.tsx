import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Column } from './SortHeading.tsx'
import { Table } from './Table.tsx'
import { type View, ViewSelector } from './ViewSelector.tsx'

type Grant = { id: string; purpose: string; amount: string }
const rows: Grant[] = [
  { id: 'G-1', purpose: 'Where it is needed most', amount: '25.00' },
  { id: 'G-2', purpose: 'Reading', amount: '12.50' },
]
const columns: Column<Grant>[] = [
  { key: 'purpose', heading: 'Purpose', isRowHeading: true, cell: row => row.purpose },
  {
    key: 'amount',
    heading: 'Amount',
    sortBy: 'amount',
    isNumeric: true,
    cell: row => row.amount,
    total: '37.50',
  },
]

function Example({ shownRows = rows }: { shownRows?: Grant[] }) {
  const [sort, setSort] = useState('-amount')
  return (
    <Table
      caption="Previous Grants To This Charity"
      columns={columns}
      rows={shownRows}
      rowKey={row => row.id}
      sort={sort}
      onSort={setSort}
      empty={{
        text: 'Grants to this charity will appear here.',
        action: <a href="/recommend-a-grant">Recommend</a>,
      }}
    />
  )
}

test('a heading sorts, shows the direction, and reverses it when pressed again (§2.7)', async () => {
  const screen = await render(<Example />)
  const heading = screen.getByRole('columnheader', { name: 'Amount' })
  await expect.element(heading).toHaveAttribute('aria-sort', 'descending')
  await heading.getByRole('button').click()
  await expect.element(heading).toHaveAttribute('aria-sort', 'ascending')
  await heading.getByRole('button').click()
  await expect.element(heading).toHaveAttribute('aria-sort', 'descending')
})

test('the footer has the total, and each row is named by its heading (§2.7)', async () => {
  await page.viewport(1024, 700)
  const screen = await render(<Example />)
  await expect.element(screen.getByRole('cell', { name: '37.50' })).toBeVisible()
  await expect.element(screen.getByRole('rowheader', { name: 'Reading' })).toBeVisible()
})

test('on a small screen each row is a labelled block, still a table to screen readers (§2.7)', async () => {
  await page.viewport(320, 700)
  const screen = await render(<Example />)
  const cell = screen.getByRole('cell', { name: 'Amount 12.50' }).element()
  expect(getComputedStyle(cell, '::before').content).toContain('Amount')
  expect(getComputedStyle(cell).display).toBe('flex')
  await expect.element(screen.getByRole('table')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Amount' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

test('a press anywhere in a row opens what its heading opens, and a control keeps its own', async () => {
  await page.viewport(1024, 700)
  const opened = vi.fn<(id: string) => void>()
  const removed = vi.fn<(id: string) => void>()
  const screen = await render(
    <Table
      caption="Grants"
      columns={[
        {
          key: 'purpose',
          heading: 'Purpose',
          isRowHeading: true,
          cell: row => (
            <button type="button" onClick={() => opened(row.id)}>
              {row.purpose}
            </button>
          ),
        },
        { key: 'amount', heading: 'Amount', cell: row => row.amount },
        {
          key: 'remove',
          heading: 'Actions',
          cell: row => (
            <button type="button" onClick={() => removed(row.id)}>
              Remove {row.id}
            </button>
          ),
        },
      ]}
      rows={rows}
      rowKey={row => row.id}
      empty={{ text: 'None' }}
    />,
  )
  await screen.getByRole('cell', { name: '12.50' }).click()
  expect(opened.mock.calls).toEqual([['G-2']])
  await screen.getByRole('button', { name: 'Remove G-1' }).click()
  expect(removed.mock.calls).toEqual([['G-1']])
  expect(opened).toHaveBeenCalledTimes(1)
  // Whoever selects the figure to copy it does not want to leave.
  window.getSelection()?.selectAllChildren(screen.getByRole('cell', { name: '12.50' }).element())
  screen
    .getByRole('cell', { name: '12.50' })
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(opened).toHaveBeenCalledTimes(1)
})

test('the caption is a heading', async () => {
  const screen = await render(<Example />)
  await expect
    .element(screen.getByRole('heading', { level: 2, name: 'Previous Grants To This Charity' }))
    .toBeVisible()
})

test('an empty table says what will appear and what to do (§2.10)', async () => {
  const screen = await render(<Example shownRows={[]} />)
  await expect.element(screen.getByText('Grants to this charity will appear here.')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Recommend' })).toBeVisible()
})

test('the view selector offers 10, 50 and All if there are more than 10 rows (§9)', async () => {
  const onChange = vi.fn<(view: View) => void>()
  const screen = await render(<ViewSelector total={11} value="10" onChange={onChange} />)
  await screen.getByRole('button', { name: 'All' }).click()
  expect(onChange).toHaveBeenCalledWith('all')
  await screen.rerender(<ViewSelector total={10} value="10" onChange={onChange} />)
  expect(screen.container).toBeEmptyDOMElement()
})
