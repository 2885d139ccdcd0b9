import { useState } from 'react'

/** Copies the codes, one on each line. `copied` is null before, and false if the browser blocked it. */
export function useCopied(codes: readonly string[]) {
  const [copied, setCopied] = useState<boolean | null>(null)
  const copy = () =>
    void navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return { copied, copy }
}
