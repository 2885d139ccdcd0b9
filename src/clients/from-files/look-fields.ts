import { z } from 'zod'
import type { LogoColor } from '../../domain/logo.ts'
import { line, paragraph } from './fields.ts'

/** Names a file, so it has neither dots nor slashes. */
export const fileName = z
  .string()
  .regex(/^[a-z][a-z0-9]{0,30}$/, 'must be lower-case letters and digits, beginning with a letter')

const paint = z
  .string()
  .regex(/^(ink|accent|#[0-9a-f]{6})$/, 'must be ink, accent, or a color such as #0d4a39')
  // The pattern allows nothing else.
  .transform(text => text as LogoColor)

const painting = {
  fill: paint.exactOptional(),
  line: z
    .strictObject({
      paint,
      widthPx: z.number().positive().max(48),
      dashPx: z.tuple([z.number(), z.number()]).exactOptional(),
    })
    .exactOptional(),
  isEvenOdd: z.literal(true).exactOptional(),
  turns: z.array(z.number()).max(72).exactOptional(),
}

export const logo = z
  .array(
    z.union([
      z.strictObject({
        ...painting,
        path: z.string().regex(/^[MmLlHhVvCcSsQqTtAaZz0-9eE.,\s-]{1,4000}$/, 'must be an SVG path'),
      }),
      z.strictObject({ ...painting, circle: z.tuple([z.number(), z.number(), z.number()]) }),
    ]),
  )
  .min(1)
  .max(60)

export const home = z.strictObject({
  arrangement: z.enum(['editorial', 'statement', 'concierge', 'work', 'card', 'panorama']),
  picture: fileName
    .nullable()
    .describe('The name of an SVG file beside this one, without `.svg`. Null: the logo enlarged, or none.'),
  headline: line.describe('What visitors read first.'),
  introduction: paragraph,
  uses: z
    .array(z.strictObject({ title: line, text: paragraph }))
    .min(1)
    .max(6)
    .describe('What the portal is for, most common task first.'),
  greeting: line.describe('What members read below their welcome.'),
})
