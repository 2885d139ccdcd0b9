import { useEffect, useState } from 'react'
import styles from './Toast.module.css'

const leftSeconds = (untilMs: number) => Math.max(0, Math.ceil((untilMs - Date.now()) / 1000))

/** Minutes and seconds until an instant, as mm:ss (§2.5). A timer is not read out at every tick. */
export function Countdown({ untilMs }: { untilMs: number }) {
  const [seconds, setSeconds] = useState(() => leftSeconds(untilMs))
  useEffect(() => {
    const timer = setInterval(() => setSeconds(leftSeconds(untilMs)), 1000)
    return () => clearInterval(timer)
  }, [untilMs])
  const pair = (count: number) => String(count).padStart(2, '0')
  return (
    <span role="timer" className={styles.countdown}>
      {pair(Math.floor(seconds / 60))}:{pair(seconds % 60)}
    </span>
  )
}
