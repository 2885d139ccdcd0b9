import { useState } from 'react'
import { Problem } from '../../../../contract/problems.ts'
import { showFailure } from '../../../../web/api/show-failure.ts'
import type { ContentItem } from '../../editing.contract.ts'

type Command = {
  send: () => Promise<ContentItem>
  onDone: (item: ContentItem) => void
  /** Fields that cannot be published; without it they are said as any failure is. */
  onRefused?: (errors: Record<string, string[]>) => void
}

/** One command at a time; a failure is said once. */
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
