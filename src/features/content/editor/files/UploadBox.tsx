import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useId, useRef, useState } from 'react'
import { Problem, problems } from '../../../../contract/problems.ts'
import { call } from '../../../../web/api/call.ts'
import { clientContext } from '../../../../web/client-context/client-context.ts'
import { Button } from '../../../../web/ui/actions/Button.tsx'
import { classNames } from '../../../../web/ui/class-names.ts'
import { Alert } from '../../../../web/ui/notices/Alert.tsx'
import { ProgressBar } from '../../../../web/ui/progress/ProgressBar.tsx'
import { listFiles, type ManagedFile, uploadFile } from '../../../files/files.contract.ts'
import { DescribePicture } from './DescribePicture.tsx'
import styles from './Files.module.css'
import type { FileKind } from './file-choice.ts'
import { acceptOf, isPicture, limitsOf, refusalOf, sizeLabel } from './file-labels.ts'

type UploadBoxProps = { kind: FileKind; onUploaded: (file: ManagedFile) => void }
type Sent = { sentBytes: number; ofBytes: number }

/** Uploads a chosen or dropped file, with progress. Asks for a picture's description first. */
export function UploadBox({ kind, onUploaded }: UploadBoxProps) {
  const { locale } = clientContext().clientSettings
  const [inputId, limitsId] = [useId(), useId()]
  const input = useRef<HTMLInputElement>(null)
  const client = useQueryClient()
  const [isOver, setOver] = useState(false)
  const [toDescribe, setToDescribe] = useState<File | null>(null)
  const [sent, setSent] = useState<Sent | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)

  const send = async (file: File, alt: string) => {
    setToDescribe(null)
    setSent({ sentBytes: 0, ofBytes: file.size })
    try {
      const kept = await call(
        uploadFile,
        { query: { name: file.name, alt }, upload: file },
        { onSent: (sentBytes, ofBytes) => setSent({ sentBytes, ofBytes }) },
      )
      await client.invalidateQueries({ queryKey: [listFiles.path] })
      onUploaded(kept)
    } catch (failure) {
      setRefusal(refusalInWords(failure))
    } finally {
      setSent(null)
    }
  }
  const take = (file: File | undefined) => {
    if (!file) return
    const refused = refusalOf(file, kind)
    setRefusal(refused)
    setToDescribe(null)
    if (refused !== null) return
    // The browser's type is enough here; the server checks the content.
    if (file.type !== 'application/pdf' && isPicture(file.type as ManagedFile['mediaType']))
      setToDescribe(file)
    else void send(file, '')
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button inside
    <div
      className={classNames(styles.drop, isOver && styles.over)}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {sent ? (
        <ProgressBar
          label="Uploading the file"
          value={sent.sentBytes}
          max={sent.ofBytes}
          text={`${sizeLabel(sent.sentBytes, locale)} of ${sizeLabel(sent.ofBytes, locale)}`}
        />
      ) : toDescribe ? (
        <DescribePicture
          file={toDescribe}
          onDescribed={alt => void send(toDescribe, alt)}
          onCancel={() => setToDescribe(null)}
        />
      ) : (
        <div className={styles.choose}>
          <Button onPress={() => input.current?.click()} aria-describedby={limitsId}>
            Upload a file
          </Button>
          <label htmlFor={inputId} id={limitsId} className={styles.note}>
            or drop it here. {limitsOf[kind]}.
          </label>
          <input
            ref={input}
            id={inputId}
            type="file"
            accept={acceptOf(kind)}
            hidden
            onChange={event => {
              take(event.target.files?.[0])
              // Allows choosing the same file again.
              event.target.value = ''
            }}
          />
        </div>
      )}
      {refusal === null ? null : <Alert kind="danger">{refusal}</Alert>}
    </div>
  )
}

function refusalInWords(failure: unknown): string {
  if (!(failure instanceof Problem)) return problems.unexpected.title
  const told = Object.values(failure.errors ?? {}).flat()
  if (told.length > 0) return told.join(' ')
  return failure.detail ?? problems[failure.code].title
}
