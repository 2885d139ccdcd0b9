import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyClientStyle, showAt } from '../../testing/screens/managed-screen.tsx'
import { factsOf } from '../../testing/screens/session-facts.ts'
import { queryClient } from '../../web/api/query.ts'
import { authToken, sessionStore } from '../../web/session/session-store.ts'
import { AgreementField } from './AgreementField.tsx'

const fundId = 204_318
const documentOf = (documentId: string, fileName: string) => ({
  documentId,
  fileName,
  type: 'agreement',
  addedDate: '2026-11-20',
  bytes: 4711,
  readers: ['donor'],
  deletionDate: null,
})
const custody = documentOf('01a1f8a3-44cc-798e-904b-52ec9e9547c0', 'Custody agreement.pdf')
const agency = documentOf('01a1f8a3-44cc-798e-904b-52ec9e9547c1', 'Agency agreement.pdf')

let requests: URL[]
/** Fakes the list of documents, with one answer for each request; the last one repeats. */
function answer(...answers: ((typeof custody)[] | 'never' | 'fails')[]): void {
  vi.spyOn(window, 'fetch').mockImplementation(async address => {
    requests.push(new URL(String(address), 'http://npt.localhost'))
    const next = answers.length > 1 ? answers.shift() : answers[0]
    if (next === 'never') return await new Promise<Response>(() => {})
    if (next === 'fails' || next === undefined)
      return Response.json(
        { type: 'urn:almoner:problem:unavailable', title: 'No', status: 503, traceId: '4711' },
        { status: 503 },
      )
    return Response.json({ data: next, meta: { total: next.length, next: null, isTotalExact: true } })
  })
}

beforeEach(() => {
  requests = []
  applyClientStyle()
  authToken.replace('Bearer of-this-test', authToken.generation())
  sessionStore.set({ state: 'signed-in', fundId, facts: factsOf({ actions: ['ACCOUNT_DETAIL_VIEW'] }) })
})
afterEach(() => {
  vi.restoreAllMocks()
  queryClient.clear()
  authToken.clear()
  sessionStore.set({ state: 'signed-out' })
})

const chosen = vi.fn()
function Field({ errors = [] }: { errors?: readonly string[] }) {
  const [value, setValue] = useState<string | null>(null)
  const choose = (documentId: string) => {
    chosen(documentId)
    setValue(documentId)
  }
  return <AgreementField fundId={fundId} value={value} onChange={choose} errors={errors} />
}
const show = async (errors?: readonly string[]) =>
  (await showAt('/', errors === undefined ? <Field /> : <Field errors={errors} />)).screen

test('offers the agreements of the account and reports the chosen one (§14)', async () => {
  answer([custody, agency])
  const screen = await show()
  const field = screen.getByRole('combobox', { name: 'Agency agreement' })
  await expect.element(field).toBeRequired()
  await expect.element(field).toHaveAccessibleDescription('The agreement, from the account’s documents')
  await expect.element(field).not.toHaveAttribute('aria-invalid', 'true')
  await field.selectOptions('Agency agreement.pdf')
  expect(chosen).toHaveBeenLastCalledWith(agency.documentId)
  await expect.element(field).toHaveValue(agency.documentId)
  expect(requests.map(({ pathname }) => pathname)).toEqual([`/api/accounts/${fundId}/documents`])
  expect(requests[0]?.searchParams.get('type')).toBe('agreement')
})

test('describes the field by its error and marks it as invalid (§14)', async () => {
  answer([custody])
  const screen = await show(['Choose the agency agreement'])
  const field = screen.getByRole('combobox', { name: 'Agency agreement' })
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field).toHaveAccessibleDescription(/Choose the agency agreement/)
})

test('leads to the documents of the account if it has no agreement (§14)', async () => {
  answer([])
  const screen = await show()
  await expect.element(screen.getByText(/This account has no agreement yet/)).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'account documents' }))
    .toHaveAttribute('href', '/account-documents?type=agreement')
})

test('says that it is loading, and nothing else', async () => {
  answer('never')
  const screen = await show()
  await expect.element(screen.getByText('Loading the agreements')).toBeInTheDocument()
  expect(screen.getByRole('combobox').query()).toBeNull()
})

test('says that the agreements could not be loaded, and loads them again', async () => {
  answer('fails', [agency])
  const screen = await show()
  await expect.element(screen.getByText(/The agreements could not be loaded/)).toBeVisible()
  expect(screen.getByRole('combobox').query()).toBeNull()
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('combobox', { name: 'Agency agreement' })).toBeVisible()
  expect(requests).toHaveLength(2)
})
