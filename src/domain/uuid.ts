/** A UUID as PostgreSQL and `crypto.randomUUID()` write it, as a part of other patterns. */
export const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const whole = new RegExp(`^${uuidPattern}$`)

export const isUuid = (text: string): boolean => whole.test(text)
