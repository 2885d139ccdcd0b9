/** NPT Transatlantic's mark: two shores, three waves between them, and a light over the water. Drawn for this project. */
export function Mark() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2.2">
      <path d="M5 10v32h4.5V14.5ZM43 10v32h-4.5V14.5Z" fill="currentColor" stroke="none" />
      <path d="M13 24c3.7-3.2 7.3-3.2 11 0s7.3 3.2 11 0M13 31.5c3.7-3.2 7.3-3.2 11 0s7.3 3.2 11 0M13 39c3.7-3.2 7.3-3.2 11 0s7.3 3.2 11 0" />
      <circle cx="24" cy="11" r="4.2" fill="#f0846c" stroke="none" />
    </svg>
  )
}
