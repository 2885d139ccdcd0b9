import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { list } from '../../contract/list.ts'
import { contextOfPage } from '../../testing/screens/client-context.ts'
import { ToastRegion } from '../ui/notices/ToastRegion.tsx'
import type { View } from '../ui/table/ViewSelector.tsx'
import { ListTable } from './ListTable.tsx'
import type { RowKey } from './selection-column.tsx'

type Grant = { id: string; charity: string; amountMinor: bigint; comment: string }
const first: Grant = { id: 'a', charity: 'Elm Trust', amountMinor: 250_00n, comment: 'first' }
const grants: Grant[] = [
  first,
  { id: 'b', charity: 'Oak Fund', amountMinor: 1_000_00n, comment: 'second' },
  { id: 'c', charity: 'Yew Society', amountMinor: 40_00n, comment: 'third' },
]
const grantList = list<Grant>({
  name: 'test-grants',
  defaultSort: 'charity',
  columns: [
    { key: 'charity', heading: 'Charity', type: 'text', value: row => row.charity, isRowHeading: true },
    { key: 'amount', heading: 'Amount', type: 'money', value: row => row.amountMinor },
    { key: 'comment', heading: 'Comment', type: 'text', value: row => row.comment, onScreen: 'chosen' },
  ],
})

function Example({ rows = grants }: { rows?: readonly Grant[] }) {
  const [keys, onChange] = useState<ReadonlySet<RowKey>>(new Set())
  const [keywords, setKeywords] = useState('')
  return (
    <ListTable
      list={grantList}
      what="grants"
      caption="Grants"
      currency="USD"
      rows={rows.filter(row => row.charity.includes(keywords))}
      rowKey={row => row.id}
      empty={{ text: 'Grants will appear here.' }}
      filter={{
        name: 'keywords',
        label: 'Search grants',
        value: keywords,
        searchedFor: keywords,
        onChange: setKeywords,
      }}
      selection={{ keys, onChange, summary: selected => ` (${selected.map(row => row.id).join(' ')})` }}
    />
  )
}

beforeEach(() => {
  localStorage.clear()
  const context = document.createElement('script')
  context.id = 'client-context'
  context.type = 'application/json'
  context.textContent = JSON.stringify(contextOfPage())
  document.head.append(context)
  return () => context.remove()
})

