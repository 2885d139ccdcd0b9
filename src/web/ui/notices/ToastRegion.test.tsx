import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { ToastRegion } from './ToastRegion.tsx'
import { clearToasts, showToast, type Toast } from './toast-store.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  clearToasts()
  vi.useRealTimers()
})

const show = (toast: Toast) => flushSync(() => void showToast(toast))
const pass = (ms: number) => flushSync(() => void vi.advanceTimersByTime(ms))
const isShown = (header: string) => document.querySelector(`[aria-label="${header}"]`) !== null

test('§9: a notice hides after five seconds', async () => {
  await render(<ToastRegion />)
  show({ header: 'Saved' })
  pass(4999)
  expect(isShown('Saved')).toBe(true)
  pass(1)
  expect(isShown('Saved')).toBe(false)
})

test('open-points 9: the clock of a notice stops while the focus is in it', async () => {
  await render(<ToastRegion />)
  show({ header: 'Saved' })
  pass(3000)
  const close = document.querySelector<HTMLElement>('[aria-label="Close: Saved"]')
  flushSync(() => close?.focus())
  pass(60_000)
  expect(isShown('Saved')).toBe(true)
  flushSync(() => close?.blur())
  pass(1999)
  expect(isShown('Saved')).toBe(true)
  pass(1)
  expect(isShown('Saved')).toBe(false)
})

test('open-points 9: an error stays until it is closed', async () => {
  await render(<ToastRegion />)
  show({ header: 'An error occurred.', list: ['zip - is odd'], className: 'error' })
  pass(3_600_000)
  expect(isShown('An error occurred.')).toBe(true)
  flushSync(() => document.querySelector<HTMLElement>('[aria-label="Close: An error occurred."]')?.click())
  expect(isShown('An error occurred.')).toBe(false)
})

test('§2.5: the idle warning counts down as mm:ss and cannot be closed but by its buttons', async () => {
  const stay = vi.fn<() => void>()
  await render(<ToastRegion />)
  show({
    header: 'Are you still there?',
    idleWarning: Date.now() + 180_000,
    autoHide: false,
    disableClose: true,
    buttons: [{ text: "I'm still here", action: stay }],
  })
  const timer = () => document.querySelector('[role=timer]')?.textContent
  expect(timer()).toBe('03:00')
  pass(61_000)
  expect(timer()).toBe('01:59')
  const buttons = document.querySelectorAll<HTMLElement>('article button')
  expect(buttons).toHaveLength(1)
  flushSync(() => buttons[0]?.click())
  expect(stay).toHaveBeenCalledOnce()
  expect(isShown('Are you still there?')).toBe(false)
})
