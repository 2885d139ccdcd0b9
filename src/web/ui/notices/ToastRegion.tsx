import { useSyncExternalStore } from 'react'
import styles from './Toast.module.css'
import { ToastCard } from './ToastCard.tsx'
import { toastStore } from './toast-store.ts'

/** Where toasts appear; stands once, in the shell. Errors interrupt, notices wait until the reader has finished. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read)
  const errors = toasts.filter(toast => toast.className === 'error')
  const notices = toasts.filter(toast => toast.className !== 'error')
  return (
    // React Aria's dialogs hide the rest of the page; what bears this attribute stays reachable above them.
    <section className={styles.region} aria-label="Notices" data-react-aria-top-layer="true">
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
    </section>
  )
}
