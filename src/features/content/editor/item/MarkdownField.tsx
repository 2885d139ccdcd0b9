import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { classNames } from '../../../../web/ui/class-names.ts'
import fieldStyles from '../../../../web/ui/fields/Field.module.css'
import { type FieldProps, fieldId } from '../../../../web/ui/fields/field-props.ts'
import { Summary } from '../../../../web/ui/sections/Summary.tsx'
import { VisuallyHidden } from '../../../../web/ui/text/VisuallyHidden.tsx'
import styles from './MarkdownField.module.css'
import { MarkdownToolbar, type Tool } from './MarkdownToolbar.tsx'
import { insertBlock, type Selected, type TextEdit, toggleMark } from './markdown-edits.ts'

type MarkdownFieldProps = Omit<FieldProps<string>, 'isRequired' | 'isReadOnly'> & {
  lines?: number
  /** Lets the editor choose a picture; resolves with its Markdown, or null. */
  choosePicture: () => Promise<string | null>
}

/**
 * Markdown in a plain textarea, with a toolbar that inserts it. Edits are inserted as typed text, so that the browser's undo
 * works.
 */
export function MarkdownField(props: MarkdownFieldProps) {
  const { label, hint, errors = [], name, value, onChange, onBlur, lines = 8, choosePicture } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const [notesId, helpId] = [useId(), useId()]
  const [isHelpOpen, setHelpOpen] = useState(false)
  const isInvalid = errors.length > 0
  const { isDisabled = false } = props

  const edit = (make: (selected: Selected) => TextEdit) => {
    if (area.current) write(area.current, make(selectedIn(area.current)), onChange)
  }
  const use = async (tool: Tool) => {
    if (tool.kind === 'edit') return edit(tool.edit)
    const picture = await choosePicture()
    if (picture === null) area.current?.focus()
    else edit(selected => insertBlock(selected, picture))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    const key = event.key.toLowerCase()
    if (key !== 'b' && key !== 'i') return
    event.preventDefault()
    edit(selected =>
      key === 'b' ? toggleMark(selected, '**', 'bold text') : toggleMark(selected, '*', 'italic text'),
    )
  }

  return (
    <div className={classNames(fieldStyles.field, styles.field)} data-invalid={isInvalid || undefined}>
      <label htmlFor={fieldId(name)} className={fieldStyles.label}>
        {label}
      </label>
      <div className={classNames(fieldStyles.box, styles.box)} data-disabled={isDisabled || undefined}>
        {isDisabled ? null : (
          <MarkdownToolbar areaId={fieldId(name)} label={label} onUse={tool => void use(tool)} />
        )}
        <textarea
          ref={area}
          id={fieldId(name)}
          name={name}
          value={value}
          rows={lines}
          disabled={isDisabled}
          spellCheck
          aria-invalid={isInvalid || undefined}
          aria-describedby={notesId}
          className={styles.area}
          onChange={event => onChange(event.target.value)}
          onBlur={onBlur}
          onKeyDown={onKeyDown}
        />
      </div>
      <span id={notesId} className={styles.notes}>
        {hint === undefined ? null : <span className={fieldStyles.hint}>{hint}</span>}
        {isInvalid ? <span className={fieldStyles.error}>{errors.join(' ')}</span> : null}
      </span>
      <details className={styles.help} onToggle={event => setHelpOpen(event.currentTarget.open)}>
        <Summary>
          Formatting help<VisuallyHidden>: {label}</VisuallyHidden>
        </Summary>
        {isHelpOpen ? <MarkdownHelp id={helpId} /> : null}
      </details>
    </div>
  )
}

const selectedIn = (area: HTMLTextAreaElement): Selected => ({
  text: area.value,
  from: area.selectionStart,
  to: area.selectionEnd,
})

/** Inserts the edit as if typed. If the browser does not support that, it sets the text and the undo history is lost. */
function write(area: HTMLTextAreaElement, edit: TextEdit, onChange: (text: string) => void): void {
  area.focus()
  area.setSelectionRange(edit.from, edit.to)
  // Deprecated, but the only way that keeps the browser's undo history.
  if (!document.execCommand('insertText', false, edit.insert)) {
    area.setRangeText(edit.insert, edit.from, edit.to, 'end')
    onChange(area.value)
  }
  area.setSelectionRange(edit.select.from, edit.select.to)
}

const examples = [
  ['**bold**', 'bold'],
  ['*italic*', 'italic'],
  ['## Heading', 'a heading on its own line; use ### for a smaller one'],
  ['- item', 'a list, one item per line; use 1. for a numbered list'],
  ['[our questions](/faq)', 'a link to a page of this site or an https:// address'],
  ['> text', 'a quotation'],
  ['---', 'a horizontal line'],
] as const

function MarkdownHelp({ id }: { id: string }) {
  return (
    <div id={id}>
      <p>Write plain text. An empty line starts a new paragraph. Use these characters for formatting:</p>
      <dl className={styles.examples}>
        {examples.map(([sign, meaning]) => (
          <div key={sign}>
            <dt>
              <code>{sign}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>Anything else, including HTML, is shown as plain text.</p>
    </div>
  )
}
