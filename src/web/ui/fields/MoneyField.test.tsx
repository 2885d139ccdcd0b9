import { useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { MoneyField } from './MoneyField.tsx'

function Example({ stored = null }: { stored?: bigint | null }) {
  const [amountMinor, setAmountMinor] = useState<bigint | null>(stored)
  return (
    <I18nProvider locale="en-US">
      <MoneyField
        label="Amount"
        name="amount"
        currency="USD"
        maxMinor={1_000_000_000_00n}
        value={amountMinor}
        onChange={setAmountMinor}
      />
      <output>{amountMinor === null ? 'none' : amountMinor.toString()}</output>
      <button type="button" onClick={() => setAmountMinor(40_00n)}>
        As last time
      </button>
    </I18nProvider>
  )
}

test('parses the typed amount into minor units and formats it when the field loses the focus (§16)', async () => {
  const screen = await render(<Example />)
  const field = screen.getByLabelText('Amount')
  await field.fill('1284310.4')
  await expect.element(screen.getByRole('status')).toHaveTextContent('128431040')
  await userEvent.tab()
  await expect.element(field).toHaveValue('1,284,310.40')
})

test('leaves an invalid amount as typed and shows an error when the field loses the focus (§16)', async () => {
  const screen = await render(<Example />)
  const field = screen.getByLabelText('Amount')
  await field.fill('12,50')
  await expect.element(field).not.toHaveAttribute('aria-invalid')
  await userEvent.tab()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field).toHaveAccessibleDescription(/Enter an amount in figures/)
  await expect.element(field).toHaveValue('12,50')
  await expect.element(screen.getByRole('status')).toHaveTextContent('none')
})

test('an amount copied from an earlier grant replaces the typed one (§13)', async () => {
  const screen = await render(<Example stored={25_00n} />)
  const field = screen.getByLabelText('Amount')
  await expect.element(field).toHaveValue('25.00')
  await field.fill('7')
  await screen.getByRole('button', { name: 'As last time' }).click()
  await expect.element(field).toHaveValue('40.00')
})
