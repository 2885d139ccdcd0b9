import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { RareIcon, type RareIconName } from '../../../../web/ui/RareIcon.tsx'
import { VisuallyHidden } from '../../../../web/ui/text/VisuallyHidden.tsx'
import styles from './MarkdownField.module.css'
import {
  insertLink,
  insertTable,
  type Selected,
  type TextEdit,
  toggleMark,
  togglePrefix,
} from './markdown-edits.ts'

export type Tool = { kind: 'edit'; edit: (selected: Selected) => TextEdit } | { kind: 'picture' }

type ToolButton = { name: string; icon: RareIconName; shortcut?: string; tool: Tool }

const edit = (make: (selected: Selected) => TextEdit): Tool => ({ kind: 'edit', edit: make })

const tools: readonly ToolButton[] = [
  {
    name: 'Bold',
    shortcut: 'B',
    icon: 'bold',
    tool: edit(selected => toggleMark(selected, '**', 'bold text')),
  },
  {
    name: 'Italic',
    shortcut: 'I',
    icon: 'italic',
    tool: edit(selected => toggleMark(selected, '*', 'italic text')),
  },
  {
    name: 'Heading',
    icon: 'heading',
    tool: edit(selected => togglePrefix(selected, 'heading')),
  },
  {
    name: 'List',
    icon: 'list',
    tool: edit(selected => togglePrefix(selected, 'bulleted-list')),
  },
  {
    name: 'Numbered list',
    icon: 'numbered-list',
    tool: edit(selected => togglePrefix(selected, 'numbered-list')),
  },
  {
    name: 'Link',
    icon: 'link',
    tool: edit(selected => insertLink(selected)),
  },
  {
    name: 'Table',
    icon: 'table',
    tool: edit(insertTable),
  },
  {
    name: 'Picture',
    icon: 'picture',
    tool: { kind: 'picture' },
  },
]

type MarkdownToolbarProps = { areaId: string; label: ReactNode; onUse: (tool: Tool) => void }

/** One tab stop; the arrow keys move between buttons (ARIA toolbar pattern). */
export function MarkdownToolbar({ areaId, label, onUse }: MarkdownToolbarProps) {
  const [current, setCurrent] = useState(0)
  const buttons = useRef<(HTMLButtonElement | null)[]>([])
  const onKeyDown = (event: KeyboardEvent) => {
    const last = tools.length - 1
    const next = {
      ArrowRight: current === last ? 0 : current + 1,
      ArrowLeft: current === 0 ? last : current - 1,
      Home: 0,
      End: last,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setCurrent(next)
    buttons.current[next]?.focus()
  }
  return (
    <div role="toolbar" aria-controls={areaId} aria-label={`Format: ${label}`} className={styles.toolbar}>
      {tools.map(({ name, icon, shortcut, tool }, place) => (
        <button
          key={name}
          ref={button => {
            buttons.current[place] = button
          }}
          type="button"
          title={shortcut === undefined ? name : `${name} (Ctrl+${shortcut})`}
          aria-keyshortcuts={shortcut === undefined ? undefined : `Control+${shortcut} Meta+${shortcut}`}
          tabIndex={place === current ? 0 : -1}
          className={styles.tool}
          onKeyDown={onKeyDown}
          onFocus={() => setCurrent(place)}
          onClick={() => onUse(tool)}
        >
          <RareIcon name={icon} />
          <VisuallyHidden>{name}</VisuallyHidden>
        </button>
      ))}
    </div>
  )
}
