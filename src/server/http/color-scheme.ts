import type { FastifyRequest } from 'fastify'

/**
 * The color scheme chosen on this device (src/web/shell/color-scheme.ts), or '' to match the device. The server writes it into
 * the page, so that the first paint has the right colors. Any other value of the cookie is ignored.
 */
export function colorSchemeOf({ cookies }: FastifyRequest): 'light' | 'dark' | '' {
  const { color_scheme: colorScheme } = cookies
  return colorScheme === 'light' || colorScheme === 'dark' ? colorScheme : ''
}
