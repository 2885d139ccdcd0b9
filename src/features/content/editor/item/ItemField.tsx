import { asIsoDate } from '../../../../domain/dates.ts'
import { Button } from '../../../../web/ui/actions/Button.tsx'
import { Checkbox } from '../../../../web/ui/fields/Checkbox.tsx'
import { DateField } from '../../../../web/ui/fields/DateField.tsx'
import type { FieldProps } from '../../../../web/ui/fields/field-props.ts'
import { Select } from '../../../../web/ui/fields/Select.tsx'
import { TextField } from '../../../../web/ui/fields/TextField.tsx'
import { pickFile } from '../files/file-choice.ts'
import type { FieldSpec } from './field-table.ts'
import styles from './ItemForm.module.css'
import { MarkdownField } from './MarkdownField.tsx'
import { pictureMarkdown } from './markdown-edits.ts'
import { PictureField } from './PictureField.tsx'
import { SuggestedField } from './SuggestedField.tsx'

/** Existing values of the fields that group items. */
export type Suggestions = Record<'promoGroups' | 'topics' | 'resourceGroups', readonly string[]>

type ItemFieldProps = {
  name: string
  spec: FieldSpec
  values: ReadonlyMap<string, unknown>
  errors: Record<string, readonly string[]>
  suggestions: Suggestions
  isDisabled: boolean
  onChange: (change: Record<string, unknown>) => void
  onBlur: () => void
}

/** Renders one field by its spec. */
export function ItemField(props: ItemFieldProps) {
  const { name, spec, values, errors, suggestions, isDisabled, onChange, onBlur } = props
  const value = values.get(name)
  const text = typeof value === 'string' ? value : ''
  const setText = (next: string) => onChange({ [name]: next })
  const { label, hint } = spec
  const common = { name, label, hint, isDisabled, errors: errors[name] ?? [], onBlur }
  switch (spec.control) {
    case 'line':
      return <TextField {...common} value={text} onChange={setText} autoComplete="off" />
    case 'markdown':
      return (
        <MarkdownField
          {...common}
          value={text}
          onChange={setText}
          lines={spec.lines}
          choosePicture={async () => {
            const file = await pickFile('picture')
            return file === null ? null : pictureMarkdown(file.alt, file.href)
          }}
        />
      )
    case 'suggested':
      return (
        <SuggestedField {...common} value={text} onChange={setText} suggestions={suggestions[spec.from]} />
      )
    case 'order':
      return (
        <TextField
          {...common}
          value={typeof value === 'number' ? String(value) : ''}
          isShort
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          onChange={typed => onChange({ [name]: Number(typed.replaceAll(/\D/g, '')) })}
        />
      )
    case 'date':
      return <DateField {...common} value={asIsoDate(text)} onChange={date => setText(date ?? '')} />
    case 'tick':
      return (
        <Checkbox
          name={name}
          value={value === true}
          isDisabled={isDisabled}
          onChange={next => {
            onChange({ [name]: next })
            onBlur()
          }}
        >
          {label}
        </Checkbox>
      )
    case 'address':
      return <AddressField {...common} value={text} onChange={setText} files={spec.files} />
    case 'picture':
      return (
        <PictureField
          {...common}
          href={text}
          alt={String(values.get(spec.altField) ?? '')}
          altErrors={errors[spec.altField] ?? []}
          onChange={({ href, alt }) => onChange({ [name]: href, [spec.altField]: alt })}
        />
      )
    case 'choice':
      return (
        <Select
          {...common}
          value={value === null ? 'none' : text}
          choices={spec.choices}
          onChange={chosen => onChange({ [name]: chosen === 'none' ? null : chosen })}
        />
      )
  }
}

type AddressFieldProps = FieldProps<string> & { files: 'all' | 'pdf' }

/** The address of a link: typed, or one of the client's files. */
function AddressField({ files, onChange, onBlur, ...props }: AddressFieldProps) {
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
