import { useState } from 'react'
import { Button } from '../../../../web/ui/actions/Button.tsx'
import { TextField } from '../../../../web/ui/fields/TextField.tsx'
import { maxAltLength, missingAlt } from '../../../files/domain/file-kinds.ts'
import styles from './Files.module.css'

type DescribePictureProps = { file: File; onDescribed: (alt: string) => void; onCancel: () => void }

/** Asks for a picture's alternative text, which is required. */
export function DescribePicture({ file, onDescribed, onCancel }: DescribePictureProps) {
  const [alt, setAlt] = useState('')
  const [isRefused, setRefused] = useState(false)
  const shown = alt.trim()
  return (
    <form
      noValidate
      className={styles.describe}
      onSubmit={event => {
        event.preventDefault()
        event.stopPropagation()
        if (shown === '') setRefused(true)
        else onDescribed(shown)
      }}
    >
      <p className={styles.fileName}>{file.name}</p>
      <TextField
        label="What does the picture show?"
        hint="One sentence for people who use a screen reader, such as “Volunteers packing food boxes in a hall”"
        name="alt"
        value={alt}
        maxLength={maxAltLength}
        autoFocus
        autoComplete="off"
        errors={isRefused && shown === '' ? [missingAlt] : []}
        onChange={setAlt}
      />
      <div className={styles.buttons}>
        <Button kind="primary" type="submit">
          Upload
        </Button>
        <Button onPress={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
