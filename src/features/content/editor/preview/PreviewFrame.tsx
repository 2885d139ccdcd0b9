import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import styles from './Preview.module.css'
import { useReveal } from './reveal.ts'

type PreviewFrameProps = {
  title: string
  widthPx: number
  scheme: 'light' | 'dark'
  /** What to scroll to, once. */
  reveals: { words: string; isBelow: boolean }
  children: ReactNode
}

/**
 * A window of its own width within the page, so that what is drawn in it arranges itself as it would on a screen of that width;
 * shown smaller where there is less room. It is of this page and loads nothing: its look is copied from around it.
 */
export function PreviewFrame({ title, widthPx, scheme, reveals, children }: PreviewFrameProps) {
  const place = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [body, setBody] = useState<HTMLElement | null>(null)
  const scale = useScale(place, widthPx)
  useReveal(body, reveals.words, reveals.isBelow)

  useEffect(() => {
    if (body) body.ownerDocument.documentElement.dataset.theme = scheme
  }, [body, scheme])
  useLayoutEffect(() => (body ? keepStyled(body.ownerDocument) : undefined), [body])
  useEffect(() => {
    const { style } = frame.current ?? {}
    // The content policy forbids inline styles in markup; this is how they are set without.
    style?.setProperty('--frame-width', `${widthPx}px`)
    style?.setProperty('--frame-scale', String(scale))
  }, [widthPx, scale])

  return (
    <div ref={place} className={styles.place}>
      <iframe
        ref={frame}
        title={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too
        tabIndex={0}
        // Without it the browser would draw as browsers did before there were standards.
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

/** How much smaller than its width the frame has to be drawn. */
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

const looks = 'link[rel=stylesheet], style, meta[property=csp-nonce]'

/** Copies the page's styles, also those that a screen brings when it is fetched, which may be after the frame was made. */
function keepStyled(inside: Document): () => void {
  const copied = new Set<HTMLElement>()
  const bring = () => {
    for (const sheet of document.head.querySelectorAll<HTMLElement>(looks)) {
      if (copied.has(sheet)) continue
      copied.add(sheet)
      const copy = inside.importNode(sheet, true)
      // A nonce is not copied with its element.
      copy.nonce = sheet.nonce
      inside.head.append(copy)
    }
  }
  bring()
  const watch = new MutationObserver(bring)
  watch.observe(document.head, { childList: true })
  return () => watch.disconnect()
}

/** Gives the empty document the marks of the page around it, and keeps it to being looked at. */
function furnish(inside: Document): HTMLElement {
  const { documentElement: page } = document
  for (const { name, value } of page.attributes) {
    // A dialog that was open leaves one, and the policy lets no inline style in.
    if (name !== 'style') inside.documentElement.setAttribute(name, value)
  }
  const root = inside.createElement('div')
  // A picture of the page: it takes no focus from who is writing, is no second page to those who listen, and leads nowhere.
  root.inert = true
  inside.body.replaceChildren(root)
  return root
}
