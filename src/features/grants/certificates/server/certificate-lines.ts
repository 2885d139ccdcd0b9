import type { CertificateRow } from './certificates.queries.ts'

/** A certificate as a line of a file, in the canonical form of RFC 8785. The donor's file has no internal part; its digest is there. */
export const certificateLine = (
  { certificate, digest, internal }: CertificateRow,
  { withInternal }: { withInternal: boolean },
): string =>
  `{"certificate":${certificate},"digest":"${digest.toString('hex')}"${withInternal ? `,"internal":${internal}` : ''}}`
