import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import type { PaletteProps } from './Palette.tsx'

// Loaded on first use, to keep it out of the first load.
const loadPalette = () => import('./Palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))

type PaletteHostProps = PaletteProps & { isOpen: boolean; onOpen: () => void }

/** Opens the command palette with Ctrl+K or ⌘K, unless another dialog is open. */
export function PaletteHost({ isOpen, onOpen, ...palette }: PaletteHostProps) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // Starts loading before the K is pressed. A failure here is ignored: opening the palette reports it.
    if (event.key === 'Control' || event.key === 'Meta') void loadPalette().catch(() => undefined)
    if (event.defaultPrevented || event.key.toLowerCase() !== 'k') return
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    if (isOpen) palette.onClose()
    else if (!document.querySelector('[role="alertdialog"], [role="dialog"]:not([popover])')) onOpen()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  if (!isOpen) return null
  return (
    <Suspense fallback={null}>
      <Palette {...palette} />
    </Suspense>
  )
}
