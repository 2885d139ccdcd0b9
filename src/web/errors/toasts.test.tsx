import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { flushSync } from 'react-dom'
import { afterEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Problem, type ProblemCode } from '../../contract/problems.ts'
import { showFailure } from '../api/show-failure.ts'
import { ToastRegion } from '../ui/notices/ToastRegion.tsx'
import { clearToasts } from '../ui/notices/toast-store.ts'

// What people read. The answers are those of over-http.test.ts, where the server gives them.

afterEach(clearToasts)

type About = ConstructorParameters<typeof Problem>[1]

async function read(code: ProblemCode, about: About): Promise<string[]> {
  const root = createRootRoute({ component: ToastRegion })
  const history = createMemoryHistory({ initialEntries: ['/'] })
  await render(<RouterProvider router={createRouter({ routeTree: root, history }) as never} />)
  flushSync(() => showFailure(new Problem(code, about)))
  return [...document.querySelectorAll('article :is(strong, p, li)')].map(each => each.textContent ?? '')
}

test('§8 HTTP 5xx with a trace id and a detail, as it is read', async () => {
  expect(await read('unavailable', { detail: 'The queue is full.', traceId: '4711' })).toEqual([
    'An error occurred.',
    'The queue is full.',
    'ID: 4711',
  ])
})

test("§8 'Access denied.', as it is read", async () => {
  expect(await read('access-denied', { traceId: '4711' })).toEqual([
    'Access denied.',
    'You do not have access to submit this form. Please contact your administrator.',
    'ID: 4711',
  ])
})

test('§8 a server validation error, as it is read, with its link', async () => {
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

test("§8 'Service Unavailable' of a bot check, as it is read", async () => {
  const about = { detail: 'Service Unavailable', service: 'ALTCHA', traceId: '4711' }
  expect(await read('service-unavailable', about)).toEqual([
    'Service Unavailable',
    "We're sorry, there is currently an issue with ALTCHA and the service is temporarily unavailable. Please refresh and try again.",
    'ID: 4711',
  ])
})

test('§8 any other failure, as it is read', async () => {
  expect(await read('unexpected', { traceId: '4711' })).toEqual([
    'An error occurred.',
    'We apologize for the inconvenience. Our staff has been notified of the error. Please refresh and try again. ID: 4711',
  ])
})
