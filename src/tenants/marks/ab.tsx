/** AB's mark in this portal: two links of a chain, one in ink and one in jade. Drawn for this project. */
export function Mark() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" fill="none" strokeWidth="6.5">
      <path d="M27 33H15a9 9 0 0 1 0-18h9" stroke="currentColor" />
      <path d="M21 15h12a9 9 0 0 1 0 18h-9" stroke="var(--accent)" />
    </svg>
  )
}
