import type { WriteStream } from 'node:tty'
import type { ImportProgress } from '../../src/features/charities/server/import/import-register.ts'

const count = new Intl.NumberFormat('en-US')
const barWidth = 24
const redrawEveryMs = 100
const lineEveryMs = 5_000

/** Shows a progress bar on a terminal, or a line every five seconds if the output is not a terminal. */
export function showProgress(out: WriteStream | (NodeJS.WriteStream & { isTTY?: boolean })) {
  const isTerminal = out.isTTY === true
  const startedAtMs = performance.now()
  let shownAtMs = Number.NEGATIVE_INFINITY
  let isDrawn = false

  const draw = (text: string) => {
    if (isTerminal) out.write(`\r\x1b[2K${text}`)
    else out.write(`${text}\n`)
    isDrawn = isTerminal
  }
  return {
    show(progress: ImportProgress): void {
      const nowMs = performance.now()
      if (progress.phase === 'reading' && nowMs - shownAtMs < (isTerminal ? redrawEveryMs : lineEveryMs))
        return
      shownAtMs = nowMs
      draw(progressText(progress, (nowMs - startedAtMs) / 1000))
    },
    end(): void {
      if (isDrawn) out.write('\r\x1b[2K')
      isDrawn = false
    },
  }
}

/** `[######------] 26% · 3 of 26 eo_ct.csv · 84,000 rows · 61,000 rows/s` */
function progressText(progress: ImportProgress, elapsedSeconds: number): string {
  if (progress.phase === 'merging') return 'All files read. Comparing them with the register...'
  const share = progress.totalBytes === 0 ? 1 : Math.min(1, progress.bytesRead / progress.totalBytes)
  const filled = Math.round(share * barWidth)
  const rate = Math.round(progress.readRows / Math.max(elapsedSeconds, 0.001))
  return [
    `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}] ${Math.floor(share * 100)}%`,
    `${progress.file} of ${progress.files} ${progress.fileName}`,
    `${count.format(progress.readRows)} rows`,
    `${count.format(rate)} rows/s`,
  ].join(' · ')
}
