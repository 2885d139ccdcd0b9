import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useCurrentInSight } from './use-current-in-sight.ts'

function Line({ current, width = 150 }: { current: string; width?: number }) {
  const line = useCurrentInSight<HTMLElement>(current)
  return (
    <nav ref={line} aria-label="Pages" style={{ display: 'flex', overflowX: 'auto', inlineSize: 200 }}>
      {['First', 'Second', 'Third', 'Fourth', 'Fifth'].map(name => (
        <a
          key={name}
          href={`#${name}`}
          aria-current={current.startsWith(name) ? 'page' : undefined}
          style={{ flex: 'none', inlineSize: width }}
        >
          {name}
        </a>
      ))}
    </nav>
  )
}

test('the line shows the current page', async () => {
  const screen = await render(<Line current="Fifth" />)
  const line = screen.getByRole('navigation').element()
  expect(line.scrollLeft).toBe(line.scrollWidth - line.clientWidth)
  await screen.rerender(<Line current="First" />)
  expect(line.scrollLeft).toBe(0)
})

test('a line that grows longer does not move the focused link out of sight', async () => {
  const screen = await render(<Line current="Fifth" />)
  const line = screen.getByRole('navigation').element()
  screen.getByRole('link', { name: 'First' }).element().focus()
  line.scrollLeft = 0
  await screen.rerender(<Line current="Fifth, counted" />)
  expect(line.scrollLeft).toBe(0)
})

test('links that grow wider do not push the focused one out of the line', async () => {
  const screen = await render(<Line current="Fifth" />)
  const line = screen.getByRole('navigation').element()
  const link = screen.getByRole('link', { name: 'Second' }).element()
  line.scrollLeft = 100
  link.focus()
  // As a font does that comes later: nothing is rendered again.
  screen.getByRole('link', { name: 'First' }).element().style.inlineSize = '250px'
  await expect.poll(() => link.getBoundingClientRect().right).toBe(line.getBoundingClientRect().right)
})
