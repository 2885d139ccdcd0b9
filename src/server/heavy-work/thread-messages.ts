import type { FieldErrors, ProblemCode } from '../../contract/problems.ts'

/** From the main thread: a job, or a request for the next part of its result. */
export type ToThread = { kind: 'job'; job: number; module: string; input: unknown } | { kind: 'next' }

/** What came of a job, or a part of it. */
export type Answer =
  | { kind: 'part'; part: unknown }
  | { kind: 'result'; result: unknown }
  | { kind: 'problem'; code: ProblemCode; detail: string | undefined; errors: FieldErrors | undefined }
  | { kind: 'error'; error: Error }

/** From a thread: an answer, and the number of the job of which it is. */
export type FromThread = Answer & { job: number }

/** The buffers of a message that move to the other thread instead of being copied: those that belong to it alone. */
export function movable(message: unknown): ArrayBuffer[] {
  const values = typeof message === 'object' && message !== null ? [message, ...Object.values(message)] : []
  return values.flatMap(value =>
    value instanceof Uint8Array &&
    value.buffer instanceof ArrayBuffer &&
    value.byteLength === value.buffer.byteLength
      ? [value.buffer]
      : [],
  )
}
