import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '../class-names.ts'
import styles from './Alert.module.css'

type AlertProps = {
  kind?: 'information' | 'success' | 'caution' | 'danger'
  /** 'Thank You' of §2.9, for one. */
  heading?: ReactNode
  children: ReactNode
  /** After a save: the alert takes the focus, since the button that had it is gone. */
  takesFocus?: boolean
}

/** Something that stands in the page and is read out when it appears. */
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
