import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { NewPasswordField } from './NewPasswordField.tsx'
import '../../../web/styles.ts'

function Example({ errors = [] }: { errors?: readonly string[] }) {
  const [value, setValue] = useState('')
  return (
    <>
      <label>
        From a password manager <input defaultValue="quiet otters read maps" />
      </label>
      <NewPasswordField
        label="New password"
        field={{ name: 'password', value, onChange: setValue, errors }}
      />
    </>
  )
}

test('accepts a pasted password, and is marked as a new password for password managers', async () => {
  const screen = await render(<Example />)
  const field = screen.getByLabelText('New password')
  await expect.element(field).toHaveAttribute('autocomplete', 'new-password')
  await screen.getByLabelText('From a password manager').click()
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}')
  await userEvent.copy()
  await field.click()
  await userEvent.paste()
  await expect.element(field).toHaveValue('quiet otters read maps')
})

test('hides the password until Show password is ticked', async () => {
  const screen = await render(<Example />)
  const field = screen.getByLabelText('New password')
  await expect.element(field).toHaveAttribute('type', 'password')
  await screen.getByRole('checkbox', { name: 'Show password' }).click()
  await expect.element(field).toHaveAttribute('type', 'text')
  await screen.getByRole('checkbox', { name: 'Show password' }).click()
  await expect.element(field).toHaveAttribute('type', 'password')
})

test('shows the length while typing, and hides it next to an error', async () => {
  const screen = await render(<Example />)
  await expect.element(screen.getByText('12 more characters')).toBeVisible()
  await screen.getByLabelText('New password').fill('quiet otter')
  await expect.element(screen.getByText('1 more character')).toBeVisible()
  await screen.getByLabelText('New password').fill('quiet otters')
  await expect.element(screen.getByText('Long enough')).toBeVisible()
  await screen.getByLabelText('New password').fill('quiet otters read')
  await expect.element(screen.getByText('Good length')).toBeVisible()
  await screen.rerender(<Example errors={['This password is on a list']} />)
  await expect.element(screen.getByText('Good length')).not.toBeInTheDocument()
})
