import { useState } from 'react'

/** What is typed into a field that is saved when it is left. A value saved elsewhere replaces it, unless the person has typed another. */
export function useTyped<Value>(saved: Value): [typed: Value, setTyped: (typed: Value) => void] {
  const [known, setKnown] = useState(saved)
  const [typed, setTyped] = useState(saved)
  if (known !== saved) {
    setKnown(saved)
    if (typed === known) setTyped(saved)
  }
  return [typed, setTyped]
}
