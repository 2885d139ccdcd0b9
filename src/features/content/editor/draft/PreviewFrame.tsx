import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import styles from './Preview.module.css'
import { useReveal } from './reveal.ts'

type PreviewFrameProps = {
  title: string
  widthPx: number
  scheme: 'light' | 'dark'
  /** The text to scroll to once. */
  target: { text: string; isBelow: boolean }
  children: ReactNode
}

/**
 * An iframe of a given width, so that its content lays itself out as on a screen of that width; scaled down if there is less
 * room. It loads nothing: the styles are copied from this page and the content is rendered through a portal.
 */
export function PreviewFrame({ title, widthPx, scheme, target, children }: PreviewFrameProps) {
  const place = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [body, setBody] = useState<HTMLElement | null>(null)
  const scale = useScale(place, widthPx)
  useReveal(body, target.text, target.isBelow)

  useEffect(() => {
    if (body) body.ownerDocument.documentElement.dataset.theme = scheme
  }, [body, scheme])
  useLayoutEffect(() => (body ? keepStyled(body.ownerDocument) : undefined), [body])
  useEffect(() => {
    const { style } = frame.current ?? {}
    // The content security policy forbids style attributes in markup, but not setting them through the CSSOM.
    style?.setProperty('--frame-width', `${widthPx}px`)
    style?.setProperty('--frame-scale', String(scale))
  }, [widthPx, scale])

  return (
    <div ref={place} className={styles.place}>
      <iframe
        ref={frame}
        title={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be keyboard-accessible
        tabIndex={0}
        // Without a doctype the browser would use quirks mode.
        srcDoc="<!doctype html>"
        className={styles.frame}
        onLoad={event => {
          const inside = event.currentTarget.contentDocument
          if (inside) setBody(furnish(inside))
        }}
      />
      {body ? createPortal(children, body) : null}
    </div>
  )
}

/** The scale at which the frame fits its container, at most 1. */
function useScale(place: React.RefObject<HTMLElement | null>, widthPx: number): number {
  const [roomPx, setRoomPx] = useState(widthPx)
  useEffect(() => {
    if (!place.current) return
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setRoomPx(entry.contentRect.width)
    })
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [place])
  return Math.min(1, roomPx / widthPx)
}

const styleSelector = 'link[rel=stylesheet], style, meta[property=csp-nonce]'

/** Copies the page's styles, including those that lazily loaded screens add later. */
function keepStyled(inside: Document): () => void {
  const copied = new Set<HTMLElement>()
  const bring = () => {
    for (const sheet of document.head.querySelectorAll<HTMLElement>(styleSelector)) {
      if (copied.has(sheet)) continue
      copied.add(sheet)
      const copy = inside.importNode(sheet, true)
      // Cloning an element does not copy its nonce.
      copy.nonce = sheet.nonce
      inside.head.append(copy)
    }
  }
  bring()
  const watch = new MutationObserver(bring)
  watch.observe(document.head, { childList: true })
  return () => watch.disconnect()
}

/** Copies attributes of the page to the empty document and makes it inert. */
function furnish(inside: Document): HTMLElement {
  const { documentElement: page } = document
  for (const { name, value } of page.attributes) {
    // An open dialog sets a style attribute, which the content security policy forbids here.
    if (name !== 'style') inside.documentElement.setAttribute(name, value)
  }
  const root = inside.createElement('div')
  // The preview takes no focus, is hidden from screen readers and its links do nothing.
  root.inert = true
  inside.body.replaceChildren(root)
  return root
}
