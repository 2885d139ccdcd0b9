import { useState } from 'react'
import { Problem } from '../../contract/problems.ts'
import type { SentBytes } from '../ui/fields/FileDrop.tsx'
import { uploadRefusal } from './upload-refusal.ts'

type Send = (onSent: (sentBytes: number, ofBytes: number) => void) => Promise<void>

/** Why the last file was not uploaded; `file`: the same one may be accepted soon. */
type Refusal = { text: string; file: File | null }

/** Uploads of chosen files, one at a time: the progress, and why the last one was refused, as FileDrop shows them. */
export function useUpload({ limits, maxBytes }: { limits: string; maxBytes: number }) {
  const [sent, setSent] = useState<SentBytes | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const refuse = (text: string | null) => setRefusal(text === null ? null : { text, file: null })
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
      setRefusal({ text: uploadRefusal(failure), file: isPassing(failure) ? file : null })
    } finally {
      setSent(null)
    }
  }
  return {
    sent,
    refusal: refusal?.text ?? null,
    /** The refused file, where it helps to send it once more. */
    refused: refusal?.file ?? null,
    refuse,
    fits,
    upload,
  }
}

/** Whether the same file may be accepted soon: too many are waiting, or something is away. */
const isPassing = (failure: unknown): boolean =>
  failure instanceof Problem &&
  ['too-many-requests', 'unavailable', 'service-unavailable'].includes(failure.code)
