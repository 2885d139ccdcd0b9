import { type ReactNode, useState } from 'react'
import { FileDrop, type SentBytes } from '../ui/fields/FileDrop.tsx'
import { Select } from '../ui/fields/Select.tsx'
import styles from './UploadForm.module.css'
import { uploadRefusal } from './upload-refusal.ts'

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
  const { types, limits, accept, maxBytes, locale, onType, violation = null, send: upload, children } = props
  const [type, setType] = useState<Type | null>(null)
  const [typeErrors, setTypeErrors] = useState<readonly string[]>([])
  const [sent, setSent] = useState<SentBytes | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [added, setAdded] = useState('')

  const choose = (chosen: Type) => {
    setType(chosen)
    setTypeErrors([])
    onType?.(chosen)
  }
  const send = async (file: File) => {
    setAdded('')
    const refused = file.size > maxBytes ? `The file is too large. ${limits}.` : null
    setRefusal(refused)
    if (type === null) setTypeErrors(['Choose the type of the document first'])
    if (type === null || refused !== null) return
    if (violation !== null) return setRefusal(violation)
    setSent({ sentBytes: 0, ofBytes: file.size })
    try {
      const name = await upload(file, type, (sentBytes, ofBytes) => setSent({ sentBytes, ofBytes }))
      setAdded(`${name} was added.`)
    } catch (failure) {
      setRefusal(uploadRefusal(failure))
    } finally {
      setSent(null)
    }
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
        onFile={file => void send(file)}
      />
      <p role="status">{added}</p>
    </div>
  )
}
