import type { FastifyRequest } from 'fastify'

/**
 * Light or dark as somebody chose on this device (src/web/shell/color-scheme.ts), '' for as the device: in the page from the start, so
 * that it is not painted in other colours first. What else stands in the cookie is nothing.
 */
export function coloursOf({ cookies }: FastifyRequest): 'light' | 'dark' | '' {
  const { colours } = cookies
  return colours === 'light' || colours === 'dark' ? colours : ''
}
