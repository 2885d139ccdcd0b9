import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { Problem } from '../../contract/problems.ts'
import { connectionProblem } from '../errors/connection.ts'
import { LoadFailure, type LoadRequest } from './LoadFailure.tsx'
import { loadAdvice } from './show-failure.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const requestWith = (error: unknown): LoadRequest => ({
  isError: error !== null,
  isFetching: false,
  error,
  refetch: vi.fn(),
})

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'

test.each([
  [
    'a server failure by its detail and trace ID',
    new Problem('unavailable', { detail: 'The database is being restarted.', traceId }),
    `The database is being restarted. ID: ${traceId}`,
  ],
  [
    'an unexpected failure with the apology and trace ID, and asks nobody to refresh',
    new Problem('unexpected', { traceId }),
    `We apologize for the inconvenience. Our staff has been notified of the error. Please try again. ID: ${traceId}`,
  ],
  [
    'an unavailable service by its name',
    new Problem('service-unavailable', { detail: 'Service Unavailable', service: 'DocuSign', traceId }),
    `We’re sorry, there is currently an issue with DocuSign and the service is temporarily unavailable. Please try again. ID: ${traceId}`,
  ],
  [
    'missing access without speaking of a form',
    new Problem('access-denied', { traceId }),
    `You do not have access to see this. Please contact your administrator. ID: ${traceId}`,
  ],
  [
    'too many requests',
    new Problem('too-many-requests', { traceId }),
    'Too many requests. Please wait a moment and try again.',
  ],
  [
    'a refused input by its sentences',
    new Problem('validation', { errors: { from: ['Enter a date.'], to: ['Enter a later date.'] }, traceId }),
    `An error occurred. Sorry, something went wrong: from - Enter a date.; to - Enter a later date. Please reach out to support via the [Contact Page](/contact) for assistance ID: ${traceId}`,
  ],
  ['a failure of the page itself', new TypeError('undefined is not a function'), 'Please try again.'],
  [
    'a server that cannot be reached',
    connectionProblem(),
    'The portal could not be reached. Please check your connection and try again.',
  ],
])('explains %s (§8)', (_what, failure, sentence) => {
  expect(loadAdvice(failure)).toBe(sentence)
})

test('explains a device without network (§8)', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(loadAdvice(connectionProblem())).toBe('You’re offline. Please check your connection and try again.')
  expect(loadAdvice(new TypeError('Failed to fetch dynamically imported module'))).toBe(
    'You’re offline. Please check your connection and try again.',
  )
})

test('names what failed and repeats only the failed queries', async () => {
  const failed = requestWith(new Problem('unexpected', { traceId }))
  const loaded = requestWith(null)
  const screen = await render(<LoadFailure what="The schedule" requests={[loaded, failed]} />)
  await expect.element(screen.getByRole('alert').getByText(/ID: /)).toBeVisible()
  expect(screen.getByRole('alert').element().textContent).toBe(
    `The schedule could not be loaded. We apologize for the inconvenience. Our staff has been notified of the error. Please try again. ID: ${traceId}`,
  )
  await screen.getByRole('button', { name: 'Try again' }).click()
  expect(failed.refetch).toHaveBeenCalledOnce()
  expect(loaded.refetch).not.toHaveBeenCalled()
})

test('ignores a second press while the query is repeated', async () => {
  const request = { ...requestWith(new Problem('unexpected')), isFetching: true }
  const screen = await render(<LoadFailure what="The schedule" requests={[request]} />)
  // Playwright presses no button that is busy; a person can.
  const button = screen.getByRole('button', { name: 'Trying again...' }).element()
  if (button instanceof HTMLElement) button.click()
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(request.refetch).not.toHaveBeenCalled()
})
