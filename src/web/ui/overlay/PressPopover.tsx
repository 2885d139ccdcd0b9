import { type FocusEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useDismissal } from './open-dialogs.ts'
import styles from './Popover.module.css'

type PressPopoverProps = {
  trigger: ReactNode
  triggerClassName: string
  triggerLabel?: string
  /** The accessible name of the panel. */
  label: string
  panelClassName: string
  offsetPx: number
  children: (close: () => void) => ReactNode
}

const edgePx = 12

/**
 * A button with a panel that opens on press: a native popover, so that Escape and a press outside close it, the focus returns
 * to the button, and nothing covers it. This component only positions it.
 */
export function PressPopover(props: PressPopoverProps) {
  const { trigger, triggerClassName, triggerLabel, label, panelClassName, offsetPx, children } = props
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const panelId = useId()
  const close = () => panel.current?.hidePopover()
  useDismissal(isOpen, close)

  useLayoutEffect(() => {
    if (!isOpen) return
    const updatePosition = () => {
      if (button.current && panel.current) positionPanel(panel.current, button.current, offsetPx)
    }
    updatePosition()
    // Repositions when a device is rotated, or when a sticky menu scrolls.
    window.addEventListener('resize', updatePosition)
    window.addEventListener('scroll', updatePosition, { passive: true })
    const resizeObserver = new ResizeObserver(updatePosition)
    if (button.current) resizeObserver.observe(button.current)
    return () => {
      window.removeEventListener('resize', updatePosition)
      window.removeEventListener('scroll', updatePosition)
      resizeObserver.disconnect()
    }
  }, [isOpen, offsetPx])
  useEffect(() => {
    if (isOpen) panel.current?.focus({ preventScroll: true })
  }, [isOpen])

  const closeOnBlur = (event: FocusEvent) => {
    const next = event.relatedTarget
    if (next instanceof Node && !panel.current?.contains(next) && next !== button.current) close()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={panelId}
        aria-expanded={isOpen}
        aria-label={triggerLabel}
        className={triggerClassName}
      >
        {trigger}
      </button>
      <div
        ref={panel}
        id={panelId}
        popover="auto"
        role="dialog"
        aria-label={isOpen ? label : undefined}
        tabIndex={-1}
        className={panelClassName}
        onToggle={event => setOpen(event.newState === 'open')}
        onBlur={closeOnBlur}
      >
        {isOpen ? <div className={styles.inner}>{children(close)}</div> : null}
      </div>
    </>
  )
}

/** Under its button, aligned with its edge, within the window; in page coordinates, so that it scrolls along. */
function positionPanel(panel: HTMLElement, button: HTMLElement, offsetPx: number): void {
  const from = button.getBoundingClientRect()
  const { width, height } = panel.getBoundingClientRect()
  const rightmost = document.documentElement.clientWidth - width - edgePx
  const left = Math.max(edgePx, Math.min(from.right - width, rightmost))
  const isBelow = from.bottom + offsetPx + height <= window.innerHeight || from.top < height + offsetPx
  const top = isBelow ? from.bottom + offsetPx : from.top - offsetPx - height
  panel.style.left = `${left + window.scrollX}px`
  panel.style.top = `${top + window.scrollY}px`
}
