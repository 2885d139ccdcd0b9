import { useMemo } from 'react'
import { encode } from 'uqr'
import styles from './QrCode.module.css'

type QrCodeProps = {
  text: string
  /** The accessible name. The same data must also be shown as text beside it. */
  label: string
}

/** The quiet zone that scanners need, in modules. */
const edge = 4

/** A QR code as one SVG path. Dark on light in both color schemes, because many cameras cannot read it inverted. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => draw(text), [text])
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className={styles.code}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  )
}

function draw(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: edge })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}
