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
const advance = (ms: number) => flushSync(() => void vi.advanceTimersByTime(ms))
const isShown = (header: string) => document.querySelector(`[aria-label="${header}"]`) !== null

test('a notice hides after five seconds (§9)', async () => {
  await render(<ToastRegion />)
  show({ header: 'Saved' })
  advance(4999)
  expect(isShown('Saved')).toBe(true)
  advance(1)
  expect(isShown('Saved')).toBe(false)
})

test('the timer of a notice pauses while it has the focus (§17)', async () => {
  await render(<ToastRegion />)
  show({ header: 'Saved' })
  advance(3000)
  const close = document.querySelector<HTMLElement>('[aria-label="Close: Saved"]')
  flushSync(() => close?.focus())
  advance(60_000)
  expect(isShown('Saved')).toBe(true)
  flushSync(() => close?.blur())
  advance(1999)
  expect(isShown('Saved')).toBe(true)
  advance(1)
  expect(isShown('Saved')).toBe(false)
})

test('an error stays until it is closed', async () => {
  await render(<ToastRegion />)
  show({ header: 'An error occurred.', list: ['zip - is odd'], className: 'error' })
  advance(3_600_000)
  expect(isShown('An error occurred.')).toBe(true)
  flushSync(() => document.querySelector<HTMLElement>('[aria-label="Close: An error occurred."]')?.click())
  expect(isShown('An error occurred.')).toBe(false)
})

test('the idle warning counts down as mm:ss and only its buttons close it (§2.5)', async () => {
  const stay = vi.fn<() => void>()
  await render(<ToastRegion />)
  show({
    header: 'Are you still there?',
    idleWarning: Date.now() + 180_000,
    autoHide: false,
    disableClose: true,
    buttons: [{ text: 'I’m still here', action: stay }],
  })
  const timer = () => document.querySelector('[role=timer]')?.textContent
  expect(timer()).toBe('03:00')
  advance(61_000)
  expect(timer()).toBe('01:59')
  const buttons = document.querySelectorAll<HTMLElement>('article button')
  expect(buttons).toHaveLength(1)
  flushSync(() => buttons[0]?.click())
  expect(stay).toHaveBeenCalledOnce()
  expect(isShown('Are you still there?')).toBe(false)
})

test('the remaining time is announced at a few times, not every second (§2.5, §9)', async () => {
  await render(<ToastRegion />)
  show({
    header: 'Are you still there?',
    idleWarning: Date.now() + 180_000,
    autoHide: false,
    disableClose: true,
  })
  const timer = () => document.querySelector('[role=timer]')
  const announcement = () => timer()?.nextElementSibling?.textContent
  expect(timer()?.getAttribute('aria-live')).toBe('off')
  expect(announcement()).toBe('Press F6 to reach the buttons of this notice.')
  const announced = new Set<string | null | undefined>()
  for (let second = 0; second < 180; second++) {
    advance(1000)
    announced.add(announcement())
  }
  expect([...announced]).toEqual([
    'Press F6 to reach the buttons of this notice.',
    'Two minutes left',
    'One minute left',
    '30 seconds left',
    '10 seconds left',
  ])
})

test('a toast that needs an answer is never displaced (§2.5)', async () => {
  await render(<ToastRegion />)
  show({ header: 'Are you still there?', autoHide: false, disableClose: true, index: -1 })
  for (let count = 1; count <= 8; count++) show({ header: `Failure ${count}`, className: 'error' })
  expect(isShown('Are you still there?')).toBe(true)
  expect(document.querySelectorAll('article')).toHaveLength(5)
  expect(isShown('Failure 8')).toBe(true)
})

test('F6 moves the focus to the first notice and back (WCAG 2.1.1)', async () => {
  await render(
    <>
      <button type="button">Elsewhere</button>
      <ToastRegion />
    </>,
  )
  const press = () =>
    flushSync(() => void window.dispatchEvent(new KeyboardEvent('keydown', { key: 'F6', cancelable: true })))
  const elsewhere = document.querySelector<HTMLElement>('button')
  elsewhere?.focus()
  press()
  expect(document.activeElement).toBe(elsewhere)
  show({ header: 'Saved' })
  press()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Saved')
  press()
  expect(document.activeElement).toBe(elsewhere)
})
