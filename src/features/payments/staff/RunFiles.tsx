import { useState } from 'react'
import { showFailure } from '../../../web/api/show-failure.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { downloadLetters, downloadRunFile, type RunDetails } from '../payments.contract.ts'
import { downloadCheques, downloadMicr } from '../print-cheques.contract.ts'
import styles from './Payments.module.css'
import { formatTitle } from './payment-labels.ts'

/** The file for the bank, the cheques to print in parts of 500, and the letters in parts of a thousand. */
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
  const parts = numbersTo(run.letterFiles)
  const chequeParts = numbersTo(run.chequeFiles)
  const chequesTitle = inClientEnglish('Cheques to print')
  return (
    <>
      {run.state === 'rejected' ? null : <p>{letterSentence(run)}</p>}
      {chequeParts.length === 0 ? null : <p>{inClientEnglish(printSentence)}</p>}
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
        {chequeParts.map(part => (
          <Button
            key={`cheques ${part}`}
            isPending={busy === `cheques ${part}`}
            pendingText="Processing..."
            onPress={() =>
              void get(`cheques ${part}`, () =>
                downloadFile(downloadCheques, { params, query: { part } }, about),
              )
            }
          >
            {chequeParts.length === 1 ? chequesTitle : `${chequesTitle}, part ${part}`}
          </Button>
        ))}
        {(chequeParts.length === 0 ? [] : run.reprints).map(({ number }) => (
          <Button
            key={`cheque ${number}`}
            isPending={busy === `cheque ${number}`}
            pendingText="Processing..."
            onPress={() =>
              void get(`cheque ${number}`, () =>
                downloadFile(downloadCheques, { params, query: { number } }, about),
              )
            }
          >
            {inClientEnglish('Only cheque')} {number}
          </Button>
        ))}
        {chequeParts.length === 0 ? null : (
          <Button
            isPending={busy === 'micr'}
            pendingText="Processing..."
            onPress={() => void get('micr', () => downloadFile(downloadMicr, { params }, about))}
          >
            MICR lines
          </Button>
        )}
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

/** The paper has the number already: the two have to be the same. */
const printSentence =
  'Put the cheques into the printer from the first number on. Each voucher has the number that the cheque above it must have.'

const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

function letterSentence({ method, payments, mailed }: RunDetails): string {
  if (method === 'cheque') return 'Enclose a letter with each payment.'
  if (mailed === payments) return 'Each charity gets its letter by e-mail once the run is sent.'
  if (mailed === 0) return 'No charity has an e-mail address for its letter, so print all of them.'
  const byMail = mailed === 1 ? 'One letter goes' : `${mailed} letters go`
  const others = payments - mailed
  return `${byMail} by e-mail once the run is sent. ${others === 1 ? 'Print the other one.' : `Print the other ${others}.`}`
}
