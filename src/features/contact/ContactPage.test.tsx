import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  challenge,
  endServer,
  fill,
  playServer,
  press,
  problem,
  server,
  show,
} from '../../testing/screens/contact-page.tsx'

beforeEach(playServer)
afterEach(endServer)

describe('contact page of a visitor (§17)', () => {
  test('sends a message with a solved challenge and shows the reference number', async () => {
    const screen = await show('/contact?topic=charity')
    await expect.element(screen.getByLabelText('What is it about?')).toHaveValue('charity')
    await fill(screen)
    await expect.element(screen.getByText('Check complete')).toBeVisible()
    await press(screen)
    await expect.element(screen.getByText('Thank You')).toBeVisible()
    await expect.element(screen.getByText('4821 0937')).toBeVisible()
    await expect.element(screen.getByText('ada@reader.example')).toBeVisible()
    expect(server.sent).toMatchObject([
      {
        address: '/api/contact-messages',
        attributes: {
          topic: 'grant',
          name: 'Ada Winslow',
          phone: '',
          botCheck: {
            service: 'altcha',
            answer: { challenge, solution: { derivedKey: expect.stringMatching(/^0/) } },
          },
        },
      },
    ])
    await screen.getByRole('button', { name: 'Send another message' }).click()
    await expect.element(screen.getByLabelText('Your message')).toHaveValue('')
  })

  test('shows the contact details and ignores an unknown topic', async () => {
    const screen = await show('/contact?topic=spam')
    await expect.element(screen.getByLabelText('What is it about?')).toHaveValue('')
    for (const text of ['(215) 555-0100', 'support@npt.example', 'Monday to Friday, 9 a.m. to 5 p.m.'])
      await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
    await expect.element(screen.getByText('100 Meetinghouse Square', { exact: false })).toBeVisible()
  })

  test('lists the missing fields and sends nothing', async () => {
    const screen = await show()
    await press(screen)
    const summary = screen.getByRole('alert').first()
    await expect.element(summary).toHaveFocus()
    for (const text of [
      'Choose what your message is about',
      'Enter your message',
      'Enter your name',
      'Enter an e-mail address, such as name@example.org',
    ])
      await expect.element(summary.getByText(text)).toBeVisible()
    expect(server.sent).toEqual([])
  })

  test('retries a lost message with the same key, and uses a new key for a changed one', async () => {
    server.answers = [
      () => Promise.reject(new TypeError('the network is gone')),
      () => problem('validation', 400, { errors: { botCheck: ['Please send your message again.'] } }),
    ]
    const screen = await show()
    await fill(screen)
    await press(screen)
    await expect.element(screen.getByText('The portal could not be reached', { exact: false })).toBeVisible()
    await press(screen)
    await expect.element(screen.getByText('Please send your message again.')).toBeVisible()
    await screen.getByLabelText('Your message').fill('Does the river school qualify?')
    await press(screen)
    await expect.element(screen.getByText('Thank You')).toBeVisible()
    const [first, second, third] = server.sent.map(({ key }) => key)
    expect(first).toBe(second)
    expect(third).not.toBe(first)
  })

  test('names the bot check as unavailable when the challenge cannot be solved (§8)', async () => {
    const parameters = { ...challenge.parameters, keyPrefix: 'f'.repeat(24) }
    server.task = { service: 'altcha', challenge: { ...challenge, parameters }, maxSteps: 2 }
    const screen = await show()
    await fill(screen)
    await expect.element(screen.getByText('The check didn’t work.', { exact: false })).toBeVisible()
    await press(screen)
    await expect
      .element(
        screen.getByText(
          'We’re sorry, there is currently an issue with ALTCHA and the service is temporarily unavailable. Please refresh and try again.',
        ),
      )
      .toBeVisible()
    expect(server.sent).toEqual([])
  })
})

describe('external bot check (§17)', () => {
  type RenderOptions = { sitekey: string; callback: (token: string) => void; 'expired-callback': () => void }
  let rendered: RenderOptions[]
  beforeEach(() => {
    rendered = []
    server.task = { service: 'hcaptcha', siteKey: 'site-key' }
  })

  test('appears when the visitor starts typing, and its token is sent with the message', async () => {
    vi.stubGlobal('hcaptcha', {
      render: (container: HTMLElement, options: RenderOptions) => {
        container.textContent = 'I am human'
        rendered.push(options)
      },
    })
    const screen = await show()
    expect(rendered).toEqual([])
    await fill(screen)
    await expect.element(screen.getByText('I am human')).toBeVisible()
    await press(screen)
    await expect.element(screen.getByText('Please complete the check below the form first')).toBeVisible()
    const [service] = rendered
    expect(service?.sitekey).toBe('site-key')
    service?.callback('expired')
    service?.['expired-callback']()
    await press(screen)
    expect(server.sent).toEqual([])
    service?.callback('the token')
    await press(screen)
    await expect.element(screen.getByText('Thank You')).toBeVisible()
    expect(server.sent[0]?.attributes.botCheck).toEqual({ service: 'hcaptcha', token: 'the token' })
  })

  test('is named as unavailable when it cannot be loaded (§8)', async () => {
    server.task = { service: 'turnstile', siteKey: 'site-key' }
    vi.stubGlobal('turnstile', {
      render: () => {
        throw new Error('blocked')
      },
    })
    const screen = await show()
    await fill(screen)
    await expect.element(screen.getByText('The check didn’t work.', { exact: false })).toBeVisible()
    await press(screen)
    await expect
      .element(screen.getByText('an issue with Cloudflare Turnstile', { exact: false }))
      .toBeVisible()
  })
})
