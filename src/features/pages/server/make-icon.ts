import { createHash } from 'node:crypto'
import type { Client } from '../../../clients/client.ts'
import type { Logo, LogoColor, Shape } from '../../../domain/logo.ts'
import { type ClientStyle, loadClientStyle } from '../../../server/pdf/client-style.ts'

type Icon = { svg: string; etag: string }

type IconClient = Pick<Client, 'name' | 'displayName' | 'logo'>

const icons = new Map<string, Icon>()

/** The client's logo, or its first letter, on a white tile that shows on light and dark tabs. Drawn once and cached. */
export function makeIcon(client: IconClient): Icon {
  const found = icons.get(client.name) ?? drawIcon(client)
  icons.set(client.name, found)
  return found
}

function drawIcon(client: IconClient): Icon {
  const style = loadClientStyle(client)
  const picture = client.logo ? drawLogo(client.logo, style) : drawLetter(client.displayName, style)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="13" fill="#fff"/>${picture}</svg>`
  return { svg, etag: `"${createHash('sha256').update(svg).digest('base64url').slice(0, 27)}"` }
}

function drawLogo(logo: Logo, style: ClientStyle): string {
  const shapes = logo.flatMap(shape => (shape.turns ?? [0]).map(turn => drawShape(shape, turn, style)))
  return `<g transform="translate(8 8)">${shapes.join('')}</g>`
}

function drawShape(shape: Shape, turn: number, style: ClientStyle): string {
  const { fill, line } = shape
  const attributes = {
    ...('path' in shape
      ? { d: shape.path }
      : { cx: shape.circle[0], cy: shape.circle[1], r: shape.circle[2] }),
    fill: fill ? colorIn(style, fill) : 'none',
    ...(line && { stroke: colorIn(style, line.paint), 'stroke-width': line.widthPx }),
    ...(line?.dashPx && { 'stroke-dasharray': line.dashPx.join(' ') }),
    ...(shape.isEvenOdd && { 'fill-rule': 'evenodd' }),
    ...(turn !== 0 && { transform: `rotate(${turn} 24 24)` }),
  }
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`)
  return `<${'path' in shape ? 'path' : 'circle'} ${written.join(' ')}/>`
}

const colorIn = (style: ClientStyle, paint: LogoColor) =>
  paint === 'ink' ? style.brand : paint === 'accent' ? style.accent : paint

function drawLetter(displayName: string, { brand }: ClientStyle): string {
  const letter = displayName.match(/\p{L}/u)?.[0]?.toUpperCase() ?? ''
  return `<text x="32" y="46" font-family="Georgia, serif" font-size="40" text-anchor="middle" fill="${brand}">${letter}</text>`
}
