import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Problem } from '../../contract/problems.ts'
import { ExportButtons, type ExportList } from './ExportButtons.tsx'

/** An export that the test finishes. */
function controlled() {
  const { promise, resolve, reject } = Promise.withResolvers<{ name: string; totalRows: number }>()
  const started: { format: string; signal: AbortSignal; report: (rows: number) => void }[] = []
  const onExport: ExportList = (format, { signal, onProgress }) => {
    started.push({ format, signal, report: rows => onProgress({ rows, totalRows: 200_000 }) })
    signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    return promise
  }
  return { onExport, started, resolve, reject }
}

test('shows how far an export is, and says when the file is there', async () => {
  const { onExport, started, resolve } = controlled()
  const screen = await render(<ExportButtons what="accounts" onExport={onExport} locale="en-US" />)
  await screen.getByRole('button', { name: 'Export accounts as Excel' }).click()
  started[0]?.report(90_000)
  await expect
    .element(screen.getByRole('progressbar', { name: 'Exporting accounts' }))
    .toHaveAttribute('value', '90000')
  await expect.element(screen.getByText('About 90,000 of 200,000 rows').first()).toBeVisible()
  resolve({ name: 'accounts.xlsx', totalRows: 200_000 })
  await expect
    .element(screen.getByRole('status'))
    .toHaveTextContent('accounts.xlsx was downloaded with 200,000 rows.')
  expect(started.map(({ format }) => format)).toEqual(['xlsx'])
})

test('cancels an export, and says that nothing was saved', async () => {
  const { onExport, started } = controlled()
  const screen = await render(<ExportButtons what="accounts" onExport={onExport} locale="en-US" />)
  await screen.getByRole('button', { name: 'Export accounts as CSV' }).click()
  await screen.getByRole('button', { name: 'Cancel the export' }).click()
  await expect
    .element(screen.getByRole('status'))
    .toHaveTextContent('The export was canceled. Nothing was saved.')
  expect(started[0]?.signal.aborted).toBe(true)
  await expect.element(screen.getByRole('progressbar')).not.toBeInTheDocument()
})

test('cancels an export when its list is closed', async () => {
  const { onExport, started } = controlled()
  const screen = await render(<ExportButtons what="accounts" onExport={onExport} locale="en-US" />)
  await screen.getByRole('button', { name: 'Export accounts as Excel' }).click()
  await screen.unmount()
  expect(started[0]?.signal.aborted).toBe(true)
})

test('says that an export failed', async () => {
  const { onExport, reject } = controlled()
  const screen = await render(<ExportButtons what="accounts" onExport={onExport} locale="en-US" />)
  await screen.getByRole('button', { name: 'Export accounts as Excel' }).click()
  reject(new Error('connection lost'))
  await expect.element(screen.getByText('The export didn’t finish. Please try again.')).toBeVisible()
})

test('says why the server refused an export', async () => {
  const { onExport, reject } = controlled()
  const screen = await render(<ExportButtons what="accounts" onExport={onExport} locale="en-US" />)
  await screen.getByRole('button', { name: 'Export accounts as Excel' }).click()
  const detail = 'Many people are downloading files. Please try again in 30 seconds.'
  reject(new Problem('too-many-requests', { detail, retryAfterS: 30 }))
  await expect.element(screen.getByRole('alert')).toHaveTextContent(detail)
  await expect.element(screen.getByRole('button', { name: 'Export accounts as Excel' })).toBeEnabled()
})
