import { lazy, Suspense } from 'react'

// Only one client has two books, so the others do not load it.
const CurrencyControl = lazy(async () => ({
  default: (await import('./CurrencyControl.tsx')).CurrencyControl,
}))

/** The currency toggle, on demand. A line of text holds its place while it loads. */
export function LazyCurrencyControl() {
  return (
    <Suspense fallback={<span aria-hidden="true">…</span>}>
      <CurrencyControl />
    </Suspense>
  )
}

const CurrencyBar = lazy(async () => ({
  default: (await import('../../web/shell/CurrencyBar.tsx')).CurrencyBar,
}))

/** The toggle on screens that are about no account. */
export function LazyCurrencyBar() {
  return (
    <Suspense fallback={null}>
      <CurrencyBar>
        <LazyCurrencyControl />
      </CurrencyBar>
    </Suspense>
  )
}
