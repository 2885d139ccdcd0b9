import type { Logo } from '../../../domain/logo.ts'
import { LogoShapes } from '../../../web/shell/LogoPicture.tsx'
import styles from './Motif.module.css'

type Tile = {
  /** In units of one tile, on a field of 4 by 3. */
  at: readonly [x: number, y: number]
  size: 1 | 2
  ground: 'brand' | 'accent' | 'wash' | 'sheet'
  /** The part of the logo's 48 by 48 units that fills the tile: its corner and its width. */
  crop: readonly [x: number, y: number, width: number]
}

const whole = [-12, -12, 72] as const

/** Large crops beside small whole logos. The upper two rows are complete in themselves: small screens show only those. */
const tiles: readonly Tile[] = [
  { at: [0, 0], size: 2, ground: 'brand', crop: [0, 0, 34] },
  { at: [2, 0], size: 1, ground: 'wash', crop: whole },
  { at: [3, 0], size: 1, ground: 'accent', crop: [22, 0, 26] },
  { at: [2, 1], size: 1, ground: 'accent', crop: [0, 20, 28] },
  { at: [3, 1], size: 1, ground: 'brand', crop: whole },
  { at: [0, 2], size: 1, ground: 'sheet', crop: whole },
  { at: [1, 2], size: 1, ground: 'accent', crop: [10, 0, 26] },
  { at: [2, 2], size: 1, ground: 'brand', crop: [13, 13, 34] },
  { at: [3, 2], size: 1, ground: 'wash', crop: [20, 8, 28] },
]

const tileUnits = 100

/** The client's logo enlarged, cropped and repeated. Decoration only, so screen readers skip it. */
export function Motif({ logo }: { logo: Logo }) {
  return (
    <svg
      viewBox={`0 0 ${4 * tileUnits} ${3 * tileUnits}`}
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
      className={styles.motif}
    >
      {tiles.map(({ at: [x, y], size, ground, crop: [left, top, width] }) => (
        <svg
          key={`${x} ${y}`}
          x={x * tileUnits}
          y={y * tileUnits}
          width={size * tileUnits}
          height={size * tileUnits}
          viewBox={`${left} ${top} ${width} ${width}`}
          aria-hidden="true"
          className={styles[ground]}
        >
          {/* A little larger than the tile, so that no gap shows between tiles. */}
          <rect x={left - 1} y={top - 1} width={width + 2} height={width + 2} className={styles.ground} />
          <LogoShapes logo={logo} />
        </svg>
      ))}
    </svg>
  )
}
