import type { ReactNode } from 'react'
import { Button } from '../../../../web/ui/actions/Button.tsx'
import fieldStyles from '../../../../web/ui/fields/Field.module.css'
import { fieldId } from '../../../../web/ui/fields/field-props.ts'
import { TextField } from '../../../../web/ui/fields/TextField.tsx'
import { maxAltLength } from '../../../files/domain/file-kinds.ts'
import { pickFile } from '../files/file-choice.ts'
import styles from './ItemForm.module.css'

type PictureFieldProps = {
  name: string
  label: ReactNode
  href: string
  alt: string
  errors: readonly string[]
  altErrors: readonly string[]
  isDisabled: boolean
  onChange: (picture: { href: string; alt: string }) => void
  onBlur: () => void
}

/** One of the client's pictures, with its alternative text. */
export function PictureField(props: PictureFieldProps) {
  const { name, label, href, alt, errors, altErrors, isDisabled, onChange, onBlur } = props
  const choose = async () => {
    const file = await pickFile('picture')
    if (file === null) return
    onChange({ href: file.href, alt: file.alt })
    onBlur()
  }
  return (
    <fieldset id={fieldId(name)} className={styles.picture}>
      <legend className={fieldStyles.label}>{label}</legend>
      {href === '' ? null : <img src={href} alt={alt} className={styles.thumb} />}
      {errors.length === 0 ? null : <span className={fieldStyles.error}>{errors.join(' ')}</span>}
      {isDisabled ? null : (
        <div className={styles.buttons}>
          <Button onPress={() => void choose()}>
            {href === '' ? 'Choose a picture' : 'Choose another picture'}
          </Button>
          {href === '' ? null : (
            <Button
              kind="text"
              onPress={() => {
                onChange({ href: '', alt: '' })
                onBlur()
              }}
            >
              Remove the picture
            </Button>
          )}
        </div>
      )}
      {href === '' ? null : (
        <TextField
          label="Picture description"
          hint="For people who use a screen reader"
          name={`${name}Alt`}
          value={alt}
          maxLength={maxAltLength}
          isDisabled={isDisabled}
          errors={altErrors}
          autoComplete="off"
          onChange={text => onChange({ href, alt: text })}
          onBlur={onBlur}
        />
      )}
    </fieldset>
  )
}
