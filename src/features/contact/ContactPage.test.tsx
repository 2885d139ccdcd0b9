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

describe('open-points 7 a visitor', () => {
  test('writes, while the browser solves the challenge, and reads the number', async () => {
    const screen = await show('/contact?topic=charity')
    await expect.element(screen.getByLabelText('What is it about?')).toHaveValue('charity')
    await fill(screen)
    await expect.element(screen.getByText('The check is done.')).toBeVisible()
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
    await screen.getByRole('button', { name: 'Write another message' }).click()
    await expect.element(screen.getByLabelText('Your message')).toHaveValue('')
  })

  test('sees every other way to reach the house, and a topic that there is not chooses none', async () => {
    const screen = await show('/contact?topic=spam')
    await expect.element(screen.getByLabelText('What is it about?')).toHaveValue('')
    for (const text of ['+1 215 555 0100', 'support@npt.example', 'Monday to Friday, 9 a.m. to 5 p.m.'])
      await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
    await expect.element(screen.getByText('100 Meetinghouse Square', { exact: false })).toBeVisible()
  })

  test('is told what is missing, and nothing is sent', async () => {
    const screen = await show()
    await press(screen)
    const summary = screen.getByRole('alert').first()
    await expect.element(summary).toHaveFocus()
    for (const text of [
      'Choose what your message is about',
      'Write your message',
      'Enter your name',
      'Enter an e-mail address, such as name@example.org',
    ])
      await expect.element(summary.getByText(text)).toBeVisible()
    expect(server.sent).toEqual([])
  })

  test('whose message got lost sends it again with the same key and another proof; a changed one has a key of its own', async () => {
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

  test('§8 is told that the check is not available where it cannot be made', async () => {
    const parameters = { ...challenge.parameters, keyPrefix: 'f'.repeat(24) }
    server.task = { service: 'altcha', challenge: { ...challenge, parameters }, stepsAtMost: 2 }
    const screen = await show()
    await fill(screen)
    await expect.element(screen.getByText('The check could not be made.', { exact: false })).toBeVisible()
    await press(screen)
    await expect
      .element(
        screen.getByText(
          "We're sorry, there is currently an issue with ALTCHA and the service is temporarily unavailable. Please refresh and try again.",
        ),
      )
      .toBeVisible()
    expect(server.sent).toEqual([])
  })
})

describe('open-points 7 another house’s bot check', () => {
  type Told = { sitekey: string; callback: (token: string) => void; 'expired-callback': () => void }
  let drawn: Told[]
  beforeEach(() => {
    drawn = []
    server.task = { service: 'hcaptcha', siteKey: 'site-key' }
  })

  test('is shown once the visitor writes, and what it gives goes with the message', async () => {
    vi.stubGlobal('hcaptcha', {
      render: (place: HTMLElement, told: Told) => {
        place.textContent = 'I am human'
        drawn.push(told)
      },
    })
    const screen = await show()
    expect(drawn).toEqual([])
    await fill(screen)
    await expect.element(screen.getByText('I am human')).toBeVisible()
    await press(screen)
    await expect.element(screen.getByText('Please answer the check below the form first')).toBeVisible()
    const [told] = drawn
    expect(told?.sitekey).toBe('site-key')
    told?.callback('expired')
    told?.['expired-callback']()
    await press(screen)
    expect(server.sent).toEqual([])
    told?.callback('the token')
    await press(screen)
    await expect.element(screen.getByText('Thank You')).toBeVisible()
    expect(server.sent[0]?.attributes.botCheck).toEqual({ service: 'hcaptcha', token: 'the token' })
  })

  test('§8 that cannot be loaded is named as not available', async () => {
    server.task = { service: 'turnstile', siteKey: 'site-key' }
    vi.stubGlobal('turnstile', {
      render: () => {
        throw new Error('blocked')
      },
    })
    const screen = await show()
    await fill(screen)
    await expect.element(screen.getByText('The check could not be made.', { exact: false })).toBeVisible()
    await press(screen)
    await expect
      .element(screen.getByText('an issue with Cloudflare Turnstile', { exact: false }))
      .toBeVisible()
  })
})
