import { useEffect, useRef, useState } from 'react'
import { downloadFailure, downloadFile } from '../../../web/list/download-file.ts'
import { saveInstructionLetter } from './announcements.contract.ts'

/** Saves the letter of instruction of an announced contribution: which one is being saved, and why the last was not. */
export function useLetter(fundId: number) {
  const [saving, setSaving] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const download = async (contributionId: string) => {
    const controller = new AbortController()
    running.current?.abort()
    running.current = controller
    setSaving(contributionId)
    setFailure(null)
    try {
      await downloadFile(
        saveInstructionLetter,
        { params: { fundId, contributionId } },
        { signal: controller.signal, onProgress: () => {} },
      )
    } catch (problem) {
      if (controller.signal.aborted) return
      setFailure(downloadFailure(problem, 'The letter wasn’t saved. Please try again.'))
    }
    if (!controller.signal.aborted) setSaving(null)
  }
  return { saving, failure, save: (contributionId: string) => void download(contributionId) }
}
