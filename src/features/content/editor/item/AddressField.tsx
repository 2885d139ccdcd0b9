import { Button } from '../../../../web/ui/actions/Button.tsx'
import type { FieldProps } from '../../../../web/ui/fields/field-props.ts'
import { TextField } from '../../../../web/ui/fields/TextField.tsx'
import { pickFile } from '../files/file-choice.ts'
import styles from './ItemForm.module.css'

type AddressFieldProps = FieldProps<string> & { files: 'all' | 'pdf' }

/** The address of a link: typed, or one of the client's files. */
export function AddressField({ files, onChange, onBlur, ...props }: AddressFieldProps) {
  const choose = async () => {
    const file = await pickFile(files)
    if (file === null) return
    onChange(file.href)
    onBlur?.()
  }
  return (
    <div className={styles.withButton}>
      <TextField
        {...props}
        autoComplete="off"
        onChange={typed => onChange(typed.trim())}
        {...(onBlur ? { onBlur } : {})}
      />
      {props.isDisabled ? null : (
        <Button kind="text" onPress={() => void choose()}>
          Choose one of your files
        </Button>
      )}
    </div>
  )
}
