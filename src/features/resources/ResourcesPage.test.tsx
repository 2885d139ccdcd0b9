import { beforeEach, expect, test } from 'vitest'
import { answerContent, applyClientStyle, published, showAt } from '../../testing/screens/managed-screen.tsx'
import { ResourcesPage } from './ResourcesPage.tsx'
import '../../web/styles.ts'

const file = '/files/01a1f8a3-44cc-798e-904b-52ec9e9547c0/successors.pdf'
const resource = (name: string, group: string, title: string, href: string, about: string | null = null) => ({
  name,
  group,
  title,
  href,
  about,
  description: `${title} in a sentence.`,
})
const resources = published({
  resources: [
    resource('successors', 'Forms', 'Name a successor', file, 'PDF, 120 KB'),
    resource('season', 'To read', 'Giving season', '/year-end-deadlines'),
    resource('irs', 'To read', 'The register of charities', 'https://register.example/'),
  ],
})

beforeEach(() => applyClientStyle())

test('groups forms and links, and opens documents, with type and size, in a new tab (§17)', async () => {
  answerContent(resources)
  const { screen } = await showAt('/resources', <ResourcesPage />)
  const forms = screen.getByRole('region', { name: 'Forms' })
  const pdfLink = forms.getByRole('link', { name: 'Name a successor (opens in a new tab)' })
  await expect.element(pdfLink).toHaveAttribute('href', file)
  await expect.element(pdfLink).toHaveAttribute('target', '_blank')
  await expect.element(forms.getByText('PDF, 120 KB')).toBeVisible()
  const toRead = screen.getByRole('region', { name: 'To read' })
  await expect
    .element(toRead.getByRole('link', { name: 'Giving season', exact: true }))
    .not.toHaveAttribute('target')
  await expect
    .element(toRead.getByRole('link', { name: 'The register of charities (opens in a new tab)' }))
    .toBeVisible()
  expect(document.title).toBe('Forms/Resources | NPT Giving')
})

test('filters and counts the resources, and saves the search in the address (§17)', async () => {
  answerContent(resources)
  const { screen, address } = await showAt('/resources', <ResourcesPage />)
  await screen.getByRole('searchbox').fill('register')
  await expect.element(screen.getByRole('status')).toHaveTextContent('1 of 3 forms and resources')
  expect(screen.getByRole('listitem').all().length).toBe(1)
  await expect.poll(address).toBe('/resources?q=register')
  await screen.getByRole('searchbox').fill('nothing like it')
  await expect.element(screen.getByText(/^No results for/)).toBeVisible()
})

test('links to the contact page before anything is published (§17)', async () => {
  answerContent(published())
  const { screen } = await showAt('/resources', <ResourcesPage />)
  await expect.element(screen.getByText(/will appear here soon/)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'contact us' })).toHaveAttribute('href', '/contact')
})
