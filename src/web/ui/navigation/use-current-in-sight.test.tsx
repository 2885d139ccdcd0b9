import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useCurrentInSight } from './use-current-in-sight.ts'

function Line({ current }: { current: string }) {
  const line = useCurrentInSight<HTMLElement>(current)
  return (
    <nav ref={line} aria-label="Pages" style={{ display: 'flex', overflowX: 'auto', inlineSize: 200 }}>
      {['First', 'Second', 'Third', 'Fourth', 'Fifth'].map(name => (
        <a
          key={name}
          href={`#${name}`}
          aria-current={current.startsWith(name) ? 'page' : undefined}
          style={{ flex: 'none', inlineSize: 150 }}
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
