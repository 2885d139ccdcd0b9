import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { RowMenu } from './RowMenu.tsx'

test('opens by keyboard, runs an action once, closes and gives the focus back', async () => {
  const archived = vi.fn()
  const screen = await render(
    <RowMenu
      what="Agreement.pdf"
      actions={[{ text: 'Archive', about: 'Agreement.pdf', onPress: () => archived() }]}
    />,
  )
  const trigger = screen.getByRole('button', { name: 'Actions for Agreement.pdf' })
  ;(trigger.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(trigger).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('{Tab}')
  await expect.element(screen.getByRole('button', { name: 'Archive Agreement.pdf' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(archived).toHaveBeenCalledTimes(1)
  await expect.element(trigger).toHaveAttribute('aria-expanded', 'false')
  await expect.element(trigger).toHaveFocus()
})

test('is not there for a row without actions', async () => {
  const screen = await render(<RowMenu what="Agreement.pdf" actions={[]} />)
  expect(screen.container).toBeEmptyDOMElement()
})
