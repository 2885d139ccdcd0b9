import { type ReactNode, useState } from 'react'
import { FileDrop } from '../ui/fields/FileDrop.tsx'
import { Select } from '../ui/fields/Select.tsx'
import styles from './UploadForm.module.css'
import { useUpload } from './use-upload.ts'

type UploadFormProps<Type extends string> = {
  types: readonly { value: Type; text: string }[]
  /** What is accepted: “PDF, up to 20 MB”, and the same for the browser. */
  limits: string
  accept: string
  maxBytes: number
  locale: string
  onType?: (type: Type) => void
  /** What is missing before a file can be sent. */
  violation?: string | null
  /** @returns the name under which the file was stored. */
  send: (file: File, type: Type, onSent: (sentBytes: number, ofBytes: number) => void) => Promise<string>
  /** More about the chosen type. */
  children?: (about: { type: Type; isSending: boolean }) => ReactNode
}

/** A document's type and its file, which is uploaded as soon as it is chosen or dropped. */
export function UploadForm<Type extends string>(props: UploadFormProps<Type>) {
  const { types, limits, accept, maxBytes, locale, onType, violation = null, send, children } = props
  const [type, setType] = useState<Type | null>(null)
  const [typeErrors, setTypeErrors] = useState<readonly string[]>([])
  const { sent, refusal, refused, refuse, fits, upload } = useUpload({ limits, maxBytes })
  const [added, setAdded] = useState('')

  const choose = (chosen: Type) => {
    setType(chosen)
    setTypeErrors([])
    onType?.(chosen)
  }
  const add = async (file: File) => {
    setAdded('')
    const mayBeSent = fits(file)
    if (type === null) setTypeErrors(['Choose the type of the document first'])
    if (type === null || !mayBeSent) return
    if (violation !== null) return refuse(violation)
    await upload(file, async onSent => setAdded(`${await send(file, type, onSent)} was added.`))
  }
  return (
    <div className={styles.form}>
      <Select
        label="Type"
        name="new-document-type"
        value={type}
        choices={types}
        onChange={choose}
        errors={typeErrors}
        isRequired
        isDisabled={sent !== null}
      />
      {type === null ? null : children?.({ type, isSending: sent !== null })}
      <FileDrop
        limits={limits}
        accept={accept}
        locale={locale}
        sent={sent}
        refusal={refusal}
        again={refused && (() => void add(refused))}
        onFile={file => void add(file)}
      />
      <p role="status">{added}</p>
    </div>
  )
}
