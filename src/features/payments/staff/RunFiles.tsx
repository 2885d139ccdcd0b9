import { useState } from 'react'
import { showFailure } from '../../../web/api/show-failure.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { downloadLetters, downloadRunFile, type RunDetails } from '../payments.contract.ts'
import styles from './Payments.module.css'
import { formatTitle } from './payment-labels.ts'

/** The file for the bank and the letters, in parts of a thousand. */
export function RunFiles({ run }: { run: RunDetails }) {
  const [busy, setBusy] = useState<string | null>(null)
  const get = async (name: string, work: () => Promise<unknown>) => {
    setBusy(name)
    try {
      await work()
    } catch (failure) {
      showFailure(failure)
    } finally {
      setBusy(null)
    }
  }
  const params = { runId: run.runId }
  const about = { signal: new AbortController().signal, onProgress: () => undefined }
  const parts = Array.from({ length: run.letterFiles }, (_, index) => index + 1)
  return (
    <>
      {run.state === 'rejected' ? null : <p>{letterSentence(run)}</p>}
      <div className={styles.files}>
        {run.isReleased ? (
          <Button
            isPending={busy === 'file'}
            pendingText="Processing..."
            onPress={() => void get('file', () => downloadFile(downloadRunFile, { params }, about))}
          >
            {formatTitle(run.format)}
          </Button>
        ) : null}
        {parts.map(part => (
          <Button
            key={part}
            isPending={busy === `letters ${part}`}
            pendingText="Processing..."
            onPress={() =>
              void get(`letters ${part}`, () =>
                downloadFile(downloadLetters, { params, query: { part } }, about),
              )
            }
          >
            {parts.length === 1 ? 'Letters' : `Letters, part ${part}`}
          </Button>
        ))}
      </div>
    </>
  )
}

function letterSentence({ method, payments, mailed }: RunDetails): string {
  if (method === 'cheque') return 'Enclose a letter with each payment.'
  if (mailed === payments) return 'Each charity gets its letter by e-mail once the run is sent.'
  if (mailed === 0) return 'No charity has an e-mail address for its letter, so print all of them.'
  const byMail = mailed === 1 ? 'One letter goes' : `${mailed} letters go`
  const others = payments - mailed
  return `${byMail} by e-mail once the run is sent. ${others === 1 ? 'Print the other one.' : `Print the other ${others}.`}`
}
