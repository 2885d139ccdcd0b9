import type { Logo } from '../../domain/logo.ts'

/** Cazenove's logo in this portal: a rose with eight petals. Drawn for this project. */
export const logo = [
  {
    path: 'M24 19c-4.2-4.6-4.8-11.5 0-17 4.8 5.5 4.2 12.4 0 17Z',
    line: { paint: 'ink', widthPx: 1.5 },
    turns: [0, 45, 90, 135, 180, 225, 270, 315],
  },
  { circle: [24, 24, 4.2], fill: 'accent' },
] as const satisfies Logo
