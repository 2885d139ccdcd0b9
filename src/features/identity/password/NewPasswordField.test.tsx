import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { NewPasswordField } from './NewPasswordField.tsx'
import '../../../web/styles.ts'

function Framed({ errors = [] }: { errors?: readonly string[] }) {
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

test('a password can be pasted, and a password manager knows that it is a new one', async () => {
  const screen = await render(<Framed />)
  const field = screen.getByLabelText('New password')
  await expect.element(field).toHaveAttribute('autocomplete', 'new-password')
  await screen.getByLabelText('From a password manager').click()
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}')
  await userEvent.copy()
  await field.click()
  await userEvent.paste()
  await expect.element(field).toHaveValue('quiet otters read maps')
})

test('a password is hidden until its person wants to see it', async () => {
  const screen = await render(<Framed />)
  const field = screen.getByLabelText('New password')
  await expect.element(field).toHaveAttribute('type', 'password')
  await screen.getByRole('checkbox', { name: 'Show password' }).click()
  await expect.element(field).toHaveAttribute('type', 'text')
  await screen.getByRole('checkbox', { name: 'Show password' }).click()
  await expect.element(field).toHaveAttribute('type', 'password')
})

test('its length is shown as it grows, and not beside what is wrong with it', async () => {
  const screen = await render(<Framed />)
  await expect.element(screen.getByText('12 more characters')).toBeVisible()
  await screen.getByLabelText('New password').fill('quiet otter')
  await expect.element(screen.getByText('1 more character')).toBeVisible()
  await screen.getByLabelText('New password').fill('quiet otters')
  await expect.element(screen.getByText('Long enough')).toBeVisible()
  await screen.getByLabelText('New password').fill('quiet otters read')
  await expect.element(screen.getByText('Good length')).toBeVisible()
  await screen.rerender(<Framed errors={['This password is on a list']} />)
  await expect.element(screen.getByText('Good length')).not.toBeInTheDocument()
})
