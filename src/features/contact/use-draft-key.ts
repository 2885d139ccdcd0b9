import { useState } from 'react'

/**
 * The idempotency key of what is sent: the same for the same contents, so that what got lost on its way can be sent again and is
 * one message; another as soon as anything is changed.
 */
export function useDraftKey(): (contents: unknown) => string {
  const [keyOf] = useState(() => {
    let last = { contents: '', key: '' }
    return (contents: unknown) => {
      const text = JSON.stringify(contents)
      if (text !== last.contents) last = { contents: text, key: crypto.randomUUID() }
      return last.key
    }
  })
  return keyOf
}
