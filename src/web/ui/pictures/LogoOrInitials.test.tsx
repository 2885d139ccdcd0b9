import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { LogoOrInitials } from './LogoOrInitials.tsx'

const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

test('a charity has its logo, or its initials where it has none or it cannot be loaded', async () => {
  const screen = await render(
    <>
      <p>
        <LogoOrInitials name="Elm Street Library" logoUrl={pixel} />
      </p>
      <p>
        <LogoOrInitials name="Harbor Kitchen" logoUrl={null} />
      </p>
      <p>
        <LogoOrInitials name="Open Meadow" logoUrl="data:image/png;base64,broken" />
      </p>
    </>,
  )
  const [withLogo, without, broken] = screen.container.querySelectorAll('p')
  await expect.element(withLogo ?? null).toBeVisible()
  expect(withLogo?.querySelector('img')?.alt).toBe('')
  expect(without?.textContent).toBe('HK')
  // The name stands beside it.
  expect(without?.querySelector('span')?.getAttribute('aria-hidden')).toBe('true')
  // A broken one is noticed when it comes into view.
  await expect.poll(() => broken?.textContent).toBe('OM')
})
