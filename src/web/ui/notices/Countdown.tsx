import { useEffect, useState } from 'react'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import styles from './Toast.module.css'

const leftSeconds = (untilMs: number) => Math.max(0, Math.ceil((untilMs - Date.now()) / 1000))

/** The announcements: at the start and when this much time is left. */
const announcements = [
  { seconds: 10, text: '10 seconds left' },
  { seconds: 30, text: '30 seconds left' },
  { seconds: 60, text: 'One minute left' },
  { seconds: 120, text: 'Two minutes left' },
] as const

const keyboardHint = 'Press F6 to reach the buttons of this notice.'

/**
 * Minutes and seconds until an instant, as mm:ss (§2.5). Screen readers do not announce each tick: hidden text beside it changes
 * at a few times.
 */
export function Countdown({ untilMs }: { untilMs: number }) {
  const [seconds, setSeconds] = useState(() => leftSeconds(untilMs))
  useEffect(() => {
    setSeconds(leftSeconds(untilMs))
    const timer = setInterval(() => setSeconds(leftSeconds(untilMs)), 1000)
    return () => clearInterval(timer)
  }, [untilMs])
  const pair = (count: number) => String(count).padStart(2, '0')
  return (
    <>
      <span role="timer" aria-live="off" className={styles.countdown}>
        {pair(Math.floor(seconds / 60))}:{pair(seconds % 60)}
      </span>
      <VisuallyHidden>
        {announcements.find(announcement => seconds <= announcement.seconds)?.text ?? keyboardHint}
      </VisuallyHidden>
    </>
  )
}
