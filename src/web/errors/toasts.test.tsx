import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { flushSync } from 'react-dom'
import { afterEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Problem, type ProblemCode } from '../../contract/problems.ts'
import { showFailure } from '../api/show-failure.ts'
import { ToastRegion } from '../ui/notices/ToastRegion.tsx'
import { clearToasts } from '../ui/notices/toast-store.ts'

// Checks the rendered toasts; errors-over-http.test.ts checks the responses behind them.

afterEach(clearToasts)

type About = ConstructorParameters<typeof Problem>[1]

async function read(code: ProblemCode, about: About): Promise<string[]> {
  const root = createRootRoute({ component: ToastRegion })
  const history = createMemoryHistory({ initialEntries: ['/'] })
  await render(<RouterProvider router={createRouter({ routeTree: root, history }) as never} />)
  flushSync(() => showFailure(new Problem(code, about)))
  return [...document.querySelectorAll('article :is(strong, p, li)')].map(each => each.textContent ?? '')
}

test('shows a 5xx with a trace ID and a detail (§8)', async () => {
  expect(await read('unavailable', { detail: 'The queue is full.', traceId: '4711' })).toEqual([
    'An error occurred.',
    'The queue is full.',
    'ID: 4711',
  ])
})

test("shows 'Access denied.' (§8)", async () => {
  expect(await read('access-denied', { traceId: '4711' })).toEqual([
    'Access denied.',
    'You do not have access to submit this form. Please contact your administrator.',
    'ID: 4711',
  ])
})

test('shows a server validation error with its link (§8)', async () => {
  const errors = { amount: ['is too small', 'is no whole number'], '': ['Choose a fund'] }
  expect(await read('validation', { errors, traceId: '4711' })).toEqual([
    'An error occurred. Sorry, something went wrong:',
    'amount - is too small',
    'amount - is no whole number',
    'Choose a fund',
    'Please reach out to support via the Contact Page for assistance ID: 4711',
  ])
  expect(document.querySelector('article a')?.getAttribute('href')).toBe('/contact')
})

test("shows 'Service Unavailable' of a bot check (§8)", async () => {
  const about = { detail: 'Service Unavailable', service: 'ALTCHA', traceId: '4711' }
  expect(await read('service-unavailable', about)).toEqual([
    'Service Unavailable',
    'We’re sorry, there is currently an issue with ALTCHA and the service is temporarily unavailable. Please refresh and try again.',
    'ID: 4711',
  ])
})

test('shows any other failure (§8)', async () => {
  expect(await read('unexpected', { traceId: '4711' })).toEqual([
    'An error occurred.',
    'We apologize for the inconvenience. Our staff has been notified of the error. Please refresh and try again. ID: 4711',
  ])
})
