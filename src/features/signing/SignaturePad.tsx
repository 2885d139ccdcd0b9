import { type PointerEvent, useEffect, useId, useRef } from 'react'
import { inClientEnglish } from '../../web/client-context/client-english.ts'
import type { FieldHandle } from '../../web/form/use-form.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { fieldId } from '../../web/ui/fields/field-props.ts'
import { type Drawing, padSize, pathOf } from './domain/signature.ts'
import styles from './Signing.module.css'

/** A place to draw a signature with a pen, a finger or a mouse. People who cannot draw type their name instead. */
export function SignaturePad({ name, value, onChange, errors }: FieldHandle<Drawing>) {
  const pad = useRef<SVGSVGElement>(null)
  // Several moves may come before the next render.
  const strokes = useRef(value)
  const isDrawing = useRef(false)
  const noteId = useId()
  useEffect(() => {
    strokes.current = value
  }, [value])
  const change = (next: Drawing) => {
    strokes.current = next
    onChange(next)
  }
  const pointAt = ({ clientX, clientY }: { clientX: number; clientY: number }): [number, number] => {
    const box = pad.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    const within = (share: number, size: number) => Math.round(Math.min(1, Math.max(0, share)) * size)
    return [
      within((clientX - box.left) / box.width, padSize.width),
      within((clientY - box.top) / box.height, padSize.height),
    ]
  }
  const start = (event: PointerEvent<SVGSVGElement>) => {
    if (!event.isPrimary || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    isDrawing.current = true
    change([...strokes.current, [pointAt(event)]])
  }
  const move = (event: PointerEvent<SVGSVGElement>) => {
    if (!isDrawing.current) return
    const last = strokes.current.at(-1) ?? []
    const moves = event.nativeEvent.getCoalescedEvents()
    const points = (moves.length > 0 ? moves : [event.nativeEvent]).map(pointAt)
    change([...strokes.current.slice(0, -1), [...last, ...points]])
  }
  const end = () => {
    isDrawing.current = false
  }
  return (
    <div className={styles.pad}>
      <span className={styles.padLabel}>Draw here</span>
      <svg
        ref={pad}
        id={fieldId(name)}
        role="img"
        aria-label={value.length === 0 ? 'Your drawn signature: empty' : 'Your drawn signature'}
        aria-describedby={noteId}
        viewBox={`0 0 ${padSize.width} ${padSize.height}`}
        className={styles.canvas}
        data-invalid={errors.length > 0 || undefined}
        onPointerDown={start}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <path d={pathOf(value)} className={styles.ink} />
      </svg>
      <span id={noteId} className={errors.length > 0 ? styles.error : styles.note}>
        {errors.length > 0
          ? errors.join(' ')
          : inClientEnglish(
              'Use a pen, a finger{,} or a mouse. If you use a keyboard, choose your typed name above.',
            )}
      </span>
      <div className={styles.actions}>
        <Button isDisabled={value.length === 0} onPress={() => change(value.slice(0, -1))}>
          Undo the last line
        </Button>
        <Button isDisabled={value.length === 0} onPress={() => change([])}>
          Clear
        </Button>
      </div>
    </div>
  )
}
