import { useState } from 'react'
import { Problem } from '../../../../contract/problems.ts'
import { showFailure } from '../../../../web/api/show-failure.ts'
import type { ContentItem } from '../../editing.contract.ts'

type Command = {
  send: () => Promise<ContentItem>
  onDone: (item: ContentItem) => void
  /** Handles field errors; without it they are shown like any failure. */
  onRefused?: (errors: Record<string, string[]>) => void
}

/** Runs one command at a time and shows a failure once. */
export function useCommand() {
  const [isPending, setPending] = useState(false)
  const run = async ({ send, onDone, onRefused }: Command) => {
    if (isPending) return
    setPending(true)
    try {
      onDone(await send())
    } catch (failure) {
      if (onRefused && failure instanceof Problem && failure.code === 'validation' && failure.errors)
        onRefused(failure.errors)
      else showFailure(failure)
    } finally {
      setPending(false)
    }
  }
  return { isPending, run }
}
