/** What the list of an account’s documents is for (§2.8). */
export const documentsText = (displayName: string) =>
  `Account documents will be available here if uploaded by ${displayName}.`
