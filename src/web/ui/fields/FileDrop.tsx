import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '../actions/Button.tsx'
import { classNames } from '../class-names.ts'
import { Alert } from '../notices/Alert.tsx'
import { ProgressBar } from '../progress/ProgressBar.tsx'
import { sizeLabel } from '../text/size-label.ts'
import styles from './FileDrop.module.css'

export type SentBytes = { sentBytes: number; ofBytes: number }

type FileDropProps = {
  /** What is accepted: “PDF, up to 20 MB”. */
  limits: string
  /** The media types of the file dialog, separated by commas. */
  accept: string
  locale: string
  /** While a file is uploaded: how much was sent. */
  sent: SentBytes | null
  /** Why the last file was not uploaded. */
  refusal: string | null
  /** Sends the refused file once more; null or absent where that does not help. */
  again?: (() => void) | null
  onFile: (file: File) => void
  /** Shown in place of the button, such as a question about the chosen file. */
  children?: ReactNode
}

/** A place to choose a file with a button or to drop it, with the progress of its upload. */
export function FileDrop(props: FileDropProps) {
  const { limits, accept, locale, sent, refusal, again = null, onFile, children } = props
  const [inputId, limitsId] = [useId(), useId()]
  const input = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [isOver, setOver] = useState(false)
  const take = (file: File | undefined) => {
    // One file at a time.
    if (file && sent === null) onFile(file)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button inside
    <div
      ref={box}
      tabIndex={-1}
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
      ) : (
        (children ?? (
          <div className={styles.choose}>
            <Button onPress={() => input.current?.click()} aria-describedby={limitsId}>
              Upload a file
            </Button>
            <label htmlFor={inputId} id={limitsId} className={styles.note}>
              or drop it here. {limits}.
            </label>
            <input
              ref={input}
              id={inputId}
              type="file"
              accept={accept}
              hidden
              onChange={event => {
                take(event.target.files?.[0])
                // Allows choosing the same file again.
                event.target.value = ''
              }}
            />
          </div>
        ))
      )}
      {refusal === null ? null : (
        <Alert kind="danger">
          {again === null ? refusal : <p className={styles.refusal}>{refusal}</p>}
          {again === null ? null : (
            <p className={styles.again}>
              <Button
                onPress={() => {
                  // The button goes while the file is sent, and the next Tab starts here.
                  box.current?.focus()
                  again()
                }}
              >
                Try again
              </Button>
            </p>
          )}
        </Alert>
      )}
    </div>
  )
}
