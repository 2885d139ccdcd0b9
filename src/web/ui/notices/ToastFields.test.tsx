import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { ToastRegion } from './ToastRegion.tsx'
import { clearToasts, showToast, type Toast } from './toast-store.ts'

// Every field of a toast (§3), as rendered.

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  clearToasts()
  vi.useRealTimers()
})

const show = (toast: Toast) => flushSync(() => void showToast(toast))
const advance = (ms: number) => flushSync(() => void vi.advanceTimersByTime(ms))
const shown = () => [...document.querySelectorAll('article')]
const headers = () => shown().map(card => card.getAttribute('aria-label'))
const only = (): HTMLElement => {
  const [card, ...more] = shown()
  if (!card || more.length > 0) throw new Error(`${shown().length} toasts are shown`)
  return card
}
const textsOf = (selector: string) => [...only().querySelectorAll(selector)].map(each => each.textContent)

describe('a toast shows (§3, §2.5)', () => {
  beforeEach(async () => {
    await render(<ToastRegion />)
  })

  test('header: its first text and its accessible name', () => {
    show({ header: 'Saved' })
    expect(textsOf('strong')).toEqual(['Saved'])
    expect(headers()).toEqual(['Saved'])
    expect(textsOf('p')).toEqual([])
    expect(textsOf('li')).toEqual([])
  })

  test('message, list and lowerMessage: in this order', () => {
    show({
      header: 'An error occurred.',
      message: 'Two fields are wrong.',
      list: ['amount - is too small', 'charityId - is missing'],
      lowerMessage: 'ID: 4711',
    })
    expect(textsOf('strong, p, li')).toEqual([
      'An error occurred.',
      'Two fields are wrong.',
      'amount - is too small',
      'charityId - is missing',
      'ID: 4711',
    ])
  })

  test('list: equal lines as often as they occur', () => {
    show({ header: 'An error occurred.', list: ['date - is odd', 'date - is odd'] })
    expect(textsOf('li')).toEqual(['date - is odd', 'date - is odd'])
  })

  test('idleWarning: the remaining time as mm:ss', () => {
    show({ header: 'Are you there?', idleWarning: Date.now() + 179_000, autoHide: false })
    expect(textsOf('[role=timer]')).toEqual(['02:59'])
    advance(60_000)
    expect(textsOf('[role=timer]')).toEqual(['01:59'])
  })

  test('buttons: each runs its action and closes the toast', () => {
    const [stay, leave] = [vi.fn<() => void>(), vi.fn<() => void>()]
    const buttons = [
      { text: 'I’m still here', action: stay },
      { text: 'Log me out', action: leave },
    ]
    show({ header: 'Are you there?', buttons, disableClose: true })
    expect(textsOf('button')).toEqual(['I’m still here', 'Log me out'])
    flushSync(() => only().querySelectorAll('button')[1]?.click())
    expect([stay.mock.calls.length, leave.mock.calls.length]).toEqual([0, 1])
    expect(shown()).toEqual([])
  })

  test('className: its look, and whether screen readers are interrupted', () => {
    const looks = new Set<string>()
    for (const [className, role] of [
      ['notice', 'status'],
      ['success', 'status'],
      ['error', 'alert'],
    ] as const) {
      show({ header: className, className })
      expect(only().parentElement?.getAttribute('role')).toBe(role)
      looks.add(getComputedStyle(only()).borderInlineStartColor + only().className)
      flushSync(clearToasts)
    }
    expect(looks.size).toBe(3)
  })

  test('autoHide: overrides whether it hides', () => {
    show({ header: 'Could not load alternate fund view', className: 'error', autoHide: true })
    show({ header: 'Saved', autoHide: false })
    advance(5000)
    expect(headers()).toEqual(['Saved'])
    advance(3_600_000)
    expect(headers()).toEqual(['Saved'])
  })

  test('delay: for this long', () => {
    show({ header: 'Saved', delay: 800 })
    advance(799)
    expect(headers()).toEqual(['Saved'])
    advance(1)
    expect(headers()).toEqual([])
  })

  test('disableClose: without a close button', () => {
    show({ header: 'Saved' })
    expect(only().querySelector('[aria-label="Close: Saved"]')).not.toBeNull()
    flushSync(clearToasts)
    show({ header: 'Saved', disableClose: true })
    expect(only().querySelector('button')).toBeNull()
  })

  test('focus: takes the focus', () => {
    show({ header: 'Saved' })
    expect(document.activeElement).toBe(document.body)
    show({ header: 'Look here', focus: true })
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Look here')
  })

  test('index: lower ones above, equal ones in order of arrival', () => {
    show({ header: 'first' })
    show({ header: 'last', index: 5 })
    show({ header: 'second' })
    show({ header: 'top', index: -1 })
    expect(headers()).toEqual(['top', 'first', 'second', 'last'])
  })
})

describe('a toast links to a screen where the catalogue has a link (§8)', () => {
  async function showRegion() {
    const root = createRootRoute({ component: ToastRegion })
    const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: '/contact' })])
    const history = createMemoryHistory({ initialEntries: ['/'] })
    await render(<RouterProvider router={createRouter({ routeTree, history }) as never} />)
    return history
  }
  const links = () =>
    [...only().querySelectorAll('a')].map(link => [link.textContent, link.getAttribute('href')])

  test('in its message and lower message, as links within the portal', async () => {
    const history = await showRegion()
    show({
      header: 'An error occurred.',
      message: 'Please reach out via the [Contact](/contact) page.',
      lowerMessage: 'Or read the [questions](/faq#grants).',
    })
    expect(textsOf('p')).toEqual(['Please reach out via the Contact page.', 'Or read the questions.'])
    expect(links()).toEqual([
      ['Contact', '/contact'],
      ['questions', '/faq#grants'],
    ])
    flushSync(() => only().querySelector('a')?.click())
    expect(history.location.pathname).toBe('/contact')
  })

  test.each([
    '[Contact](https://evil.example)',
    '[Contact](//evil.example)',
    '[Contact](/\\evil.example)',
    '[Contact](javascript:alert(1))',
    '<a href="/contact">Contact</a>',
  ])('%s stays text', async message => {
    await showRegion()
    show({ header: 'An error occurred.', message })
    expect(links()).toEqual([])
    expect(textsOf('p')).toEqual([message])
  })

  test('but not in its list, which may contain user input', async () => {
    await showRegion()
    show({ header: 'An error occurred.', list: ['name - [Contact](/contact) is no name'] })
    expect(links()).toEqual([])
  })
})
