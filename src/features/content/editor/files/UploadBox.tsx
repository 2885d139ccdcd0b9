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
  const [pictureToDescribe, setPictureToDescribe] = useState<File | null>(null)
  const [sent, setSent] = useState<Sent | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)

  const send = async (file: File, alt: string) => {
    setPictureToDescribe(null)
    setSent({ sentBytes: 0, ofBytes: file.size })
    try {
      const uploaded = await call(
        uploadFile,
        { query: { name: file.name, alt }, upload: file },
        { onSent: (sentBytes, ofBytes) => setSent({ sentBytes, ofBytes }) },
      )
      await client.invalidateQueries({ queryKey: [listFiles.path] })
      onUploaded(uploaded)
    } catch (failure) {
      setRefusal(refusalText(failure))
    } finally {
      setSent(null)
    }
  }
  const accept = (file: File | undefined) => {
    if (!file) return
    const refused = refusalOf(file, kind)
    setRefusal(refused)
    setPictureToDescribe(null)
    if (refused !== null) return
    // The browser's type is enough here; the server checks the content.
    if (file.type !== 'application/pdf' && isPicture(file.type as ManagedFile['mediaType']))
      setPictureToDescribe(file)
    else void send(file, '')
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    accept(event.dataTransfer.files[0])
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
      ) : pictureToDescribe ? (
        <DescribePicture
          file={pictureToDescribe}
          onDescribed={alt => void send(pictureToDescribe, alt)}
          onCancel={() => setPictureToDescribe(null)}
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
              accept(event.target.files?.[0])
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

function refusalText(failure: unknown): string {
  if (!(failure instanceof Problem)) return problems.unexpected.title
  const messages = Object.values(failure.errors ?? {}).flat()
  if (messages.length > 0) return messages.join(' ')
  return failure.detail ?? problems[failure.code].title
}
