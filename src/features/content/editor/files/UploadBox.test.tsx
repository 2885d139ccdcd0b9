import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endServer, fakeServer, refusal, showEditors } from '../../../../testing/screens/content-editor.tsx'
import type { ManagedFile } from '../../../files/files.contract.ts'

const oak: ManagedFile = {
  fileId: '01890a5d-ac96-474b-bcce-b302099a8057',
  href: '/files/01890a5d-ac96-474b-bcce-b302099a8057/oak.png',
  name: 'oak.png',
  mediaType: 'image/png',
  bytes: 2048,
  widthPx: 40,
  heightPx: 30,
  alt: 'An oak',
  uploadedBy: 'Ann Editor',
  uploadedAt: '2026-11-20T15:03:00.000Z',
  usedBy: [],
}

/** The current value; the compiler would narrow it to what it was last assigned. */
const current = () => upload

/** The upload in progress: its request, progress and response. */
let upload: FakeUpload | undefined
class FakeUpload extends EventTarget {
  upload: { onprogress?: (event: object) => void } = {}
  onload?: () => void
  onerror?: () => void
  status = 0
  responseText = ''
  address = ''
  body: Blob | null = null
  open(_method: string, address: string) {
    this.address = address
  }
  setRequestHeader() {}
  getAllResponseHeaders() {
    return 'content-type: application/json'
  }
  send(body: Blob) {
    this.body = body
    upload = this
  }
  reportProgress(loaded: number, total: number) {
    this.upload.onprogress?.({ loaded, total, lengthComputable: true })
  }
  async respond(response: Response) {
    this.status = response.status
    this.responseText = await response.text()
    this.onload?.()
  }
}

let files: ManagedFile[] = []
beforeEach(() => {
  files = []
  upload = undefined
  fakeServer({ 'GET /api/files': () => ({ data: files, meta: { total: files.length, next: null } }) })
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
})
afterEach(endServer)

/** A file of a given type and claimed size, without the bytes. */
function fileOf(name: string, type: string, bytes = 2048): File {
  const file = new File(['x'], name, { type })
  Object.defineProperty(file, 'size', { value: bytes })
  return file
}

async function drop(file: File): Promise<void> {
  const target = await vi.waitUntil(
    () => document.querySelector('input[type=file]')?.parentElement?.parentElement,
  )
  const carried = { files: [file] }
  for (const name of ['dragover', 'drop'] as const) {
    const event = new DragEvent(name, { bubbles: true, cancelable: true })
    Object.defineProperty(event, 'dataTransfer', { value: carried })
    target.dispatchEvent(event)
    // Otherwise the browser would navigate to the file.
    expect(event.defaultPrevented).toBe(true)
  }
}

test('a dropped picture asks for a description, shows progress and appears in the list', async () => {
  const { screen } = await showEditors('/content/files')
  await expect.element(screen.getByText('No files uploaded yet')).toBeVisible()
  await drop(fileOf('oak.png', 'image/png', 4 * 1024 * 1024))
  await expect.element(screen.getByLabelText('What does the picture show?')).toHaveFocus()
  await screen.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect.element(screen.getByText('Describe the picture')).toBeVisible()
  expect(upload).toBeUndefined()
  await screen.getByLabelText('What does the picture show?').fill('An oak')
  await screen.getByRole('button', { name: 'Upload', exact: true }).click()
  const bar = screen.getByRole('progressbar', { name: 'Uploading the file' })
  await expect.element(bar).toBeVisible()
  await expect.poll(() => upload?.address).toBe('/api/files?name=oak.png&alt=An+oak')
  upload?.reportProgress(1024 * 1024, 4 * 1024 * 1024)
  await expect.element(screen.getByText('1 MB of 4 MB').first()).toBeVisible()
  files = [oak]
  await upload?.respond(Response.json(oak))
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'oak.png' })).toBeVisible()
})

test('a PDF uploads at once without a description', async () => {
  const { screen } = await showEditors('/content/files')
  await drop(fileOf('guide.pdf', 'application/pdf'))
  await expect.element(screen.getByRole('progressbar', { name: 'Uploading the file' })).toBeVisible()
  await expect.poll(() => upload?.address).toBe('/api/files?name=guide.pdf&alt=')
})

test.each([
  [
    'an unsupported type',
    fileOf('words.docx', 'application/msword'),
    /^This file type isn’t supported\. Pictures/,
  ],
  [
    'an SVG, which can carry a script',
    fileOf('mark.svg', 'image/svg+xml'),
    /^This file type isn’t supported/,
  ],
  [
    'a picture that is too large',
    fileOf('oak.png', 'image/png', 5 * 1024 * 1024 + 1),
    /^The file is too large\. PNG, JPEG, WebP, GIF; up to 5 MB\.$/,
  ],
  [
    'a PDF that is too large',
    fileOf('guide.pdf', 'application/pdf', 20 * 1024 * 1024 + 1),
    /^The file is too large\. PDF, up to 20 MB\.$/,
  ],
])('rejects before the upload: %s', async (_what, file, message) => {
  const { screen } = await showEditors('/content/files')
  await drop(file)
  await expect.element(screen.getByRole('alert').filter({ hasText: message }).first()).toBeVisible()
  expect(upload).toBeUndefined()
  await expect.element(screen.getByRole('button', { name: 'Upload a file' })).toBeVisible()
})

test('shows the server’s reason for a rejection and allows another file', async () => {
  const { screen } = await showEditors('/content/files')
  await drop(fileOf('guide.pdf', 'application/pdf'))
  await expect.poll(() => upload).toBeDefined()
  const message = 'This PDF can run a script when it is opened. Print it to a PDF and upload that.'
  await upload?.respond(refusal('validation', 400, { errors: { file: [message] } }))
  await expect.element(screen.getByText(message)).toBeVisible()
  upload = undefined
  await drop(fileOf('plain.pdf', 'application/pdf'))
  await expect.element(screen.getByText(message)).not.toBeInTheDocument()
  await expect.poll(() => upload).toBeDefined()
  current()?.onerror?.()
  await expect.element(screen.getByText('The portal could not be reached.', { exact: false })).toBeVisible()
})

test('sends a picture that was not accepted for now once more, with its description', async () => {
  const { screen } = await showEditors('/content/files')
  await drop(fileOf('oak.png', 'image/png'))
  await screen.getByLabelText('What does the picture show?').fill('An oak')
  await screen.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect.poll(() => upload).toBeDefined()
  const detail = 'Many people are sending files. Please try again in 30 seconds.'
  await upload?.respond(refusal('too-many-requests', 429, { detail }))
  await expect.element(screen.getByRole('alert').getByText(detail)).toBeVisible()
  upload = undefined
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => current()?.address).toBe('/api/files?name=oak.png&alt=An+oak')
  files = [oak]
  await current()?.respond(Response.json(oak))
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'oak.png' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
})
