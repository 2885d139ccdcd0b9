import { useEffect, useRef, useSyncExternalStore } from 'react'
import styles from './Toast.module.css'
import { ToastCard } from './ToastCard.tsx'
import { toastStore } from './toast-store.ts'

/** The region of all toasts, once in the shell. Errors interrupt screen readers; notices wait. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read)
  const errors = toasts.filter(toast => toast.className === 'error')
  const notices = toasts.filter(toast => toast.className !== 'error')
  const region = useFocusByF6()
  return (
    // React Aria's dialogs hide the rest of the page; elements with this attribute stay accessible above them.
    <section ref={region} className={styles.region} aria-label="Notices" data-react-aria-top-layer="true">
      <div>
        <div role="alert" className={styles.stack}>
          {errors.map(toast => (
            <ToastCard key={toast.id} toast={toast} />
          ))}
        </div>
        <div role="status" className={styles.stack}>
          {notices.map(toast => (
            <ToastCard key={toast.id} toast={toast} />
          ))}
        </div>
      </div>
    </section>
  )
}

/** F6 moves the focus to the first notice and back, because a warning does not take the focus. */
function useFocusByF6() {
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    let previousFocus: Element | null = null
    const onKeyDown = (event: KeyboardEvent) => {
      const first = region.current?.querySelector<HTMLElement>('article')
      if (event.key !== 'F6' || !first) return
      event.preventDefault()
      if (!region.current?.contains(document.activeElement)) {
        previousFocus = document.activeElement
        first.focus()
      } else if (previousFocus instanceof HTMLElement) previousFocus.focus()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return region
}
