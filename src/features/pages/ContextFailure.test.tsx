import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { rathbones } from '../../clients/configuration/rathbones.ts'
import { contextOfPage } from '../../testing/screens/client-context.ts'
import { clientContext, hasClientContext } from '../../web/client-context/client-context.ts'
import { contextLoad } from '../../web/client-context/context-load.ts'
import { rootOfPage } from '../../web/client-context/on-page.ts'
import { ContextFailure } from './ContextFailure.tsx'

const context = contextOfPage(rathbones)

const traceId = '01a1f8a3-44cc-798e-904b-52ec9e9547c0'
const broken = () =>
  new Response(
    JSON.stringify({
      type: 'urn:almoner:problem:unexpected',
      title: 'An error occurred',
      status: 500,
      traceId,
    }),
    { status: 500 },
  )

let responses: (() => Response | Promise<Response>)[]
let requests: string[]

beforeEach(() => {
  responses = []
  requests = []
  vi.spyOn(window, 'fetch').mockImplementation(async address => {
    requests.push(String(address))
    const respond = responses.shift()
    if (!respond) throw new TypeError('Failed to fetch')
    return respond()
  })
  document.documentElement.dataset.client = 'npt'
})
afterEach(() => {
  document.getElementById('client-context')?.remove()
  document.documentElement.removeAttribute('data-client')
})

/** The page has no context until a test loads one, which then stays for the rest of the file. */
test('finds no context in the page when it is missing or invalid (§4)', () => {
  expect(hasClientContext()).toBe(false)
  const script = document.createElement('script')
  script.type = 'application/json'
  script.id = 'client-context'
  document.head.append(script)
  for (const text of ['', '__CONTEXT__', '{"client":"npt"}', 'null']) {
    script.textContent = text
    expect(hasClientContext(), text).toBe(false)
  }
})

test("throws 'not on page' in a document without the portal's root element (§4)", () => {
  expect(() => rootOfPage()).toThrow(/^not on page$/)
})

test('shows a failure to load the context and retries on request (§4)', async () => {
  responses = [
    broken,
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => Response.json({ client: 'x' }),
  ]
  const onLoaded = vi.fn()
  await render(<ContextFailure onLoaded={onLoaded} />)
  const heading = page.getByRole('heading', { level: 1, name: 'The portal could not be opened' })
  await expect.element(heading).toHaveFocus()
  expect(requests).toEqual(['/api/client-context'])
  await expect.element(page.getByText(new RegExp(`ID: ${traceId}, almoner `))).toBeVisible()
  expect(contextLoad.read()).toMatchObject({ state: 'failed', failure: { code: 'unexpected', traceId } })
  expect(document.title).toBe('The portal could not be opened')
  // No client is known, so no theme is set.
  expect(document.documentElement.dataset.client).toBeUndefined()

  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText(/could not be reached/)).toBeVisible()

  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText(/Something went wrong on our side/)).toBeVisible()
  expect(onLoaded).not.toHaveBeenCalled()

  responses = [() => Response.json(context)]
  await page.getByRole('button', { name: 'Try again' }).click()
  await vi.waitFor(() => expect(onLoaded).toHaveBeenCalledOnce())
  expect(requests).toHaveLength(4)
  expect(contextLoad.read()).toEqual({ state: 'loaded' })
  expect(clientContext()).toEqual(context)
  expect(document.documentElement.dataset.client).toBe('rathbones')
  expect(document.documentElement.lang).toBe('en-GB')
})
