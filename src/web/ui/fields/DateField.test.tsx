import { useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as z from 'zod/mini'
import { type DateRange, type IsoDate, isoDate } from '../../../domain/dates.ts'
import { Form } from '../../form/Form.tsx'
import { useForm } from '../../form/use-form.ts'
import { DateField } from './DateField.tsx'
import { DateRangePicker } from './DateRangePicker.tsx'

const saved: unknown[] = []

function FormWithDate({ stored }: { stored: IsoDate | null }) {
  const form = useForm({
    schema: z.object({ day: z.custom<IsoDate | null>() }),
    initial: { day: stored },
    save: async values => {
      saved.push(values.day)
    },
  })
  return (
    <I18nProvider locale="en-US">
      <Form form={form} guardsChanges={false}>
        <DateField label="Day" latest={isoDate('2026-11-26')} {...form.field('day')} />
        <output>{form.values.day ?? 'none'}</output>
        <button type="submit">Save</button>
        <button type="button" onClick={() => form.set('day', isoDate('2020-05-06'))}>
          As last time
        </button>
      </Form>
    </I18nProvider>
  )
}

test('a date counts as it was typed, and is written in figures when the field is left', async () => {
  const screen = await render(<FormWithDate stored={null} />)
  const field = screen.getByRole('textbox', { name: 'Day' })
  await field.click()
  await userEvent.keyboard('1231202')
  await expect.element(screen.getByRole('status')).toHaveTextContent('none')
  await expect.element(field).not.toHaveAttribute('aria-invalid')
  await userEvent.keyboard('5')
  await expect.element(screen.getByRole('status')).toHaveTextContent('2025-12-31')
  await userEvent.tab()
  // The calendar belongs to the field.
  await expect.element(screen.getByRole('button', { name: 'Calendar Day' })).toHaveFocus()
  await expect.element(field).toHaveValue('12312025')
  await userEvent.tab()
  await expect.element(field).toHaveValue('12/31/2025')
})

test('a form with a date that does not exist is not sent, and says why', async () => {
  saved.length = 0
  const screen = await render(<FormWithDate stored={isoDate('2025-01-31')} />)
  const field = screen.getByRole('textbox', { name: 'Day' })
  const sentence = 'Enter a day that exists: February 2025 has 28 days'
  await field.fill('02/30/2025')
  await expect.element(field).not.toHaveAttribute('aria-invalid')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('alert').getByRole('link')).toHaveTextContent(sentence)
  await expect.element(field).toHaveAccessibleDescription(sentence)
  await expect.element(field).toHaveValue('02/30/2025')
  await field.fill('2/28/2025')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => saved).toEqual(['2025-02-28'])
})

test('a date after the last one stays as typed with a sentence, until another value replaces it', async () => {
  saved.length = 0
  const screen = await render(<FormWithDate stored={null} />)
  const field = screen.getByRole('textbox', { name: 'Day' })
  await field.fill('11/27/2026')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(field).toHaveAccessibleDescription('Enter November 26, 2026 or an earlier date')
  await expect.element(field).toHaveValue('11/27/2026')
  expect(saved).toEqual([])
  await screen.getByRole('button', { name: 'As last time' }).click()
  await expect.element(field).toHaveValue('05/06/2020')
  await expect.element(field).not.toHaveAttribute('aria-invalid')
})

test('a day that is picked from the calendar counts at once', async () => {
  const screen = await render(<FormWithDate stored={isoDate('2025-01-31')} />)
  await screen.getByRole('button', { name: 'Calendar Day' }).click()
  await screen
    .getByRole('dialog', { name: 'Day' })
    .getByRole('button', { name: /January 7, 2025/ })
    .click()
  await expect.element(screen.getByRole('status')).toHaveTextContent('2025-01-07')
  await expect.element(screen.getByRole('textbox', { name: 'Day' })).toHaveValue('01/07/2025')
  await expect.element(screen.getByRole('button', { name: 'Calendar Day' })).toHaveFocus()
})

const ranges: string[] = []

function RangeExample() {
  const [range, setRange] = useState<DateRange | null>({
    from: isoDate('2026-01-01'),
    to: isoDate('2026-11-26'),
  })
  return (
    <I18nProvider locale="en-GB">
      <DateRangePicker
        label="Dates"
        name="dates"
        value={range}
        earliest={isoDate('2021-03-04')}
        latest={isoDate('2026-11-26')}
        isRequired
        onChange={next => {
          ranges.push(`${next?.from} ${next?.to}`)
          setRange(next)
        }}
      />
      <button type="button">Elsewhere</button>
    </I18nProvider>
  )
}

test('a range counts when both of its days are left, never with one of them half typed', async () => {
  ranges.length = 0
  const screen = await render(<RangeExample />)
  const [first, last] = [
    screen.getByRole('textbox', { name: 'First day' }),
    screen.getByRole('textbox', { name: 'Last day' }),
  ]
  await first.fill('15032025')
  await last.fill('14/03/2025')
  expect(ranges).toEqual([])
  await screen.getByRole('button', { name: 'Elsewhere' }).click()
  await expect
    .element(last)
    .toHaveAccessibleDescription(
      'Enter 15 March 2025 or a later date, so that it is not before the first day',
    )
  await expect.element(last).toHaveValue('14/03/2025')
  await first.fill('3 March 2021')
  await screen.getByRole('button', { name: 'Elsewhere' }).click()
  await expect.element(first).toHaveAccessibleDescription('Enter 4 March 2021 or a later date')
  expect(ranges).toEqual([])
  await first.fill('2025-03-01')
  await screen.getByRole('button', { name: 'Elsewhere' }).click()
  await expect.poll(() => ranges).toEqual(['2025-03-01 2025-03-14'])
  await expect.element(first).toHaveValue('01/03/2025')
  await expect.element(last).not.toHaveAttribute('aria-invalid')
})
