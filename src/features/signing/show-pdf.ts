import { GlobalWorkerOptions, getDocument, type PDFPageProxy, TextLayer } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import styles from './Signing.module.css'

// Absolute, because the policy for scripts (src/web/policy.ts) compares whole addresses.
GlobalWorkerOptions.workerSrc = new URL(workerUrl, location.href).href

/** Sharp on screens with many pixels, and not larger than a page of a magazine. */
const mostPixelsPerPoint = 2.5

/**
 * Shows all pages of a PDF below one another in the element, each with its text above the picture. They follow the element's width.
 * Neither scripts nor forms nor links of the file work.
 */
export async function showPdf(
  data: ArrayBuffer,
  into: HTMLElement,
  { name, signal }: { name: string; signal: AbortSignal },
): Promise<void> {
  into.replaceChildren()
  const task = getDocument({
    data,
    useWasm: false,
    useWorkerFetch: false,
    enableXfa: false,
    useSystemFonts: true,
  })
  const sizes = new ResizeObserver(entries => {
    for (const { target } of entries) if (target instanceof HTMLElement) placeText(target)
  })
  signal.addEventListener('abort', () => {
    sizes.disconnect()
    void task.destroy()
  })
  const pdf = await task.promise
  for (let number = 1; number <= pdf.numPages && !signal.aborted; number += 1) {
    const page = await pdf.getPage(number)
    const label = `${name}, page ${number} of ${pdf.numPages}`
    const box = await showPage(page, into, label)
    sizes.observe(box)
  }
}

async function showPage(page: PDFPageProxy, into: HTMLElement, label: string): Promise<HTMLElement> {
  const viewport = page.getViewport({ scale: 1 })
  const box = document.createElement('section')
  box.className = styles.page ?? ''
  box.setAttribute('aria-label', label)
  box.style.aspectRatio = `${viewport.width} / ${viewport.height}`
  box.dataset.width = String(viewport.width)
  const canvas = document.createElement('canvas')
  canvas.setAttribute('aria-hidden', 'true')
  const text = document.createElement('div')
  text.className = styles.textLayer ?? ''
  box.append(canvas, text)
  into.append(box)
  placeText(box)
  const scale = Math.min(mostPixelsPerPoint, (box.clientWidth / viewport.width) * devicePixelRatio)
  const scaled = page.getViewport({ scale })
  canvas.width = Math.floor(scaled.width)
  canvas.height = Math.floor(scaled.height)
  await page.render({ canvas, viewport: scaled }).promise
  const content = await page.getTextContent({ includeMarkedContent: true })
  await new TextLayer({ textContentSource: content, container: text, viewport }).render()
  return box
}

/** The text layer's positions are in points of the page. */
function placeText(box: HTMLElement): void {
  const scale = box.clientWidth / Number(box.dataset.width)
  box.style.setProperty('--total-scale-factor', String(scale))
}
