import { GlobalWorkerOptions, getDocument, type PDFPageProxy, type RenderTask, TextLayer } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { structureOf } from './document-structure.ts'
import styles from './Signing.module.css'

// Absolute, because the policy for scripts (src/web/policy.ts) compares whole addresses.
GlobalWorkerOptions.workerSrc = new URL(workerUrl, location.href).href

/** Sharp at the largest zoom, and about 20 MB of memory for a page. */
const maxPixelsPerPoint = 3

/** A page on the screen. Only pages near the visible part are drawn, because a long document would not fit into memory. */
type ShownPage = {
  page: PDFPageProxy
  box: HTMLElement
  /** What is drawn of it; null: nothing, which shows white paper. */
  canvas: HTMLCanvasElement | null
  widthPt: number
  isNear: boolean
  /** The pixels per point with which it was drawn; 0: it is not. */
  drawnScale: number
  drawing: RenderTask | null
}

type ShowOptions = {
  name: string
  signal: AbortSignal
  /** A page cannot be drawn. */
  onFailure: (failure: unknown) => void
}

/**
 * Shows all pages of a PDF below one another in the element, each with its text above the picture. They follow the element's width.
 * Neither scripts nor forms nor links of the file work.
 */
export async function showPdf(data: ArrayBuffer, into: HTMLElement, options: ShowOptions): Promise<void> {
  const { name, signal, onFailure } = options
  into.replaceChildren()
  const shown = new Map<Element, ShownPage>()
  const refresh = (box: Element, isNear?: boolean) => {
    const about = shown.get(box)
    if (!about) return
    about.isNear = isNear ?? about.isNear
    draw(about, onFailure)
  }
  const sizes = new ResizeObserver(entries => {
    for (const { target } of entries) refresh(target)
  })
  const views = new IntersectionObserver(
    entries => {
      for (const { target, isIntersecting } of entries) refresh(target, isIntersecting)
    },
    { rootMargin: '200% 0px' },
  )
  const task = getDocument({
    data,
    useWasm: false,
    useWorkerFetch: false,
    enableXfa: false,
    useSystemFonts: true,
  })
  signal.addEventListener('abort', () => {
    sizes.disconnect()
    views.disconnect()
    void task.destroy()
  })
  const pdf = await task.promise
  for (let number = 1; number <= pdf.numPages && !signal.aborted; number += 1) {
    const page = await pdf.getPage(number)
    const about = addPage(page, into, `${name}, page ${number} of ${pdf.numPages}`)
    shown.set(about.box, about)
    sizes.observe(about.box)
    views.observe(about.box)
    await addText(about)
  }
}

function addPage(page: PDFPageProxy, into: HTMLElement, label: string): ShownPage {
  const { width, height } = page.getViewport({ scale: 1 })
  const box = document.createElement('section')
  box.className = styles.page ?? ''
  box.setAttribute('aria-label', label)
  box.style.aspectRatio = `${width} / ${height}`
  into.append(box)
  return { page, box, canvas: null, widthPt: width, isNear: false, drawnScale: 0, drawing: null }
}

async function addText({ page, box }: ShownPage): Promise<void> {
  const text = document.createElement('div')
  text.className = styles.textLayer ?? ''
  box.append(text)
  const content = await page.getTextContent({ includeMarkedContent: true })
  const viewport = page.getViewport({ scale: 1 })
  await new TextLayer({ textContentSource: content, container: text, viewport }).render()
  const structure = await structureOf(page, text)
  if (structure !== null) box.prepend(structure)
}

/** Draws the page if it is near and not drawn as sharply as its size needs, or frees its memory. */
function draw(about: ShownPage, onFailure: (failure: unknown) => void): void {
  const { page, box, widthPt, isNear } = about
  const scale = box.clientWidth / widthPt
  // The text layer's positions are in points of the page.
  box.style.setProperty('--total-scale-factor', String(scale))
  const wanted = isNear ? Math.min(maxPixelsPerPoint, scale * devicePixelRatio) : 0
  if (wanted !== 0 && wanted <= about.drawnScale * 1.1) return
  about.drawing?.cancel()
  about.drawing = null
  about.drawnScale = wanted
  const replace = (canvas: HTMLCanvasElement | null) => {
    about.canvas?.remove()
    about.canvas = canvas
    if (canvas) box.prepend(canvas)
  }
  if (wanted === 0) {
    replace(null)
    return
  }
  const viewport = page.getViewport({ scale: wanted })
  // A new one, shown once it is complete: an unfinished canvas is black.
  const canvas = document.createElement('canvas')
  canvas.setAttribute('aria-hidden', 'true')
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  const drawing = page.render({ canvas, viewport })
  about.drawing = drawing
  drawing.promise.then(
    () => {
      if (about.drawing === drawing) replace(canvas)
    },
    (failure: unknown) => {
      const isCancelled = failure instanceof Error && failure.name === 'RenderingCancelledException'
      if (!isCancelled) onFailure(failure)
    },
  )
}
