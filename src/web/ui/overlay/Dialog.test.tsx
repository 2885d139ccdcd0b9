import { useLayoutEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog } from './Dialog.tsx'
import { dismissAllDialogs } from './open-dialogs.ts'

function Accounts() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        View Accounts
      </button>
      <Dialog title="Accounts" isOpen={isOpen} onClose={() => setOpen(false)}>
        <input aria-label="Search" />
      </Dialog>
    </>
  )
}

test('the dialog returns the focus to what opened it (§2.4)', async () => {
  const screen = await render(<Accounts />)
  const trigger = screen.getByRole('button', { name: 'View Accounts' })
  await trigger.click()
  await expect.element(screen.getByRole('dialog', { name: 'Accounts' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(trigger).toHaveFocus()
})

/** Makes closing take longer than React works without a pause, so that effects run in a later task. */
function SlowToClose() {
  useLayoutEffect(
    () => () => {
      const sinceMs = performance.now()
      while (performance.now() - sinceMs < 20);
    },
    [],
  )
  return null
}

test('the dialog returns the focus if the next animation frame comes before the effects', async () => {
  let close = () => {}
  function Opener() {
    const [isOpen, setOpen] = useState(false)
    close = () => setOpen(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          View Accounts
        </button>
        <Dialog title="Accounts" isOpen={isOpen} onClose={close}>
          <SlowToClose />
          <input aria-label="Search" />
        </Dialog>
      </>
    )
  }
  const screen = await render(<Opener />)
  const trigger = screen.getByRole('button', { name: 'View Accounts' })
  await trigger.click()
  await expect.element(screen.getByRole('dialog', { name: 'Accounts' })).toBeVisible()
  const frame = vi.spyOn(window, 'requestAnimationFrame').mockImplementation(callback => {
    queueMicrotask(() => callback(performance.now()))
    return 0
  })
  close()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  frame.mockRestore()
  await expect.element(trigger).toHaveFocus()
})

test('a route change dismisses every modal (§2.1)', async () => {
  const screen = await render(<Accounts />)
  await screen.getByRole('button', { name: 'View Accounts' }).click()
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  dismissAllDialogs()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test("'Are you sure you want to remove?' offers Yes and No, with the focus on No (§2.8)", async () => {
  const answers: string[] = []
  const screen = await render(
    <ConfirmDialog
      title="Are you sure you want to remove?"
      isOpen
      onCancel={() => answers.push('No')}
      onConfirm={() => answers.push('Yes')}
    />,
  )
  await expect
    .element(screen.getByRole('alertdialog', { name: 'Are you sure you want to remove?' }))
    .toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'No' })).toHaveFocus()
  await screen.getByRole('button', { name: 'Yes' }).click()
  expect(answers).toEqual(['Yes'])
})
