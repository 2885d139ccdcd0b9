import { useEffect } from 'react'
import type { ContentFields } from '../../domain/content-fields.ts'

const maxTries = 25
const betweenTriesMs = 200

/** Text by which to find an item on its page: rendered text without Markdown syntax; '' if there is none. */
export function searchTermOf(fields: ContentFields): string {
  const text =
    fields.kind === 'question'
      ? fields.question
      : fields.kind === 'deadline'
        ? fields.gift
        : fields.kind === 'banner'
          ? fields.message
          : fields.kind === 'block'
            ? fields.body
            : fields.title
  // Links, emphasis and placeholders split the text into several nodes, so search for one piece.
  const pieces = text
    .split('\n')
    .flatMap(line => line.replace(/^\s*(#{1,6}|[-*+>]|\d+[.)])\s+/, '').split(/[*_[\](){}`<>|\\!]+/))
    .map(piece => piece.trim())
  return (pieces.find(({ length }) => length >= 12) ?? pieces.find(piece => piece !== '') ?? '').slice(0, 40)
}

/**
 * Scrolls the framed page once to a text as soon as it is rendered. If `isBelow`, it scrolls down first, as the text loads
 * only then. The outer page does not scroll.
 */
export function useReveal(body: HTMLElement | null, term: string, isBelow: boolean): void {
  useEffect(() => {
    const page = body?.ownerDocument
    const view = page?.defaultView
    if (!body || !page || !view || term === '') return
    let tries = 0
    const timer = setInterval(() => {
      tries += 1
      const found = elementWith(page, body, term)
      if (found) {
        const { top } = found.getBoundingClientRect()
        // Text that is already visible needs no scrolling.
        if (top > view.innerHeight * 0.8) view.scrollTo(0, view.scrollY + top - view.innerHeight / 3)
      } else if (isBelow) view.scrollTo(0, page.documentElement.scrollHeight)
      if (found || tries >= maxTries) clearInterval(timer)
    }, betweenTriesMs)
    return () => clearInterval(timer)
  }, [body, term, isBelow])
}

function elementWith(page: Document, body: HTMLElement, term: string): Element | null {
  const texts = page.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    if (texts.currentNode.textContent?.includes(term)) return texts.currentNode.parentElement
  }
  return null
}
