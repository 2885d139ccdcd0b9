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

describe('open-points 7 whoever is signed in', () => {
  test('finds their address, and the fund account that they are on before their others', async () => {
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
    expect(options).toEqual(['The Whitcombe Family Fund, 204318', 'Alder Fund, 204001', 'None in particular'])
    await expect
      .element(screen.getByLabelText('E-mail address for our answer'))
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

  test('§2.4 who changes to another account before they write begins with that one', async () => {
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

  test('who pastes more than is taken is told how much, and loses no word of it', async () => {
    signIn(0)
    const screen = await show('/contact?topic=other')
    const message = screen.getByLabelText('Your message')
    await message.click()
    document.execCommand('insertText', false, 'x'.repeat(4003))
    await expect.element(message).toHaveValue('x'.repeat(4003))
    await expect.element(screen.getByText('3 characters too many')).toBeVisible()
    await press(screen)
    await expect.element(screen.getByRole('alert').getByText('Write 4,000 characters or fewer')).toBeVisible()
    expect(server.sent).toEqual([])
  })

  test('may write about no fund account', async () => {
    signIn(204_318)
    const screen = await show('/contact?topic=other')
    await screen.getByLabelText('Fund account').selectOptions('None in particular')
    await screen.getByLabelText('Your message').fill('Good morning.')
    await press(screen)
    await expect.element(screen.getByText('4821 0937')).toBeVisible()
    expect(server.sent).toMatchObject([{ account: '0', attributes: { aboutFund: false } }])
  })

  test('who writes too much reads in the form how long to wait, and the message is still there', async () => {
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

  test('§4 is asked before a message that is begun is left', async () => {
    signIn(0)
    const screen = await show('/contact?topic=other')
    await screen.getByLabelText('Your message').fill('Half a thought')
    await screen.getByRole('link', { name: 'Leave' }).click()
    await expect.element(screen.getByText('You have unsaved changes')).toBeVisible()
    await screen.getByRole('button', { name: 'Stay on this page' }).click()
    await expect.element(screen.getByLabelText('Your message')).toHaveValue('Half a thought')
  })
})
