/** The files that editors may store (§17): pictures and PDFs. Their bytes decide the type (server/examine/read-file.ts). */
export const fileKinds = {
  'image/png': { extension: 'png', label: 'PNG', isPicture: true },
  'image/jpeg': { extension: 'jpg', label: 'JPEG', isPicture: true },
  'image/webp': { extension: 'webp', label: 'WebP', isPicture: true },
  'image/gif': { extension: 'gif', label: 'GIF', isPicture: true },
  'application/pdf': { extension: 'pdf', label: 'PDF', isPicture: false },
} as const satisfies Record<string, { extension: string; label: string; isPicture: boolean }>
export type MediaType = keyof typeof fileKinds

const mb = 1024 * 1024
export const maxPictureBytes = 5 * mb
export const maxPdfBytes = 20 * mb
export const maxFileBytes = maxPdfBytes

/** The length of a picture's description. Editors have to enter one, unless a picture is decorative. */
export const maxAltLength = 300
export const missingAlt = 'Describe the picture'
