import type { Logo, LogoColor, Shape } from '../../domain/logo.ts'

const colorOf = (paint: LogoColor) =>
  paint === 'ink' ? 'currentColor' : paint === 'accent' ? 'var(--accent)' : paint

/** A client's logo, in the color of the text beside it. */
export function LogoPicture({ logo }: { logo: Logo }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true">
      <LogoShapes logo={logo} />
    </svg>
  )
}

/** Its shapes, for a picture of 48 by 48 units. */
export function LogoShapes({ logo }: { logo: Logo }) {
  return logo.flatMap((shape, index) =>
    (shape.turns ?? [0]).map(turn => (
      // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no names, and their order never changes
      <ShapePicture key={`${index} ${turn}`} shape={shape} turn={turn} />
    )),
  )
}

function ShapePicture({ shape, turn }: { shape: Shape; turn: number }) {
  const look = {
    fill: shape.fill ? colorOf(shape.fill) : 'none',
    ...(shape.line && {
      stroke: colorOf(shape.line.paint),
      strokeWidth: shape.line.widthPx,
      ...(shape.line.dashPx && { strokeDasharray: shape.line.dashPx.join(' ') }),
    }),
    ...(shape.isEvenOdd && { fillRule: 'evenodd' as const }),
    ...(turn !== 0 && { transform: `rotate(${turn} 24 24)` }),
  }
  if ('path' in shape) return <path d={shape.path} {...look} />
  const [cx, cy, r] = shape.circle
  return <circle cx={cx} cy={cy} r={r} {...look} />
}
