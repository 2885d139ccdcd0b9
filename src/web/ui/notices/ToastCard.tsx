import { useEffect, useRef } from 'react'
import { Button } from '../actions/Button.tsx'
import { IconButton } from '../actions/IconButton.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../Icon.tsx'
import { LinkedText } from '../text/LinkedText.tsx'
import { Countdown } from './Countdown.tsx'
import styles from './Toast.module.css'
import { closeToast, type ShownToast, toastElementId } from './toast-store.ts'
import { useAutoHide } from './use-auto-hide.ts'

const defaultDelayMs = 5000

/** One toast (§2.5). Closing it returns the focus to where it was. */
export function ToastCard({ toast }: { toast: ShownToast }) {
  const look = toast.className ?? 'notice'
  const card = useRef<HTMLElement>(null)
  const previousFocus = useRef<Element | null>(null)
  const close = () => {
    const hadFocus = card.current?.contains(document.activeElement) ?? false
    closeToast(toast.id)
    if (hadFocus && previousFocus.current instanceof HTMLElement) previousFocus.current.focus()
  }
  const holdHandlers = useAutoHide(toast.autoHide ?? look !== 'error', toast.delay ?? defaultDelayMs, close)

  useEffect(() => {
    previousFocus.current = document.activeElement
    if (toast.focus) card.current?.focus()
  }, [toast.focus])

  return (
    <article
      ref={card}
      id={toastElementId(toast.id)}
      tabIndex={-1}
      aria-label={toast.header}
      className={classNames(styles.card, styles[look])}
      {...holdHandlers}
    >
      <div className={styles.text}>
        <strong className={styles.header}>{toast.header}</strong>
        {toast.message === undefined ? null : (
          <p>
            <LinkedText text={toast.message} />
          </p>
        )}
        {toast.list === undefined ? null : (
          <ul>
            {toast.list.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be equal, and their order never changes
              <li key={index}>{line}</li>
            ))}
          </ul>
        )}
        {toast.idleWarning === undefined ? null : <Countdown untilMs={toast.idleWarning} />}
        {toast.lowerMessage === undefined ? null : (
          <p className={styles.lower}>
            <LinkedText text={toast.lowerMessage} />
          </p>
        )}
        {toast.buttons === undefined ? null : (
          <div className={styles.buttons}>
            {toast.buttons.map((button, index) => (
              <Button
                key={button.text}
                kind={index === 0 ? 'primary' : 'quiet'}
                onPress={() => {
                  close()
                  button.action()
                }}
              >
                {button.text}
              </Button>
            ))}
          </div>
        )}
      </div>
      {toast.disableClose ? null : (
        <IconButton label={`Close: ${toast.header}`} onPress={close}>
          <Icon name="close" />
        </IconButton>
      )}
    </article>
  )
}
