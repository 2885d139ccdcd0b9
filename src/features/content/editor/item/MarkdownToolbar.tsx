import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
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

type ToolButton = { name: string; picture: ReactNode; shortcut?: string; tool: Tool }

const edit = (make: (selected: Selected) => TextEdit): Tool => ({ kind: 'edit', edit: make })
const stroke = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.6 } as const

const tools: readonly ToolButton[] = [
  {
    name: 'Bold',
    shortcut: 'B',
    picture: <path d="M6 4h5a3 3 0 0 1 0 6H6zm0 6h6a3 3 0 0 1 0 6H6z" {...stroke} strokeWidth={2.2} />,
    tool: edit(selected => toggleMark(selected, '**', 'bold text')),
  },
  {
    name: 'Italic',
    shortcut: 'I',
    picture: <path d="M8.5 4h6M5.5 16h6M12 4 8 16" {...stroke} />,
    tool: edit(selected => toggleMark(selected, '*', 'italic text')),
  },
  {
    name: 'Heading',
    picture: <path d="M5 4v12M15 4v12M5 10h10" {...stroke} strokeWidth={2} />,
    tool: edit(selected => togglePrefix(selected, 'heading')),
  },
  {
    name: 'List',
    picture: <path d="M8 5h9M8 10h9M8 15h9M3 5h1.6M3 10h1.6M3 15h1.6" {...stroke} />,
    tool: edit(selected => togglePrefix(selected, 'bulleted-list')),
  },
  {
    name: 'Numbered list',
    picture: (
      <path
        d="M9 5h8M9 10h8M9 15h8M3 3.6l1.4-.6v4M2.8 12.6c.6-1 2.4-.8 2.2.4-.1.9-2.2 2.2-2.2 3h2.4"
        {...stroke}
      />
    ),
    tool: edit(selected => togglePrefix(selected, 'numbered-list')),
  },
  {
    name: 'Link',
    picture: (
      <path
        d="M8.5 11.5a3.2 3.2 0 0 0 4.6 0l2.6-2.6a3.2 3.2 0 0 0-4.6-4.6l-1 1M11.5 8.5a3.2 3.2 0 0 0-4.6 0l-2.6 2.6a3.2 3.2 0 0 0 4.6 4.6l1-1"
        {...stroke}
      />
    ),
    tool: edit(selected => insertLink(selected)),
  },
  {
    name: 'Table',
    picture: <path d="M3 4h14v12H3zM3 8h14M3 12h14M10 4v12" {...stroke} />,
    tool: edit(insertTable),
  },
  {
    name: 'Picture',
    picture: <path d="M3 4h14v12H3zm0 9 4-4 4 4 2.5-2.5L17 14M13 7.5h.01" {...stroke} />,
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
      {tools.map(({ name, picture, shortcut, tool }, place) => (
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
          <svg viewBox="0 0 20 20" aria-hidden="true">
            {picture}
          </svg>
          <VisuallyHidden>{name}</VisuallyHidden>
        </button>
      ))}
    </div>
  )
}
