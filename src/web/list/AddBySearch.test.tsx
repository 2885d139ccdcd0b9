import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { AddBySearch, type SearchChoice } from './AddBySearch.tsx'
import '../styles.ts'

const choice = (id: string, refusal: string | null = null): SearchChoice => ({
  id,
  name: `Charity ${id}`,
  facts: `Erie, PA, Tax ID (EIN) ${id}`,
  refusal,
})

let found: SearchChoice[] | 'fails'
let searches: string[]
beforeEach(() => {
  searches = []
})

const added = vi.fn()
const show = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AddBySearch
        label="Find a charity"
        name="charity-search"
        what="charities"
        queryOf={keywords => ({
          queryKey: ['charities', keywords],
          queryFn: async () => {
            searches.push(keywords)
            if (found === 'fails') throw new Error('the search failed')
            return found
          },
        })}
        choicesOf={choices => choices}
        taken={['2']}
        addText="Add"
        onAdd={added}
      />
    </QueryClientProvider>,
  )

test('adds what it finds, and says why something cannot be added', async () => {
  found = [choice('1'), choice('2'), choice('3', 'It cannot receive grants.')]
  const screen = await show()
  await screen.getByRole('searchbox', { name: 'Find a charity' }).fill('eri')
  await screen.getByRole('button', { name: 'Add Charity 1' }).click()
  expect(added).toHaveBeenLastCalledWith(found[0])
  await expect.element(screen.getByText('Already added')).toBeVisible()
  await expect.element(screen.getByText('It cannot receive grants.')).toBeVisible()
  expect(screen.getByRole('button', { name: /^Add / }).all()).toHaveLength(1)
  expect(searches).toEqual(['eri'])
})

test('says that nothing was found, and does not search for fewer than three letters', async () => {
  found = []
  const screen = await show()
  const field = screen.getByRole('searchbox', { name: 'Find a charity' })
  await field.fill('xyz')
  await expect.element(screen.getByText('No charities found.')).toBeVisible()
  await field.fill('xy')
  await expect.element(screen.getByText('No charities found.')).not.toBeInTheDocument()
  expect(searches).toEqual(['xyz'])
})

test('says that the search failed', async () => {
  found = 'fails'
  const screen = await show()
  await screen.getByRole('searchbox', { name: 'Find a charity' }).fill('eri')
  await expect.element(screen.getByText(/Charities could not be loaded/)).toBeVisible()
})
