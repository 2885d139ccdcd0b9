import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pageFaults } from '../../testing/browser/page-faults.ts'
import { staffScreens } from '../../testing/screens/staff-screens.tsx'
import { SavedViews } from './SavedViews.tsx'
import '../../web/styles.ts'

const [width, height] = [window.innerWidth, window.innerHeight]
const { fetched, show } = staffScreens(['SUPER_DASHBOARD_VIEW'])
beforeEach(async () => await page.viewport(320, 700))
afterEach(async () => await page.viewport(width, height))

const unpaid = {
  ...{ viewId: '0190a000-0000-7000-8000-000000000041', name: 'Unpaid' },
  filters: { status: '3' },
}
const showViews = (filters: Record<string, string | undefined>) =>
  show(
    <SavedViews
      list="all-grants"
      filters={filters}
      addressOf={given => `/grants?${new URLSearchParams(given)}`}
    />,
  )

test('opens the saved filters, and saves those that are set, at 320 px without faults of access', async () => {
  const sent: unknown[] = []
  fetched.mockImplementation(async (_address, request) => {
    if (request?.method === 'POST') sent.push(JSON.parse(String(request.body)))
    return Response.json({ views: [unpaid] })
  })
  const screen = await showViews({ keywords: 'Harbor', status: undefined })
  await screen.getByRole('button', { name: 'Saved views' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Saved views' })
  await expect
    .element(dialog.getByRole('link', { name: 'Unpaid' }))
    .toHaveAttribute('href', '/grants?status=3')
  expect(await pageFaults()).toEqual([])
  await dialog.getByRole('textbox', { name: 'Name of this view' }).click()
  await userEvent.keyboard('Harbor only{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent).toEqual([
    {
      data: {
        type: 'command',
        attributes: { list: 'all-grants', name: 'Harbor only', filters: { keywords: 'Harbor' } },
      },
    },
  ])
})

test('without filters there is nothing to save; a view is deleted by the keyboard', async () => {
  const asked: string[] = []
  fetched.mockImplementation(async address => {
    asked.push(new URL(String(address), window.location.href).pathname)
    return Response.json({ views: [unpaid] })
  })
  const screen = await showViews({ status: undefined })
  await screen.getByRole('button', { name: 'Saved views' }).click()
  await expect.element(screen.getByText('Set filters first to save them under a name.')).toBeVisible()
  const remove = screen.getByRole('button', { name: 'Delete the view Unpaid' })
  await expect.element(remove).toBeVisible()
  const element = remove.element()
  if (element instanceof HTMLElement) element.focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => asked).toContain(`/api/saved-views/${unpaid.viewId}/delete`)
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})
