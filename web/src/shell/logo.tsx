export const Logo = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden className="shrink-0">
    <rect width="32" height="32" rx="9" fill="var(--accent)" />
    <path
      d="M7 21.5 13 15l4.2 4L25 10.5"
      fill="none"
      stroke="var(--on-accent)"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <circle cx="25" cy="10.5" r="2.6" fill="var(--on-accent)" />
  </svg>
);
