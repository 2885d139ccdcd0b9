/** The owner of the key that encrypts a bank file. */
export const answerOwner = (book: string, answerId: string): string => `bank-answer/${book}/${answerId}`
