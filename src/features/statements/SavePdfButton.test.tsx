import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { IsoDate } from '../../domain/dates.ts'
import { refusal } from '../../testing/screens/content-editor.tsx'
import { authToken } from '../../web/session/session-store.ts'
import { SavePdfButton } from './SavePdfButton.tsx'

afterEach(() => vi.unstubAllGlobals())

const range = { from: '2026-01-01' as IsoDate, to: '2026-03-31' as IsoDate }

test.each([
  [
    'the reason and the wait of a server that is busy',
    refusal('too-many-requests', 429, {
      detail: 'Many people are downloading. Please try again in 30 seconds.',
    }),
    'Many people are downloading. Please try again in 30 seconds.',
  ],
  [
    'a sentence of its own where the server gives no reason',
    refusal('unexpected', 500),
    'The PDF wasn’t saved. Please try again.',
  ],
])('shows %s', async (_what, reply, sentence) => {
  authToken.replace('Bearer of-this-test', authToken.generation())
  vi.stubGlobal('fetch', async () => reply)
  const screen = await render(<SavePdfButton fundId={204318} range={range} />)
  await screen.getByRole('button', { name: 'Save as PDF' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence)
})
