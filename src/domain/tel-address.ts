/** The address that dials a printed number (RFC 3966): `(215) 555-0100`, as the USA prints it, is `tel:+12155550100`. */
export function telAddress(phone: string): string {
  const digits = phone.replaceAll(/[\s.()-]/g, '')
  return `tel:${/^\d{10}$/.test(digits) ? '+1' : ''}${digits}`
}

/** A printed number in one line: no line breaks at its spaces. */
export const unbrokenPhone = (phone: string): string => phone.replaceAll(' ', '\u00a0')
