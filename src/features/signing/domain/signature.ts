import * as z from 'zod/mini'
import { cleanText } from '../../../domain/clean-text.ts'

/** The pad on which a signature is drawn, in its own units. */
export const padSize = { width: 600, height: 200 } as const

/** Enough for a long name in many strokes, and little to store. */
const maxStrokes = 200
const maxPoints = 5_000

const point = z.tuple([
  z.int().check(z.gte(0), z.lte(padSize.width)),
  z.int().check(z.gte(0), z.lte(padSize.height)),
])

/** Lines as they were drawn, each a list of points. */
export const drawing = z.array(z.array(point).check(z.minLength(1), z.maxLength(maxPoints))).check(
  z.minLength(1, 'Draw your signature, or choose to type your name only'),
  z.maxLength(maxStrokes, 'The signature has too many lines. Clear it and draw it again.'),
  z.refine(strokes => strokes.reduce((sum, { length }) => sum + length, 0) <= maxPoints, {
    error: 'The signature is too long. Clear it and draw it again.',
  }),
)
export type Drawing = z.infer<typeof drawing>

/** The data of an SVG path through the points. */
export const pathOf = (strokes: Drawing) =>
  strokes
    .map(
      points => points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('') + dotOf(points),
    )
    .join('')

/** A single point is drawn as a line without length, which round ends make a dot. */
const dotOf = (points: Drawing[number]) => (points.length === 1 ? 'l0 0' : '')

const maxNameLength = 100
export const maxReasonLength = 1000

/** The name that a signer types as their signature. */
export const typedName = z
  .string()
  .check(
    z.overwrite(cleanText),
    z.trim(),
    z.minLength(2, 'Type your full name'),
    z.maxLength(maxNameLength, `Your name can have up to ${maxNameLength} characters`),
    z.regex(/^[^\p{C}]*$/u, 'Type your name without control characters'),
  )

export const declineReason = z
  .string()
  .check(
    z.trim(),
    z.minLength(3, 'Tell us why you are declining to sign'),
    z.maxLength(maxReasonLength, `Your reason can have up to ${maxReasonLength} characters`),
  )

export const missingIntent = 'Confirm that you intend to sign this document'

/** What a signer sends. */
export const signatureFields = {
  name: typedName,
  /** Null: the typed name is the signature. */
  drawing: z.nullable(drawing),
  /** Whether they confirmed a name that is not theirs here. */
  confirmsName: z._default(z.boolean(), false),
  /** The caller's intent to sign. */
  intends: z.literal(true, missingIntent),
}

export const declinedByOther = 'Another signer has declined, so this document can no longer be signed.'
export const notYourTurn = 'Others have to sign this document first. We’ll tell you when it is your turn.'

export const signingPaused =
  'Documents can’t be signed right now. Nothing is lost: please come back in a day or two, and call us if it is urgent.'
