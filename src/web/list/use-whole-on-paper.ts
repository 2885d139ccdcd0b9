import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { maxViewRows } from '../../domain/largest-view.ts'
import type { View } from '../ui/table/ViewSelector.tsx'
import { addPartialList } from './print-whole.ts'

/** The number of rows shown, of how many. */
export type ListView = {
  value: View
  total: number
  isTotalExact?: boolean
  onChange: (view: View) => void
  firstRows?: number
  /** The screen itself puts all rows on paper. */
  isPrintedWhole?: boolean
}

type Shown = {
  /** The rows on the screen; undefined while none are there. */
  rowCount: number | undefined
  view: ListView | undefined
  hasFailed: boolean
}

type Preparation = { view: ListView; resolve: () => void; reject: (failure: Error) => void }

/**
 * Lets a list that shows some of its rows be printed whole. `offersAll` is true while it can, and remains so until the list shows as
 * many rows as before; `isLoading` while the others load.
 */
export function useWholeOnPaper({ rowCount, view, hasFailed }: Shown): {
  offersAll: boolean
  isLoading: boolean
} {
  const [state, setState] = useState<'shown' | 'loading' | 'printing'>('shown')
  const preparation = useRef<Preparation | null>(null)
  const isPartial =
    view !== undefined &&
    rowCount !== undefined &&
    view.isPrintedWhole !== true &&
    view.isTotalExact !== false &&
    view.total <= maxViewRows &&
    rowCount < view.total

  const loadAll = useEffectEvent(async () => {
    if (!view) return
    const whole = new Promise<void>((resolve, reject) => {
      preparation.current = { view, resolve, reject }
    })
    setState('loading')
    view.onChange('all')
    await whole
  })
  const showAsBefore = useEffectEvent(() => {
    const before = preparation.current?.view
    preparation.current = null
    // A list that could not be loaded has no view.
    if (before) (view ?? before).onChange(before.value)
  })
  useEffect(() => {
    if (!isPartial) return
    return addPartialList({ loadAll: () => loadAll(), showAsBefore: () => showAsBefore() })
  }, [isPartial])

  useEffect(() => {
    if (isPartial && preparation.current === null) setState('shown')
  }, [isPartial])

  const isWhole = view !== undefined && rowCount !== undefined && rowCount >= view.total
  useEffect(() => {
    if (state !== 'loading') return
    if (hasFailed) preparation.current?.reject(new Error('The list failed to load.'))
    if (!isWhole) return
    setState('printing')
    preparation.current?.resolve()
  }, [state, isWhole, hasFailed])
  useEffect(() => () => preparation.current?.reject(new Error('The list has left the screen.')), [])

  return { offersAll: isPartial || state !== 'shown', isLoading: state === 'loading' }
}
