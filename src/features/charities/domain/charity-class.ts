import * as z from 'zod/mini'

/** The first characters of an NTEE code, such as `P`, `P3` or `P30`. */
export const classStart = z.string().check(z.regex(/^[A-Z](\d{1,2}[A-Z\d]?)?$/))
