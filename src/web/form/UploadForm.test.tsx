import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { Problem } from '../../contract/problems.ts'
import { UploadForm } from './UploadForm.tsx'
import '../styles.ts'

const fileOf = (bytes: number) => new File([new Uint8Array(bytes)], 'Deed.pdf', { type: 'application/pdf' })

async function show(send: (file: File, type: string) => Promise<string>) {
  const screen = await render(
    <UploadForm
      types={[{ value: 'deed', text: 'Deed' }]}
      limits="PDF, up to 1 KB"
      accept="application/pdf"
      maxBytes={1024}
      locale="en-US"
      send={send}
    />,
  )
  const choose = (file: File) => {
    // The field is drawn anew after each upload.
    const input = screen.container.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('there is no field for a file')
    const chosen = new DataTransfer()
    chosen.items.add(file)
    input.files = chosen.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }
  return { screen, choose }
}

test('asks for the type first, and refuses a file that is too large', async () => {
  const send = vi.fn(async () => 'Deed.pdf')
  const { screen, choose } = await show(send)
  choose(fileOf(1025))
  await expect.element(screen.getByText('Choose the type of the document first')).toBeVisible()
  await expect.element(screen.getByText('The file is too large. PDF, up to 1 KB.')).toBeVisible()
  await screen.getByRole('combobox', { name: 'Type' }).selectOptions('Deed')
  choose(fileOf(1025))
  expect(send).not.toHaveBeenCalled()
})

test('says why the server refused a file, and what was added', async () => {
  const send = vi.fn(async () => 'Deed.pdf')
  send.mockRejectedValueOnce(new Problem('validation', { errors: { file: ['This PDF is encrypted'] } }))
  const { screen, choose } = await show(send)
  await screen.getByRole('combobox', { name: 'Type' }).selectOptions('Deed')
  choose(fileOf(10))
  await expect.element(screen.getByText('This PDF is encrypted')).toBeVisible()
  // It would be refused again.
  expect(screen.getByRole('button', { name: 'Try again' }).elements()).toHaveLength(0)
  choose(fileOf(10))
  await expect.element(screen.getByText('Deed.pdf was added.')).toBeVisible()
  await expect.element(screen.getByText('This PDF is encrypted')).not.toBeInTheDocument()
})

test('keeps what was chosen while too many files are waiting, and sends the same file once more', async () => {
  const send = vi.fn(async (_file: File, _type: string) => 'Deed.pdf')
  const detail = 'Many people are sending files. Please try again in 30 seconds.'
  send.mockRejectedValueOnce(new Problem('too-many-requests', { detail }))
  const { screen, choose } = await show(send)
  const type = screen.getByRole('combobox', { name: 'Type' })
  await type.selectOptions('Deed')
  const file = fileOf(10)
  choose(file)
  await expect.element(screen.getByRole('alert').getByText(detail)).toBeVisible()
  await expect.element(type).toHaveValue('deed')
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('Deed.pdf was added.')).toBeVisible()
  expect(send.mock.calls.map(([sent]) => sent)).toEqual([file, file])
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})
