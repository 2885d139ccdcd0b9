/** When the sponsor’s books count a grant: `cash` when it is paid, `accrual` when it is approved. */
export type AccountingMethod = 'cash' | 'accrual'
/** What the sponsor reports at the end of its fiscal year: a Form 990 with its schedules, or accounts by the Charities SORP. */
export type YearEndReturn = 'form-990' | 'sorp'
