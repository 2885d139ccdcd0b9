/** The tables of a font by their four letters. */
export type Tables = Record<string, Buffer>

/** An outline: closed lines of points, of which those off the curve pull it towards themselves. */
export type Contours = { x: number; y: number; isOnCurve: boolean }[][]

/** A font file of TrueType: a directory, then the tables, each from a multiple of four bytes on. */
export function sfntOf(tables: Tables): Buffer {
  const named = Object.entries(tables).sort(([one], [other]) => (one < other ? -1 : 1))
  const directory = Buffer.alloc(12 + 16 * named.length)
  const highest = 2 ** Math.floor(Math.log2(named.length))
  directory.writeUInt32BE(0x00010000, 0)
  directory.writeUInt16BE(named.length, 4)
  directory.writeUInt16BE(16 * highest, 6)
  directory.writeUInt16BE(Math.log2(highest), 8)
  directory.writeUInt16BE(16 * (named.length - highest), 10)
  const parts = [directory]
  let at = directory.length
  named.forEach(([tag, table], index) => {
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)])
    directory.write(tag, 12 + 16 * index, 'latin1')
    directory.writeUInt32BE(checkSum(padded), 16 + 16 * index)
    directory.writeUInt32BE(at, 20 + 16 * index)
    directory.writeUInt32BE(table.length, 24 + 16 * index)
    parts.push(padded)
    at += padded.length
  })
  return Buffer.concat(parts)
}

function checkSum(padded: Buffer): number {
  let sum = 0
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0
  return sum
}

/** One outline, written plainly: every step takes two bytes. */
export function encodeGlyph(contours: Contours): Buffer {
  const points = contours.flat()
  if (points.length === 0) return Buffer.alloc(0)
  const box = boxOf(points)
  const head = Buffer.alloc(10 + 2 * contours.length + 2 + points.length)
  head.writeInt16BE(contours.length, 0)
  box.forEach((edge, index) => {
    head.writeInt16BE(edge, 2 + 2 * index)
  })
  let last = -1
  contours.forEach((contour, index) => {
    last += contour.length
    head.writeUInt16BE(last, 10 + 2 * index)
  })
  points.forEach((point, index) => {
    head.writeUInt8(point.isOnCurve ? 1 : 0, 12 + 2 * contours.length + index)
  })
  return Buffer.concat([head, stepsOf(points.map(({ x }) => x)), stepsOf(points.map(({ y }) => y))])
}

function stepsOf(places: readonly number[]): Buffer {
  const steps = Buffer.alloc(2 * places.length)
  places.forEach((place, index) => {
    steps.writeInt16BE(place - (places[index - 1] ?? 0), 2 * index)
  })
  return steps
}

/** Left, bottom, right, top. */
export function boxOf(points: Contours[number]): [number, number, number, number] {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}
