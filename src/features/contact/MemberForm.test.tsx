import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  endServer,
  playServer,
  press,
  problem,
  server,
  show,
  signIn,
} from '../../testing/screens/contact-page.tsx'

beforeEach(playServer)
afterEach(endServer)

describe('contact form of a signed-in person (§17)', () => {
  test('fills in the e-mail address and lists the current fund account first', async () => {
    signIn(204_318)
    server.accounts = [
      { fundId: 204_001, accountName: 'Alder Fund' },
      { fundId: 204_318, accountName: 'The Whitcombe Family Fund' },
    ]
    const screen = await show()
    const funds = screen.getByLabelText('Fund account')
    await expect.element(funds).toHaveValue('204318')
    await expect.element(screen.getByText('Alder Fund, 204001')).toBeInTheDocument()
    const options = [...(funds.element() as HTMLSelectElement).options].map(({ text }) => text)
    expect(options).toEqual([
      'The Whitcombe Family Fund, 204318',
      'Alder Fund, 204001',
      'No particular account',
    ])
    await expect
      .element(screen.getByLabelText('E-mail address for our reply'))
      .toHaveValue('eleanor@npt.example')
    expect(document.querySelector('[name=name], [name=phone]')).toBeNull()

    await screen.getByLabelText('What is it about?').selectOptions('My fund or a statement')
    await screen.getByLabelText('Your message').fill('Where is my statement?')
    await funds.selectOptions('Alder Fund, 204001')
    await press(screen)
    await expect.element(screen.getByText('4821 0937')).toBeVisible()
    expect(server.sent).toMatchObject([
      { address: '/api/my-contact-messages', account: '204001', attributes: { aboutFund: true } },
    ])
  })

  test('starts with the new account after a switch of accounts (§2.4)', async () => {
    signIn(204_318)
    const screen = await show('/contact?topic=other')
    await expect.element(screen.getByLabelText('Fund account')).toHaveValue('204318')
    signIn(204_777)
    await expect.element(screen.getByLabelText('Fund account')).toHaveValue('204777')
    await screen.getByLabelText('Your message').fill('Good morning.')
    await press(screen)
    await expect.element(screen.getByText('4821 0937')).toBeVisible()
    expect(server.sent).toMatchObject([{ account: '204777' }])
  })

  test('keeps a pasted text that is too long and shows by how much', async () => {
    signIn(0)
    const screen = await show('/contact?topic=other')
    const message = screen.getByLabelText('Your message')
    await message.click()
    document.execCommand('insertText', false, 'x'.repeat(4003))
    await expect.element(message).toHaveValue('x'.repeat(4003))
    await expect.element(screen.getByText('3 characters too many')).toBeVisible()
    await press(screen)
    await expect.element(screen.getByRole('alert').getByText('Use 4,000 characters or fewer')).toBeVisible()
    expect(server.sent).toEqual([])
  })

  test('sends a message without a fund account', async () => {
    signIn(204_318)
    const screen = await show('/contact?topic=other')
    await screen.getByLabelText('Fund account').selectOptions('No particular account')
    await screen.getByLabelText('Your message').fill('Good morning.')
    await press(screen)
    await expect.element(screen.getByText('4821 0937')).toBeVisible()
    expect(server.sent).toMatchObject([{ account: '0', attributes: { aboutFund: false } }])
  })

  test('shows the waiting time in the form when there are too many messages, and keeps the text', async () => {
    signIn(0)
    server.answers = [
      () =>
        problem('too-many-requests', 429, { detail: 'Too many messages. Please try again in 2 seconds.' }),
    ]
    const screen = await show('/contact?topic=other')
    await screen.getByLabelText('Your message').fill('Good morning.')
    await press(screen)
    await expect
      .element(screen.getByRole('alert').getByText('Please try again in 2 seconds.', { exact: false }))
      .toBeVisible()
    await expect.element(screen.getByLabelText('Your message')).toHaveValue('Good morning.')
  })

  test('asks before leaving an unsent message (§4)', async () => {
    signIn(0)
    const screen = await show('/contact?topic=other')
    await screen.getByLabelText('Your message').fill('Half a thought')
    await screen.getByRole('link', { name: 'Leave' }).click()
    await expect.element(screen.getByText('You have unsaved changes')).toBeVisible()
    await screen.getByRole('button', { name: 'Stay on this page' }).click()
    await expect.element(screen.getByLabelText('Your message')).toHaveValue('Half a thought')
  })
})
