import { minuteMs } from '../../domain/durations.ts'

/** Long enough for the browser to open the file. */
const addressLivesMs = minuteMs

/** Lets the browser save bytes that the page has, under a name of its own. */
export function saveBytes(content: Blob, fileName: string): void {
  const href = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = href
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(href), addressLivesMs)
}
