import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '../class-names.ts'
import styles from './Alert.module.css'

type AlertProps = {
  kind?: 'information' | 'success' | 'caution' | 'danger'
  /** Such as 'Thank You' in §2.9. */
  heading?: ReactNode
  children: ReactNode
  /** Takes the focus, for example after saving, when the button that had it is gone. */
  takesFocus?: boolean
}

/** A message within the page, announced when it appears. */
export function Alert({ kind = 'information', heading, children, takesFocus = false }: AlertProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.focus()
  }, [takesFocus])
  return (
    <div
      ref={box}
      tabIndex={-1}
      role={kind === 'danger' || kind === 'caution' ? 'alert' : 'status'}
      className={classNames(styles.alert, styles[kind])}
    >
      {heading === undefined ? null : <strong className={styles.heading}>{heading}</strong>}
      <div>{children}</div>
    </div>
  )
}
