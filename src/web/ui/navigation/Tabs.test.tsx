import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Tabs } from './Tabs.tsx'

const titles = { people: 'People', plan: 'Plan', papers: 'Papers' }
type Key = keyof typeof titles
const tabs = [
  { key: 'people', title: titles.people },
  { key: 'plan', title: titles.plan },
  { key: 'papers', title: titles.papers },
] as const

function Account() {
  const [current, setCurrent] = useState<Key>('people')
  return (
    <Tabs
      label="Parts"
      tabs={tabs}
      current={current}
      onChange={setCurrent}
      panel={key => <input aria-label={`In ${titles[key]}`} />}
    />
  )
}

test('arrow keys, Home and End move between the tabs, Enter opens one, and what was typed stays', async () => {
  const screen = await render(<Account />)
  await screen.getByRole('textbox', { name: 'In People' }).fill('Ann')
  await screen.getByRole('tab', { name: 'People' }).click()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(screen.getByRole('tab', { name: 'Papers' })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{End}{Home}{ArrowRight}')
  await expect.element(screen.getByRole('tab', { name: 'Plan' })).toHaveFocus()
  await expect.element(screen.getByRole('tabpanel', { name: 'People' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('tabpanel', { name: 'Plan' })).toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: 'In People' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Tab}')
  await expect.element(screen.getByRole('textbox', { name: 'In Plan' })).toHaveFocus()
  await screen.getByRole('tab', { name: 'People' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'In People' })).toHaveValue('Ann')
})