test('selects rows one by one and all at once by keyboard, and says how many', async () => {
  const screen = await render(<Example />)
  const all = screen.getByRole('checkbox', { name: 'Select all grants' })
  const status = screen.getByRole('status')
  ;(screen.getByRole('checkbox', { name: 'Select Oak Fund' }).element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  await expect.element(status).toHaveTextContent('1 of 3 grants selected (b).')
  expect((all.element() as HTMLInputElement).indeterminate).toBe(true)
  ;(all.element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  await expect.element(status).toHaveTextContent('3 of 3 grants selected (a b c).')
  await expect.element(all).toBeChecked()
  await screen.getByRole('button', { name: 'Clear selection' }).click()
  await expect.element(status).toHaveTextContent('')
  await expect.element(all).not.toBeChecked()
})

test('a row that is no longer listed does not count as selected', async () => {
  const screen = await render(<Example />)
  await screen.getByRole('checkbox', { name: 'Select all grants' }).click()
  await screen.rerender(<Example rows={grants.slice(1)} />)
  await expect.element(screen.getByRole('status')).toHaveTextContent('2 of 2 grants selected (b c).')
})

test('names the keywords that match nothing, and shows all rows again', async () => {
  const screen = await render(<Example />)
  await screen.getByRole('searchbox', { name: 'Search grants' }).fill('Ash')
  await expect.element(screen.getByText('No grants match “Ash”.')).toBeVisible()
  await screen.getByRole('button', { name: 'Show all grants' }).click()
  await expect.element(screen.getByRole('rowheader', { name: 'Elm Trust' })).toBeVisible()
})

test('keeps the chosen columns on the device, and ignores what it cannot read there', async () => {
  const first = await render(<Example />)
  ;(first.getByText('Columns', { exact: true }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await first.getByRole('checkbox', { name: 'Comment' }).click()
  await first.getByRole('checkbox', { name: 'Amount' }).click()
  await expect.element(first.getByRole('columnheader', { name: 'Comment' })).toBeVisible()
  await first.unmount()

  const second = await render(<Example />)
  await expect.element(second.getByRole('columnheader', { name: 'Comment' })).toBeVisible()
  await expect.element(second.getByRole('columnheader', { name: 'Amount' })).not.toBeInTheDocument()
  await second.unmount()

  localStorage.setItem('almoner-columns-test-grants', '{"amount":"no","comment":')
  const third = await render(<Example />)
  await expect.element(third.getByRole('columnheader', { name: 'Amount' })).toBeVisible()
  await expect.element(third.getByRole('columnheader', { name: 'Comment' })).not.toBeInTheDocument()
})

test('shows that rows are loading, or why there are none, below the filter', async () => {
  const about = {
    list: grantList,
    what: 'grants',
    caption: 'Grants',
    currency: 'USD' as const,
    rows: undefined,
    rowKey: (row: Grant) => row.id,
    empty: { text: 'Grants will appear here.' },
  }
  const screen = await render(<ListTable {...about} />)
  await expect.element(screen.getByText('Loading the grants')).toBeInTheDocument()
  await screen.rerender(<ListTable {...about} loadFailure="The grants could not be loaded." />)
  await expect.element(screen.getByText('The grants could not be loaded.')).toBeVisible()
})

test('a list of which some rows are loaded is printed only with all of them, and then shows as many as before', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  const many = Array.from({ length: 12 }, (_, index) => ({
    ...first,
    id: `${index}`,
    charity: `Trust ${index}`,
  }))
  function Paged({ isLoaded, hasFailed = false }: { isLoaded: boolean; hasFailed?: boolean }) {
    const [view, setView] = useState<View>('10')
    const isAll = view === 'all' && isLoaded
    return (
      <>
        <ListTable
          list={grantList}
          what="grants"
          caption="Grants"
          currency="USD"
          rows={view === 'all' && hasFailed ? undefined : isAll ? many : many.slice(0, 10)}
          loadFailure={view === 'all' && hasFailed ? 'The grants could not be loaded.' : undefined}
          rowKey={row => row.id}
          empty={{ text: 'Grants will appear here.' }}
          view={{ value: view, total: 12, onChange: setView }}
        />
        <ToastRegion />
      </>
    )
  }
  const screen = await render(<Paged isLoaded={false} />)
  const rows = () => screen.getByRole('rowheader').elements().length
  const button = screen.getByRole('button', { name: /^(Print all 12 grants|Loading all rows…)$/ })
  await button.click()
  await expect.element(button).toHaveTextContent('Loading all rows…')
  expect([rows(), print.mock.calls.length]).toEqual([10, 0])
  await screen.rerender(<Paged isLoaded />)
  await vi.waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(rows()).toBe(12)
  window.dispatchEvent(new Event('afterprint'))
  await vi.waitFor(() => expect(rows()).toBe(10))
  await expect.element(button).toHaveFocus()

  await screen.rerender(<Paged isLoaded={false} hasFailed />)
  await userEvent.keyboard('{Control>}p{/Control}')
  await expect.element(screen.getByText('Nothing was printed')).toBeVisible()
  await vi.waitFor(() => expect(rows()).toBe(10))
  expect(print).toHaveBeenCalledOnce()
})

test('a cell that looks different still has the sign of its status', async () => {
  const signed = list<Grant>({
    name: 'test-signs',
    defaultSort: 'charity',
    columns: [
      { key: 'charity', heading: 'Charity', type: 'text', value: row => row.charity, isRowHeading: true },
      { key: 'status', heading: 'Status', type: 'text', value: () => 'Cleared', sign: () => 'done' },
    ],
  })
  const screen = await render(
    <ListTable
      list={signed}
      what="grants"
      caption="Grants"
      currency="USD"
      rows={[first]}
      rowKey={row => row.id}
      empty={{ text: 'None.' }}
      cells={{
        status: (row, shown) => (
          <p>
            {shown} <b>{row.comment}</b>
          </p>
        ),
      }}
    />,
  )
  await expect.element(screen.getByText('first')).toBeVisible()
  const status = screen.getByText('Cleared').element()
  expect(status.className).toMatch(/done/)
})
