import { afterEach, expect, test } from 'vitest'
import {
  endServer,
  fakeServer,
  itemWith,
  key,
  showEditors,
} from '../../../../testing/screens/content-editor.tsx'
import { fieldId } from '../../../../web/ui/fields/field-props.ts'

afterEach(endServer)

const sentences = ['Enter a date', 'Enter a day that exists: February 2027 has 28 days', 'Enter a time']

test.each([
  ['', '09:00', 'publishDate', sentences[0]],
  ['02/30/2027', '09:00', 'publishDate', sentences[1]],
  ['03/01/2027', '', 'publishTime', sentences[2]],
])('refuses the date “%s” and the time “%s” with one sentence, at %s', async (date, time, name, sentence) => {
  const { sent } = fakeServer({ [`GET ${key}`]: () => itemWith('The words.') })
  const { screen } = await showEditors('/content/question/what-is-a-daf')
  await screen.getByRole('radio', { name: 'At a date and time' }).click()
  await screen.getByRole('textbox', { name: 'Date' }).fill(date)
  await screen.getByLabelText('Time', { exact: true }).fill(time)
  await screen.getByRole('button', { name: 'Send for approval' }).click()
  const field = screen.elementLocator(document.getElementById(fieldId(name)) ?? document.body)
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(String(sentence)))
  const shown = screen.getByRole('region', { name: 'Publishing' }).element().textContent
  expect(sentences.filter(each => shown.includes(each))).toEqual([sentence])
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(sent()).toEqual([])
})
