import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import type { PaletteProps } from './Palette.tsx'

// Fetched when it is first opened: the first screen does without it.
const fetchPalette = () => import('./Palette.tsx')
const Palette = lazy(async () => ({ default: (await fetchPalette()).Palette }))

type PaletteHostProps = PaletteProps & { isOpen: boolean; onOpen: () => void }

/** Opens the command palette by Ctrl K or ⌘ K, wherever the focus is, unless a dialog asks for an answer first. */
export function PaletteHost({ isOpen, onOpen, ...palette }: PaletteHostProps) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    // The K may follow: whoever types on at once finds it there. Where it cannot be had, opening it says so.
    if (event.key === 'Control' || event.key === 'Meta') void fetchPalette().catch(() => undefined)
    if (event.defaultPrevented || event.key.toLowerCase() !== 'k') return
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    if (isOpen) palette.onClose()
    else if (!document.querySelector('[role="alertdialog"], [role="dialog"]:not([popover])')) onOpen()
  })
  useEffect(() => {
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  if (!isOpen) return null
  return (
    <Suspense fallback={null}>
      <Palette {...palette} />
    </Suspense>
  )
}
