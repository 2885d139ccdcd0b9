import { beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  answerContent,
  applyClientStyle,
  paragraph,
  published,
  showAt,
} from '../../testing/screens/managed-screen.tsx'
import { FaqPage } from './FaqPage.tsx'
import '../../web/styles.ts'

const question = (name: string, topic: string, text: string, answer: string) => ({
  name,
  topic,
  question: text,
  answer: paragraph(answer),
})
const faq = published({
  questions: [
    question('what-is-a-daf', 'The fund', 'What is a donor-advised fund?', 'An account for giving.'),
    question('close', 'The fund', 'Can a fund be closed?', 'Yes, by a last grant.'),
    question('how-long', 'Grants', 'How long does a grant take?', 'A cheque takes ten days.'),
  ],
})

beforeEach(() => applyClientStyle())

const count = (screen: Awaited<ReturnType<typeof showAt>>['screen']) =>
  screen.getByText(/questions?( found)?$/)

test('shows closed questions by topic that open to show their answers (§17)', async () => {
  answerContent(faq)
  const { screen } = await showAt('/faq', <FaqPage />)
  await expect.element(screen.getByRole('region', { name: 'Grants' })).toBeVisible()
  expect(document.title).toBe('Frequently Asked Questions | NPT Giving')
  await expect.element(screen.getByText('An account for giving.')).not.toBeVisible()
  await screen.getByRole('button', { name: 'What is a donor-advised fund?' }).click()
  await expect.element(screen.getByText('An account for giving.')).toBeVisible()
})

test('searches questions and answers, highlights and counts matches, and saves the search in the address (§17)', async () => {
  answerContent(faq)
  const { screen, address } = await showAt('/faq', <FaqPage />)
  await screen.getByRole('searchbox').fill('CHEQUE days')
  await expect.element(count(screen)).toHaveTextContent('1 question found')
  await expect.element(count(screen)).toHaveAttribute('role', 'status')
  // The match is in the answer alone, so the answer is open.
  await expect.element(screen.getByText('cheque', { exact: true })).toBeVisible()
  const marks = () => [...document.querySelectorAll('mark')].map(mark => mark.textContent)
  expect(marks()).toEqual(['cheque', 'days'])
  await expect.poll(address).toBe('/faq?q=CHEQUE+days')
  await screen.getByRole('searchbox').fill('fund')
  await expect.element(count(screen)).toHaveTextContent('2 questions found')
  expect(marks()).toEqual(['fund', 'fund'])
})

test('keeps a trailing space when the reader pauses between two words', async () => {
  answerContent(faq)
  const { screen, address } = await showAt('/faq', <FaqPage />)
  await screen.getByRole('searchbox').click()
  await userEvent.keyboard('last ')
  await expect.poll(address).toBe('/faq?q=last')
  await userEvent.keyboard('grant')
  await expect.element(screen.getByRole('searchbox')).toHaveValue('last grant')
  await expect.poll(address).toBe('/faq?q=last+grant')
  await expect.element(count(screen)).toHaveTextContent('1 question found')
})

test('opens the search and the topic of the address (§17)', async () => {
  answerContent(faq)
  const { screen, address } = await showAt('/faq?q=a&topic=Grants', <FaqPage />)
  await expect.element(screen.getByRole('searchbox')).toHaveValue('a')
  await expect.element(count(screen)).toHaveTextContent('1 question found')
  await screen.getByRole('button', { name: 'All topics' }).click()
  await expect.element(count(screen)).toHaveTextContent('3 questions found')
  expect(address()).toBe('/faq?q=a')
})

test('links to the contact page when nothing is found (§17)', async () => {
  answerContent(faq)
  const { screen } = await showAt('/faq', <FaqPage />)
  await screen.getByRole('searchbox').fill('bitcoin')
  await expect.element(screen.getByText('No results', { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'contact us' })).toHaveAttribute('href', '/contact')
})

test('opens and focuses the question in the address (§17)', async () => {
  answerContent(faq)
  const { screen } = await showAt('/faq#how-long', <FaqPage />)
  await expect.element(screen.getByText('A cheque takes ten days.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'How long does a grant take?' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('A cheque takes ten days.')).not.toBeVisible()
})

test('copies the link to an answer, or shows it where the browser blocks the clipboard (§17)', async () => {
  answerContent(faq)
  const { screen } = await showAt('/faq#close', <FaqPage />)
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce()
  await screen.getByRole('button', { name: 'Copy a link to this answer' }).click()
  await expect.element(screen.getByText('Link copied')).toBeVisible()
  expect(writeText).toHaveBeenCalledWith(`${window.location.origin}/faq#close`)
  writeText.mockRejectedValueOnce(new Error('not allowed'))
  await screen.getByRole('button', { name: 'Copy a link to this answer' }).click()
  await expect.element(screen.getByText(`${window.location.origin}/faq#close`)).toBeVisible()
})
