import { useState } from 'react'
import type { SentBytes } from '../ui/fields/FileDrop.tsx'
import { uploadRefusal } from './upload-refusal.ts'

type Send = (onSent: (sentBytes: number, ofBytes: number) => void) => Promise<void>

/** Uploads of chosen files, one at a time: the progress, and why the last one was refused, as FileDrop shows them. */
export function useUpload({ limits, maxBytes }: { limits: string; maxBytes: number }) {
  const [sent, setSent] = useState<SentBytes | null>(null)
  const [refusal, refuse] = useState<string | null>(null)
  /** Whether the file is small enough; if not, it is refused. */
  const fits = (file: File): boolean => {
    const isTooLarge = file.size > maxBytes
    refuse(isTooLarge ? `The file is too large. ${limits}.` : null)
    return !isTooLarge
  }
  const upload = async (file: File, send: Send): Promise<void> => {
    if (!fits(file)) return
    setSent({ sentBytes: 0, ofBytes: file.size })
    try {
      await send((sentBytes, ofBytes) => setSent({ sentBytes, ofBytes }))
    } catch (failure) {
      refuse(uploadRefusal(failure))
    } finally {
      setSent(null)
    }
  }
  return { sent, refusal, refuse, fits, upload }
}
