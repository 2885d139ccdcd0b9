/** What editors may keep (§17): pictures and PDFs. What a file is, its own bytes say (server/sniffing). */
export const fileKinds = {
  'image/png': { extension: 'png', word: 'PNG', isPicture: true },
  'image/jpeg': { extension: 'jpg', word: 'JPEG', isPicture: true },
  'image/webp': { extension: 'webp', word: 'WebP', isPicture: true },
  'image/gif': { extension: 'gif', word: 'GIF', isPicture: true },
  'application/pdf': { extension: 'pdf', word: 'PDF', isPicture: false },
} as const satisfies Record<string, { extension: string; word: string; isPicture: boolean }>
export type MediaType = keyof typeof fileKinds

const mb = 1024 * 1024
export const largestPictureBytes = 5 * mb
export const largestPdfBytes = 20 * mb
export const largestFileBytes = largestPdfBytes
