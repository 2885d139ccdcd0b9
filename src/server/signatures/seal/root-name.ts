/** The name of the root that certifies a seal of an organization's own making (make-sealer.ts). */
export const rootName = (organization: string): string => `${organization} root`
